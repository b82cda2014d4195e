// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/view_state.h"

#include <QAbstractButton>
#include <QComboBox>

#include <span>

namespace retrylab {

/// One of a set of words, painted in the theme: a segment, a chip, a switch, the arrow that resets, a tab, what opens a
/// drawer. Enter clicks it, as everywhere in the lab; the space bar is left to the window.
class PaintedButton : public QAbstractButton {
    Q_OBJECT

public:
    enum class Look { segment, chip, toggle, reset, tab, drawer };

    PaintedButton(const ViewState *state, Look look, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    /// Words are cut with an ellipsis before they make the panel wider.
    QSize minimumSizeHint() const override;
    /// A chip between on and off: dashed in the colour of those that are on.
    void setHalfOn(bool half);
    bool isHalfOn() const { return m_halfOn; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void paintSegment(QPainter &painter) const;
    void paintChip(QPainter &painter) const;
    void paintToggle(QPainter &painter) const;
    void paintTab(QPainter &painter) const;
    void paintDrawer(QPainter &painter) const;
    void paintReset(QPainter &painter) const;
    QString fittingText(const QFont &font) const;
    void paintFocus(QPainter &painter, const QRectF &box, double radius) const;

    const ViewState *m_state;
    Look m_look;
    bool m_halfOn = false;
};

/// A choice among few words as a row of segments. One Tab stop; the arrow keys choose.
class SegmentedControl : public QWidget {
    Q_OBJECT

public:
    struct Option {
        QString key;  ///< the value
        QString name; ///< what is shown
        QString help; ///< tool tip and description
    };

    SegmentedControl(const ViewState *state, const std::vector<Option> &options, QWidget *parent = nullptr);

    QString current() const;
    /// Emits nothing.
    void setCurrent(const QString &key);
    /// What an option is called.
    void setName(const QString &key, const QString &name);
    /// Leaves only these options usable; the others say why they are not. Empty: all are.
    void setOffered(const QStringList &keys, const QString &why);
    const std::vector<PaintedButton *> &buttons() const { return m_buttons; }

Q_SIGNALS:
    void chosen(const QString &key);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const ViewState *m_state;
    std::vector<QString> m_keys;
    std::vector<QString> m_helps;
    std::vector<PaintedButton *> m_buttons;
};

/// Outcomes as chips, each with one of three answers: yes, no, and where that is asked for, it depends. A click goes on to
/// the next answer.
class ChipSet : public QWidget {
    Q_OBJECT

public:
    /// `kinds`: the chips that are always there, beside those of the statuses that people talk about; other statuses that
    /// have an answer get a chip of their own.
    ChipSet(const ViewState *state, std::span<const std::string_view> kinds, QWidget *parent = nullptr);

    /// The outcomes with the answer yes, in the order of the chips.
    QStringList current() const { return answered(Answer::yes); }
    /// Emits nothing.
    void setCurrent(const QStringList &outcomes);
    /// The outcomes with the answer "it depends", which there is from now on. Emits nothing.
    void setDepending(const QStringList &outcomes);
    /// What the chips' tool tips say instead of what each stands for; empty = that again.
    void setReason(const QString &reason);
    const std::vector<PaintedButton *> &chips() const { return m_chips; }
    /// The chip of an outcome ("503", "timeout"), or null.
    PaintedButton *chip(const QString &outcome) const;

Q_SIGNALS:
    /// A person gave another answer: all that are yes now, or all that depend.
    void changed(const QStringList &outcomes);
    void dependingChanged(const QStringList &outcomes);

private:
    enum class Answer { yes, depends };

    void addChip(const QString &outcome);
    void addMissing(const QStringList &outcomes);
    QStringList answered(Answer answer) const;
    void next(const QString &outcome);
    void show(std::size_t index);
    void showAll();
    /// The chip of a status's kind; that of a kind itself.
    std::size_t kindOf(std::size_t index) const;
    /// The chip whose answer holds: its own or that of its kind.
    std::size_t deciding(std::size_t index) const;

    const ViewState *m_state;
    QString m_reason;
    bool m_threeAnswers = false;
    QStringList m_yes;
    QStringList m_depends;
    std::vector<QString> m_keys;
    std::vector<PaintedButton *> m_chips;
};

/// A combo box that ignores the wheel unless it has the focus, so that scrolling the panel changes nothing.
class QuietComboBox : public QComboBox {
    Q_OBJECT

public:
    explicit QuietComboBox(QWidget *parent = nullptr);
    /// The chosen word is cut before the longest one makes the panel wider.
    QSize minimumSizeHint() const override;

protected:
    void wheelEvent(QWheelEvent *event) override;
};

} // namespace retrylab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "widgets/base/view_state.h"

#include <QFrame>
#include <QToolButton>

#include <vector>

class QListView;
class QStandardItemModel;

namespace retrylab {

/// A built-in experiment, or one of its variants, as the gallery lists it.
struct GalleryEntry {
    QString id;      ///< "burst-503"
    QString variant; ///< empty for the experiment itself
};

/// Every built-in experiment and its variants, in order.
std::vector<GalleryEntry> galleryEntries();

/// The list that drops down from the gallery button: each experiment with what there is to see.
class GalleryPopup : public QFrame {
    Q_OBJECT

public:
    explicit GalleryPopup(const ViewState *state, QWidget *parent = nullptr);

    /// Opens below `anchor`, inside its screen.
    void openBelow(const QWidget &anchor);

Q_SIGNALS:
    void chosen(const QString &id, const QString &variant);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void choose(const QModelIndex &index);

    const ViewState *m_state;
    QStandardItemModel *m_model;
    QListView *m_list;
};

/// Shows the name of the experiment in hand and opens the gallery.
class GalleryButton : public QToolButton {
    Q_OBJECT

public:
    explicit GalleryButton(const ViewState *state, QWidget *parent = nullptr);

    void setExperimentName(const QString &name, bool modified);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void chosen(const QString &id, const QString &variant);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void openGallery();

    const ViewState *m_state;
    QString m_name;
    bool m_modified = false;
};

} // namespace retrylab

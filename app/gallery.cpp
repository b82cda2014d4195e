// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gallery.h"

#include "core/lab/builtin.h"
#include "widgets/base/experiment_text.h"

#include <QKeyEvent>
#include <QListView>
#include <QPainter>
#include <QPainterPath>
#include <QScreen>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace retrylab {

namespace {

enum Role { idRole = Qt::UserRole + 1, variantRole, titleRole, aboutRole };

/// Paints a title and the sentence below it; a variant is one indented line.
class EntryDelegate : public QStyledItemDelegate {
public:
    EntryDelegate(const ViewState *state, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_state(state)
    {
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Layout layout = layoutOf(QRect(0, 0, std::max(option.rect.width(), 1), 10'000), index);
        return {option.rect.width(), layout.height};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &theme = m_state->theme();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const bool current = (option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) != 0;
        if (current) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.raised);
            painter->drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), theme.px(6), theme.px(6));
        }
        const Layout layout = layoutOf(option.rect, index);
        const bool variant = !index.data(variantRole).toString().isEmpty();
        painter->setFont(variant ? theme.body : theme.heading);
        painter->setPen(variant ? theme.muted : theme.text);
        painter->drawText(layout.title, Qt::AlignLeft | Qt::AlignVCenter, index.data(titleRole).toString());
        painter->setFont(theme.small);
        painter->setPen(theme.muted);
        painter->drawText(layout.about, Qt::TextWordWrap, index.data(aboutRole).toString());
        painter->restore();
    }

private:
    struct Layout {
        QRect title, about;
        int height = 0;
    };

    Layout layoutOf(const QRect &rect, const QModelIndex &index) const
    {
        const Theme &theme = m_state->theme();
        const int pad = static_cast<int>(theme.px(10));
        const int gap = static_cast<int>(theme.px(6));
        const bool variant = !index.data(variantRole).toString().isEmpty();
        const int left = rect.left() + pad + (variant ? static_cast<int>(theme.px(16)) : 0);
        const int width = std::max(1, rect.right() - pad - left);
        Layout layout;
        const int titleHeight = QFontMetrics(variant ? theme.body : theme.heading).height();
        layout.title = {left, rect.top() + gap, width, titleHeight};
        int bottom = layout.title.bottom();
        const QString about = index.data(aboutRole).toString();
        if (!about.isEmpty()) {
            const QRect bounds = QFontMetrics(theme.small)
                                     .boundingRect(QRect(0, 0, width, 10'000), Qt::TextWordWrap, about);
            layout.about = {left, bottom + 2, width, bounds.height()};
            bottom = layout.about.bottom();
        }
        layout.height = bottom + gap - rect.top();
        return layout;
    }

    const ViewState *m_state;
};

} // namespace

std::vector<GalleryEntry> galleryEntries()
{
    std::vector<GalleryEntry> entries;
    for (const QString &id : builtinNames()) {
        entries.push_back({id, {}});
        const Result<Experiment> experiment = findExperiment(id);
        if (!experiment)
            continue;
        for (const Variant &variant : experiment->variants)
            entries.push_back({id, variant.name});
    }
    return entries;
}

GalleryPopup::GalleryPopup(const ViewState *state, QWidget *parent)
    : QFrame(parent, Qt::Popup)
    , m_state(state)
    , m_model(new QStandardItemModel(this))
    , m_list(new QListView(this))
{
    setObjectName(QStringLiteral("galleryPopup"));
    setFrameShape(QFrame::NoFrame);
    const Theme &theme = state->theme();
    setStyleSheet(QStringLiteral("#galleryPopup { background: %1; border: 1px solid %2; border-radius: %3px; }"
                                 "QListView { background: transparent; border: none; outline: none; }")
                      .arg(theme.panel.name(), theme.line.name())
                      .arg(qRound(theme.px(8))));
    auto *layout = new QVBoxLayout(this);
    const int pad = qRound(theme.px(6));
    layout->setContentsMargins(pad, pad, pad, pad);
    layout->addWidget(m_list);
    m_list->setItemDelegate(new EntryDelegate(state, m_list));
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setAccessibleName(tr("Experiments"));
    m_list->setModel(m_model);
    m_list->installEventFilter(this);
    connect(m_list, &QListView::clicked, this, &GalleryPopup::choose);

    for (const GalleryEntry &entry : galleryEntries()) {
        const Result<Experiment> experiment = findExperiment(entry.id);
        if (!experiment)
            continue;
        auto *item = new QStandardItem;
        const QString title = experimentText(entry.variant.isEmpty() ? experiment->name : entry.variant);
        item->setData(entry.id, idRole);
        item->setData(entry.variant, variantRole);
        item->setData(title, titleRole);
        item->setData(entry.variant.isEmpty() ? experimentText(experiment->about) : QString(), aboutRole);
        item->setData(title, Qt::AccessibleTextRole);
        item->setEditable(false);
        m_model->appendRow(item);
    }
}

void GalleryPopup::openBelow(const QWidget &anchor)
{
    const Theme &theme = m_state->theme();
    const QRect screen = anchor.screen()->availableGeometry();
    const QPoint below = anchor.mapToGlobal(QPoint(0, anchor.height() + 4));
    const int width = std::min(qRound(theme.px(420)), screen.width() - 16);
    resize(width, 200);
    m_list->doItemsLayout();
    int height = qRound(theme.px(16));
    for (int row = 0; row < m_model->rowCount(); ++row)
        height += m_list->sizeHintForRow(row);
    const int most = std::max(200, screen.bottom() - below.y() - 8);
    resize(width, std::min(height, most));
    move(std::clamp(below.x(), screen.left() + 8, std::max(screen.left() + 8, screen.right() - width - 8)), below.y());
    show();
    m_list->setCurrentIndex(m_model->index(0, 0));
    m_list->setFocus(Qt::PopupFocusReason);
}

bool GalleryPopup::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            choose(m_list->currentIndex());
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void GalleryPopup::choose(const QModelIndex &index)
{
    if (!index.isValid())
        return;
    close();
    Q_EMIT chosen(index.data(idRole).toString(), index.data(variantRole).toString());
}

GalleryButton::GalleryButton(const ViewState *state, QWidget *parent)
    : QToolButton(parent)
    , m_state(state)
{
    setFocusPolicy(Qt::StrongFocus);
    setToolTip(tr("Choose an experiment (Ctrl+E)"));
    connect(this, &QToolButton::clicked, this, &GalleryButton::openGallery);
}

void GalleryButton::setExperimentName(const QString &name, bool modified)
{
    m_name = name;
    m_modified = modified;
    setAccessibleName(tr("Experiment: %1").arg(name));
    update();
}

void GalleryButton::openGallery()
{
    auto *popup = new GalleryPopup(m_state, this);
    popup->setAttribute(Qt::WA_DeleteOnClose);
    connect(popup, &GalleryPopup::chosen, this, &GalleryButton::chosen);
    popup->openBelow(*this);
}

QSize GalleryButton::sizeHint() const
{
    const Theme &theme = m_state->theme();
    return {qRound(theme.px(220)), qRound(theme.px(30))};
}

QSize GalleryButton::minimumSizeHint() const
{
    const Theme &theme = m_state->theme();
    return {qRound(theme.px(130)), qRound(theme.px(30))};
}

void GalleryButton::paintEvent(QPaintEvent *)
{
    const Theme &theme = m_state->theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(QPen(hasFocus() ? theme.focus : theme.line, hasFocus() ? 2 : 1));
    painter.setBrush(underMouse() ? theme.raised : theme.window);
    painter.drawRoundedRect(box, theme.px(6), theme.px(6));

    const double arrow = theme.px(4);
    const QPointF tip(box.right() - theme.px(14), box.center().y() + arrow / 2);
    QPainterPath path(tip);
    path.lineTo(tip + QPointF(-arrow, -arrow));
    path.lineTo(tip + QPointF(arrow, -arrow));
    path.closeSubpath();
    painter.fillPath(path, theme.muted);

    const QString name = m_modified ? m_name + QStringLiteral(" •") : m_name;
    const QRectF text = box.adjusted(theme.px(12), 0, -theme.px(26), 0);
    painter.setFont(theme.body);
    painter.setPen(theme.text);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(theme.body).elidedText(name, Qt::ElideRight, text.width()));
}

} // namespace retrylab

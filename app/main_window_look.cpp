// SPDX-License-Identifier: GPL-3.0-or-later
// How the main window looks: theme, language, text size, motion; and making its widgets anew for another look.
#include "app/main_window.h"

#include "app/lab_panes.h"
#include "app/notice.h"
#include "app/top_bar.h"
#include "widgets/policy/policy_panel.h"
#include "widgets/transport/transport_bar.h"

#include <QApplication>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace retrylab {

void MainWindow::setTheme(ThemeKind kind)
{
    m_look.theme = kind;
    if (m_look.remember)
        m_settings.setTheme(kind);
    rebuildSoon();
}

void MainWindow::setLanguage(const QString &language)
{
    m_look.language = language;
    if (m_look.remember)
        m_settings.setLanguage(language);
    rebuildSoon();
}

void MainWindow::setTextScale(double scale)
{
    m_look.textScale = std::clamp(scale, leastTextScale, mostTextScale);
    if (m_look.remember)
        m_settings.setTextScale(m_look.textScale);
    rebuildSoon();
}

void MainWindow::setReducedMotion(bool on)
{
    m_look.reducedMotion = on;
    if (m_look.remember)
        m_settings.setReducedMotion(on);
    applyMotion();
    updateActions();
}

void MainWindow::applyMotion()
{
    m_playback.setReducedMotion(m_look.reducedMotion);
    QApplication::setEffectEnabled(Qt::UI_General, m_effects && !m_look.reducedMotion);
}

void MainWindow::rebuildSoon()
{
    // Not at once: the request may come from a widget that is about to be replaced.
    if (!std::exchange(m_rebuildPending, true))
        QMetaObject::invokeMethod(this, &MainWindow::rebuild, Qt::QueuedConnection);
}

void MainWindow::rebuild()
{
    m_rebuildPending = false;
    const PanelPlace place = m_panes != nullptr ? m_panes->policy()->place() : PanelPlace();
    delete m_content;
    m_language.use(m_look.language);
    QLocale::setDefault(m_language.locale()); // for the names of undo steps
    m_state.setLocale(m_language.locale());
    m_state.setTheme(makeTheme(m_look.theme, m_look.textScale));
    const Theme &theme = m_state.theme();
    // For the whole program: menus, tool tips and dialogs are windows of their own.
    QApplication::setPalette(theme.palette());
    QApplication::setFont(theme.body);
    qApp->setStyleSheet(theme.styleSheet());

    m_content = new QWidget(this);
    m_actions = Actions::make(m_content, m_document.undoStack());
    m_transport = new TransportBar(&m_state, &m_playback);
    m_topBar = new TopBar(&m_state, m_actions, m_transport, m_content);
    m_notice = new Notice(&m_state, m_content);
    m_panes = new LabPanes(&m_state, m_content);
    auto *layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_topBar);
    layout->addWidget(m_notice);
    layout->addWidget(m_panes, 1);
    static_cast<QVBoxLayout *>(this->layout())->addWidget(m_content);

    connectActions();
    connectViews();
    m_panes->policy()->setExperiment(m_document.experiment());
    m_panes->policy()->setPlace(place);
    updateTitle();
    updateActions();
    m_content->show();
}

} // namespace retrylab

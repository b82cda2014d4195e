// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_window.h"

#include "app/gallery.h"
#include "app/icons.h"
#include "app/lab_panes.h"
#include "app/notice.h"
#include "app/seed_field.h"
#include "app/top_bar.h"
#include "core/lab/builtin.h"
#include "core/sim/simulate.h"
#include "widgets/base/experiment_text.h"
#include "widgets/base/view.h"
#include "widgets/policy/policy_panel.h"
#include "widgets/transport/transport_bar.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QRandomGenerator>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace retrylab {

namespace {

constexpr double textStep = 1.15;
constexpr std::uint32_t seedsFromDice = 10'000; ///< a drawn seed is short enough to read out

} // namespace

MainWindow::MainWindow(const WindowLook &look, QWidget *parent)
    : QWidget(parent)
    , m_look(look)
    , m_playback(&m_state)
{
    QApplication::setStyle(QStringLiteral("Fusion")); // The same on every desktop; the theme's sheet builds on it.
    setWindowIcon(programIcon());
    setAcceptDrops(true);
    setMinimumSize(640, 420);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);

    connect(&m_document, &Document::experimentChanged, this, &MainWindow::experimentChanged);
    connect(&m_document, &Document::modifiedChanged, this, &MainWindow::updateTitle);
    connect(&m_document, &Document::refused, this,
            [this](const QString &path, const QString &message) { m_panes->policy()->showRefusal(path, message); });
    connect(&m_document, &Document::autosaveFailed, this, [this](const QString &message) { m_notice->warn(message); });
    connect(&m_worker, &RunWorker::finished, this, &MainWindow::showRun);
    connect(&m_playback, &Playback::playingChanged, this, &MainWindow::updateActions);
    m_effects = QApplication::isEffectEnabled(Qt::UI_General);
    applyMotion();
    rebuild();
    if (m_look.remember)
        m_document.autosave(recoveryFileName());
}

MainWindow::~MainWindow()
{
    QApplication::setEffectEnabled(Qt::UI_General, m_effects);
}

void MainWindow::open(const Experiment &experiment, const QString &fileName, bool play)
{
    Experiment opened = experiment;
    if (m_seedLocked)
        opened.world.seed = m_document.experiment().world.seed;
    m_pinned.reset();
    m_state.setGhost(nullptr);
    m_state.setSelectedCall({});
    m_playback.pause();
    m_playWhenRun = play;
    m_document.load(opened, fileName);
    updateTitle();
}

Result<void> MainWindow::open(const QString &nameOrFile)
{
    const Result<Experiment> experiment = findExperiment(nameOrFile);
    if (!experiment) {
        m_notice->warn(experiment.error().oneLine());
        return tl::unexpected(experiment.error());
    }
    open(*experiment, builtinNames().contains(nameOrFile) ? QString() : nameOrFile);
    return {};
}

bool MainWindow::recoverUnsaved()
{
    const Result<bool> recovered = m_document.recover();
    if (!recovered) {
        m_notice->warn(recovered.error().oneLine());
        return false;
    }
    if (!*recovered)
        return false;
    m_playWhenRun = true;
    m_notice->inform(tr("Your unsaved experiment is back as you left it. Choose another one to start afresh."));
    return true;
}

void MainWindow::runNow()
{
    const Experiment &experiment = m_document.experiment();
    showRun(std::make_shared<const RunModel>(experiment, simulate(experiment.world)), true);
}

void MainWindow::connectViews()
{
    connect(m_panes->policy(), &PolicyPanel::edited, this, &MainWindow::edit);
    connect(m_topBar->gallery(), &GalleryButton::chosen, this, &MainWindow::chooseVariant);
    SeedField *seed = m_topBar->seed();
    seed->setSeed(m_document.experiment().world.seed);
    seed->setLocked(m_seedLocked);
    connect(seed, &SeedField::seedEdited, this, [this](quint64 value) { m_document.setSeed(value); });
    connect(seed, &SeedField::rollRequested, this, &MainWindow::rollSeed);
    connect(seed, &SeedField::lockToggled, this, [this](bool locked) {
        m_seedLocked = locked;
        updateActions();
    });
    for (View *view : m_panes->views()) {
        for (QAction *action : m_actions.exports->actions()) {
            if (action->data().toString() == view->viewId()) {
                view->addAction(action);
                view->setContextMenuPolicy(Qt::ActionsContextMenu);
            }
        }
    }
}

void MainWindow::connectActions()
{
    const Actions &a = m_actions;
    connect(a.open, &QAction::triggered, this, &MainWindow::openWithDialog);
    connect(a.save, &QAction::triggered, this, [this] {
        if (m_document.fileName().isEmpty())
            saveWithDialog();
        else
            saveTo(m_document.fileName());
    });
    connect(a.saveAs, &QAction::triggered, this, &MainWindow::saveWithDialog);
    connect(a.exports, &QActionGroup::triggered, this,
            [this](const QAction *action) { exportWithDialog(action->data().toString()); });
    connect(a.quit, &QAction::triggered, this, &QWidget::close);
    connect(a.gallery, &QAction::triggered, this, [this] { m_topBar->gallery()->click(); });
    connect(a.play, &QAction::triggered, &m_playback, &Playback::togglePlay);
    connect(a.previousEvent, &QAction::triggered, m_transport, &TransportBar::previousEvent);
    connect(a.nextEvent, &QAction::triggered, m_transport, &TransportBar::nextEvent);
    connect(a.toStart, &QAction::triggered, this, [this] { m_state.setPlayhead(0); });
    connect(a.newSeed, &QAction::triggered, this, &MainWindow::rollSeed);
    connect(a.pin, &QAction::triggered, this, [this] { compareWith(m_state.run()); });
    connect(a.unpin, &QAction::triggered, this, [this] { compareWith(nullptr); });
    connect(a.wholeRun, &QAction::triggered, this, [this] {
        if (m_state.run())
            m_state.setVisible({0, m_state.run()->duration()});
    });
    connect(a.largerText, &QAction::triggered, this, [this] { setTextScale(m_look.textScale * textStep); });
    connect(a.smallerText, &QAction::triggered, this, [this] { setTextScale(m_look.textScale / textStep); });
    connect(a.normalText, &QAction::triggered, this, [this] { setTextScale(1.0); });
    connect(a.reduceMotion, &QAction::triggered, this, &MainWindow::setReducedMotion);
    connect(a.fullScreen, &QAction::triggered, this,
            [this](bool on) { on ? window()->showFullScreen() : window()->showNormal(); });
    connect(a.theme, &QActionGroup::triggered, this,
            [this](const QAction *action) { setTheme(static_cast<ThemeKind>(action->data().toInt())); });
    connect(a.language, &QActionGroup::triggered, this,
            [this](const QAction *action) { setLanguage(action->data().toString()); });
    connect(a.dialects, &QAction::triggered, this, &MainWindow::showDialects);
    connect(a.shortcuts, &QAction::triggered, this, &MainWindow::showShortcuts);
    connect(a.about, &QAction::triggered, this, &MainWindow::showAbout);
}

void MainWindow::edit(const QString &path, const FieldValue &value, bool dragging)
{
    // While a hand drags, the run from before the drag stays as the ghost.
    if (!m_dragging && !m_pinned)
        m_state.setGhost(m_state.run());
    m_dragging = dragging;
    m_document.edit(path, value, dragging);
}

void MainWindow::experimentChanged(const Experiment &experiment)
{
    m_panes->policy()->setExperiment(experiment);
    m_topBar->seed()->setSeed(experiment.world.seed);
    m_worker.request(experiment);
}

void MainWindow::showRun(const RunPointer &run, bool newest)
{
    m_state.setRun(run);
    if (std::exchange(m_playWhenRun, false)) {
        m_state.setVisible({0, run->duration()});
        m_state.setPlayhead(0);
        m_playback.play();
    }
    updateActions();
    Q_EMIT runShown(newest);
}

void MainWindow::compareWith(const RunPointer &run)
{
    m_pinned = run;
    m_state.setGhost(run);
    updateActions();
}

void MainWindow::chooseVariant(const QString &id, const QString &variant)
{
    const Result<Experiment> experiment = findExperiment(id);
    if (!experiment) {
        m_notice->warn(experiment.error().oneLine());
        return;
    }
    if (variant.isEmpty()) {
        open(*experiment);
        return;
    }
    const Result<Experiment> varied = withVariant(*experiment, variant);
    if (varied)
        open(*varied);
    else
        m_notice->warn(varied.error().oneLine());
}

void MainWindow::rollSeed()
{
    if (m_seedLocked)
        return;
    if (!m_pinned)
        m_state.setGhost(m_state.run());
    m_document.setSeed(1 + QRandomGenerator::global()->bounded(seedsFromDice));
}

void MainWindow::updateTitle()
{
    const QString name = experimentText(m_document.experiment().name);
    setWindowTitle(tr("%1[*] – Retry Lab").arg(name));
    setWindowModified(m_document.isModified());
    m_topBar->gallery()->setExperimentName(name, m_document.isModified());
}

void MainWindow::updateActions()
{
    m_actions.newSeed->setEnabled(!m_seedLocked);
    m_actions.pin->setEnabled(m_state.run() != nullptr);
    m_actions.unpin->setEnabled(m_pinned != nullptr);
    m_actions.reduceMotion->setChecked(m_look.reducedMotion);
    for (QAction *action : m_actions.theme->actions())
        action->setChecked(action->data().toInt() == static_cast<int>(m_look.theme));
    for (QAction *action : m_actions.language->actions())
        action->setChecked(action->data().toString() == m_look.language);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    // Nothing is asked and nothing is lost: what is not saved comes back at the next start.
    if (m_look.remember) {
        m_document.flushAutosave();
        m_settings.setGeometry(saveGeometry());
    }
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (!urls.isEmpty() && urls.first().isLocalFile())
        open(urls.first().toLocalFile());
}

} // namespace retrylab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/actions.h"
#include "app/document.h"
#include "app/language.h"
#include "app/run_worker.h"
#include "app/settings.h"
#include "widgets/base/view_state.h"
#include "widgets/transport/playback.h"

#include <QWidget>

#include <memory>

namespace retrylab {

class LabPanes;
class Notice;
class TopBar;
class TransportBar;
class View;

/// How a window looks at first, and whether it remembers what changes.
struct WindowLook {
    ThemeKind theme = ThemeKind::dark;
    QString language = QStringLiteral("en");
    double textScale = 1.0;
    bool reducedMotion = false; ///< see Playback::setReducedMotion(); and menus open without gliding
    bool remember = false;      ///< write settings and unsaved work
};

/// The window: it wires document, worker, playback and views together and holds no logic of theirs.
///
///   panel ─edited→ Document ─experimentChanged→ RunWorker ─finished→ ViewState ─signals→ views
///                                                    Playback ─playhead→ ┘
///
/// Another theme, language or text size makes the widgets anew; everything that matters lives in the objects above.
class MainWindow : public QWidget {
    Q_OBJECT

public:
    explicit MainWindow(const WindowLook &look, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Opens an experiment and, unless `play` is off, plays its run from the start.
    void open(const Experiment &experiment, const QString &fileName = {}, bool play = true);
    /// Opens a built-in or a file by name; a failure is shown in the window and returned.
    Result<void> open(const QString &nameOrFile);
    /// Brings back what an earlier run left unsaved. False when there was nothing.
    bool recoverUnsaved();
    /// Runs the experiment on this thread and shows it: for pictures and tests, which cannot wait.
    void runNow();

    Document &document() { return m_document; }
    ViewState &state() { return m_state; }
    Playback &playback() { return m_playback; }
    const Actions &actions() const { return m_actions; }
    LabPanes *panes() const { return m_panes; }
    TopBar *topBar() const { return m_topBar; }

    void setTheme(ThemeKind kind);
    void setLanguage(const QString &language);
    void setTextScale(double scale);
    void setReducedMotion(bool on);

Q_SIGNALS:
    /// A run is on the screen; `newest`: it belongs to the experiment as it is now.
    void runShown(bool newest);

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void applyMotion();
    void rebuildSoon();
    void rebuild();
    void connectActions();
    void connectViews();
    void edit(const QString &path, const FieldValue &value, bool dragging);
    void experimentChanged(const Experiment &experiment);
    void showRun(const RunPointer &run, bool newest);
    void compareWith(const RunPointer &run);
    void chooseVariant(const QString &id, const QString &variant);
    void rollSeed();
    void openWithDialog();
    void saveTo(const QString &fileName);
    void saveWithDialog();
    void exportWithDialog(const QString &what);
    void exportTo(const QString &what, const QString &fileName);
    void showDialects();
    void showShortcuts();
    void showAbout();
    void updateTitle();
    void updateActions();

    WindowLook m_look;
    Language m_language;
    Document m_document;
    ViewState m_state;
    Playback m_playback;
    RunWorker m_worker;
    RunPointer m_pinned;
    bool m_dragging = false;
    bool m_playWhenRun = false;
    bool m_seedLocked = false;
    bool m_rebuildPending = false;
    bool m_effects = false; ///< the desktop lets menus and lists glide
    Settings m_settings;

    Actions m_actions{};
    QWidget *m_content = nullptr; ///< everything that is made anew
    TopBar *m_topBar = nullptr;
    TransportBar *m_transport = nullptr;
    Notice *m_notice = nullptr;
    LabPanes *m_panes = nullptr;
};

} // namespace retrylab

// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's dialogs: files, exports, help. None of them blocks the window.
#include "app/main_window.h"

#include "app/dialect_help.h"
#include "app/lab_panes.h"
#include "app/notice.h"
#include "widgets/base/view.h"
#include "widgets/export/export.h"

#include <QActionGroup>
#include <QDialog>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStandardPaths>
#include <QVBoxLayout>

namespace retrylab {

namespace {

QString experimentFilter()
{
    return MainWindow::tr("Experiments (*.retrylab.json *.json)");
}

QString documentsFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
}

/// Menu texts carry "&" for the keyboard and "…" for "asks first"; a list of shortcuts shows neither.
QString plainText(const QAction &action)
{
    return QString(action.text()).remove(u'&').remove(u'…');
}

} // namespace

void MainWindow::openWithDialog()
{
    auto *dialog = new QFileDialog(this, tr("Open an experiment"), documentsFolder(), experimentFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) { open(file); });
    dialog->open();
}

void MainWindow::saveTo(const QString &fileName)
{
    const Result<void> saved = m_document.save(fileName);
    if (saved)
        m_notice->inform(tr("Saved as %1").arg(fileName));
    else
        m_notice->warn(saved.error().oneLine());
    updateTitle();
}

void MainWindow::saveWithDialog()
{
    auto *dialog = new QFileDialog(this, tr("Save the experiment"), documentsFolder(), experimentFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("retrylab.json"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) { saveTo(file); });
    dialog->open();
}

void MainWindow::exportWithDialog(const QString &what)
{
    const bool window = what == QLatin1String("window");
    const QString filter = window ? tr("Pictures (*.png *.svg)") : tr("Pictures and data (*.png *.svg *.csv)");
    auto *dialog = new QFileDialog(this, tr("Export"), documentsFolder(), filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("png"));
    dialog->selectFile(what + QStringLiteral(".png"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, what](const QString &file) { exportTo(what, file); });
    dialog->open();
}

void MainWindow::exportTo(const QString &what, const QString &fileName)
{
    const View *view = m_panes->view(what);
    const Result<void> done = view ? exportView(*view, m_state, fileName, view->size(), 2.0)
                                   : exportWidget(*this, m_state, fileName, 2.0);
    if (done)
        m_notice->inform(tr("Exported to %1").arg(fileName));
    else
        m_notice->warn(done.error().oneLine());
}

void MainWindow::showDialects()
{
    auto *help = findChild<DialectHelp *>();
    if (help == nullptr)
        help = new DialectHelp(&m_state, this);
    help->show();
    help->raise();
    help->activateWindow();
}

void MainWindow::showShortcuts()
{
    auto *dialog = new QDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Keyboard shortcuts"));
    auto *list = new QWidget(dialog);
    auto *form = new QFormLayout(list);
    form->setHorizontalSpacing(qRound(m_state.theme().px(20)));
    for (const QAction *action : m_content->actions()) {
        const bool exporting = action->actionGroup() == m_actions.exports;
        const QString words = exporting ? tr("Export") + QStringLiteral(": ") + plainText(*action) : plainText(*action);
        if (!action->shortcut().isEmpty())
            form->addRow(words, new QLabel(action->shortcut().toString(QKeySequence::NativeText), list));
    }
    auto *scroll = new QScrollArea(dialog);
    scroll->setWidget(list);
    scroll->setWidgetResizable(true);
    auto *layout = new QVBoxLayout(dialog);
    layout->addWidget(scroll);
    dialog->resize(qRound(m_state.theme().px(420)), qRound(m_state.theme().px(480)));
    dialog->show();
}

void MainWindow::showAbout()
{
    auto *dialog = new QDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("About Retry Lab"));
    auto *text = new QLabel(
        tr("Retry Lab %1\n\nDrag a slider, and see at once what your retry policy does to a service "
           "that is having a bad day.\n\nFree software under the GNU General Public License, "
           "version 3 or later.")
            .arg(QStringLiteral(RETRYLAB_VERSION)),
        dialog);
    text->setWordWrap(true);
    auto *layout = new QVBoxLayout(dialog);
    layout->addWidget(text);
    dialog->resize(qRound(m_state.theme().px(380)), qRound(m_state.theme().px(180)));
    dialog->show();
}

} // namespace retrylab

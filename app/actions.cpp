// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/actions.h"

#include "widgets/base/theme.h"

#include <QActionGroup>
#include <QKeySequence>
#include <QMenu>
#include <QUndoStack>

namespace retrylab {

namespace {

QAction *add(QWidget *parent, const QString &text, const QList<QKeySequence> &shortcuts = {})
{
    auto *action = new QAction(text, parent);
    action->setShortcuts(shortcuts);
    action->setShortcutContext(Qt::WindowShortcut);
    parent->addAction(action);
    return action;
}

QAction *addChoice(QActionGroup *group, QWidget *parent, const QString &text, const QVariant &data)
{
    QAction *action = add(parent, text);
    action->setCheckable(true);
    action->setData(data);
    group->addAction(action);
    return action;
}

QList<QKeySequence> keys(Qt::Key key)
{
    return {QKeySequence(key)};
}

QList<QKeySequence> keys(QKeyCombination combination)
{
    return {QKeySequence(combination)};
}

void makeFileActions(Actions &a, QWidget *parent)
{
    a.open = add(parent, Actions::tr("&Open…"), QKeySequence::keyBindings(QKeySequence::Open));
    a.save = add(parent, Actions::tr("&Save"), QKeySequence::keyBindings(QKeySequence::Save));
    a.saveAs = add(parent, Actions::tr("Save &as…"), keys(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
    a.exports = new QActionGroup(parent);
    a.exports->setExclusionPolicy(QActionGroup::ExclusionPolicy::None);
    const auto addExport = [&](const QString &text, const char *id) {
        QAction *action = add(parent, text);
        action->setData(QString::fromLatin1(id));
        a.exports->addAction(action);
        return action;
    };
    addExport(Actions::tr("The &window…"), "window")->setShortcuts(keys(Qt::CTRL | Qt::Key_P));
    addExport(Actions::tr("The &stage…"), "stage");
    addExport(Actions::tr("The &timeline…"), "timeline");
    addExport(Actions::tr("The &load…"), "load");
    addExport(Actions::tr("The &breaker…"), "breaker");
    addExport(Actions::tr("The &figures…"), "kpi");
    addExport(Actions::tr("The back&off…"), "fan");
    a.quit = add(parent, Actions::tr("&Quit"), keys(Qt::CTRL | Qt::Key_Q));
}

void makeEditActions(Actions &a, QWidget *parent, QUndoStack *stack)
{
    a.undo = stack->createUndoAction(parent, Actions::tr("Undo"));
    a.undo->setShortcuts(QKeySequence::keyBindings(QKeySequence::Undo));
    a.redo = stack->createRedoAction(parent, Actions::tr("Redo"));
    a.redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    parent->addAction(a.undo);
    parent->addAction(a.redo);
}

void makeRunActions(Actions &a, QWidget *parent)
{
    a.gallery = add(parent, Actions::tr("Choose an &experiment…"), keys(Qt::CTRL | Qt::Key_E));
    a.play = add(parent, Actions::tr("&Play or pause"), keys(Qt::Key_Space));
    a.previousEvent = add(parent, Actions::tr("P&revious event"), keys(Qt::Key_Comma));
    a.nextEvent = add(parent, Actions::tr("&Next event"), keys(Qt::Key_Period));
    a.toStart = add(parent, Actions::tr("Back to the s&tart"), keys(Qt::CTRL | Qt::Key_Home));
    a.newSeed = add(parent, Actions::tr("New see&d"), keys(Qt::CTRL | Qt::Key_R));
    a.pin = add(parent, Actions::tr("P&in this run to compare with"), keys(Qt::CTRL | Qt::Key_D));
    a.unpin = add(parent, Actions::tr("&Forget the pinned run"), keys(Qt::CTRL | Qt::SHIFT | Qt::Key_D));
}

void makeViewActions(Actions &a, QWidget *parent)
{
    a.wholeRun = add(parent, Actions::tr("Show the &whole run"), keys(Qt::CTRL | Qt::Key_0));
    a.largerText = add(parent, Actions::tr("Lar&ger text"),
                       {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    a.smallerText = add(parent, Actions::tr("S&maller text"), keys(Qt::CTRL | Qt::Key_Minus));
    a.normalText = add(parent, Actions::tr("N&ormal text"), keys(Qt::CTRL | Qt::SHIFT | Qt::Key_0));
    a.reduceMotion = add(parent, Actions::tr("&Reduce motion"), keys(Qt::CTRL | Qt::SHIFT | Qt::Key_M));
    a.reduceMotion->setCheckable(true);
    a.fullScreen = add(parent, Actions::tr("&Full screen"), keys(Qt::Key_F11));
    a.fullScreen->setCheckable(true);

    a.theme = new QActionGroup(parent);
    addChoice(a.theme, parent, Actions::tr("&Dark"), static_cast<int>(ThemeKind::dark))
        ->setShortcuts(keys(Qt::CTRL | Qt::Key_1));
    addChoice(a.theme, parent, Actions::tr("&Light"), static_cast<int>(ThemeKind::light))
        ->setShortcuts(keys(Qt::CTRL | Qt::Key_2));
    addChoice(a.theme, parent, Actions::tr("&Projector"), static_cast<int>(ThemeKind::projector))
        ->setShortcuts(keys(Qt::CTRL | Qt::Key_3));
    // A language is named in itself, so that who cannot read the window finds it.
    a.language = new QActionGroup(parent);
    addChoice(a.language, parent, QStringLiteral("English"), QStringLiteral("en"));
    addChoice(a.language, parent, QStringLiteral("Tiếng Việt"), QStringLiteral("vi"));
}

} // namespace

Actions Actions::make(QWidget *parent, QUndoStack *undoStack)
{
    Actions a{};
    makeFileActions(a, parent);
    makeEditActions(a, parent, undoStack);
    makeRunActions(a, parent);
    makeViewActions(a, parent);
    a.dialects = add(parent, tr("&Dialects…"));
    a.shortcuts = add(parent, tr("&Keyboard shortcuts"), keys(Qt::Key_F1));
    a.about = add(parent, tr("&About Retry Lab"));
    return a;
}

QMenu *Actions::makeMenu(QWidget *parent) const
{
    auto *menu = new QMenu(parent);
    QMenu *file = menu->addMenu(tr("&File"));
    file->addActions({open, save, saveAs});
    file->addSeparator();
    QMenu *exporting = file->addMenu(tr("&Export"));
    exporting->addActions(exports->actions());
    QMenu *edit = menu->addMenu(tr("&Edit"));
    edit->addActions({undo, redo});
    QMenu *run = menu->addMenu(tr("&Run"));
    run->addActions({gallery, play, previousEvent, nextEvent, toStart});
    run->addSeparator();
    run->addActions({newSeed, pin, unpin});
    QMenu *view = menu->addMenu(tr("&View"));
    QMenu *themes = view->addMenu(tr("&Theme"));
    themes->addActions(theme->actions());
    QMenu *languages = view->addMenu(tr("&Language"));
    languages->addActions(language->actions());
    view->addSeparator();
    view->addActions({wholeRun, largerText, smallerText, normalText, reduceMotion, fullScreen});
    QMenu *help = menu->addMenu(tr("&Help"));
    help->addActions({dialects, shortcuts, about});
    menu->addSeparator();
    menu->addAction(quit);
    return menu;
}

} // namespace retrylab

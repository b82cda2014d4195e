// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QCoreApplication>
#include <QString>

class QActionGroup;
class QMenu;
class QUndoStack;
class QWidget;

namespace retrylab {

/// Everything that can be done, made once per language: menus, buttons and shortcuts share these.
struct Actions {
    QAction *open, *save, *saveAs, *quit;
    QActionGroup *exports; ///< data(): "window" or the id of a view
    QAction *undo, *redo;
    QAction *gallery, *play, *previousEvent, *nextEvent, *toStart, *newSeed, *pin, *unpin;
    QAction *wholeRun, *largerText, *smallerText, *normalText, *reduceMotion, *fullScreen;
    QActionGroup *theme;    ///< data(): int of ThemeKind
    QActionGroup *language; ///< data(): "en", "vi"
    QAction *dialects, *shortcuts, *about;

    /// `parent` owns them and receives their shortcuts.
    static Actions make(QWidget *parent, QUndoStack *undoStack);

    /// The main menu with every action in it.
    QMenu *makeMenu(QWidget *parent) const;

    Q_DECLARE_TR_FUNCTIONS(Actions)
};

} // namespace retrylab

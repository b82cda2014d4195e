// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/theme.h"

#include <QIcon>

namespace retrylab {

enum class LineIcon { menu, undo, redo, roll, lock };

/// An icon of the window's own, drawn as lines in the theme's text colour (faint when disabled).
QIcon lineIcon(LineIcon icon, const Theme &theme);

/// The program's icon.
QIcon programIcon();

} // namespace retrylab

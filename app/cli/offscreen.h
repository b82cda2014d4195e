// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace retrylab {

/// Can a window be shown: is a display named, or a platform chosen by hand?
bool hasDisplay();

/// Makes Qt draw pictures without a screen where there is none, and keeps what it then has to say about missing screens
/// from standard error. Call it before the QApplication is made.
void drawOffscreen();

} // namespace retrylab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace retrylab {

/// Teaches Qt's accessibility to read a FieldSlider as "250 ms" instead of a raw position. Repeated calls do nothing.
void installFieldAccessibility();

} // namespace retrylab

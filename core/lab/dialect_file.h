// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/dialects.h"

#include <QByteArray>

namespace retrylab {

/// How many lines say what a dialect is, in each language.
inline constexpr qsizetype dialectAboutLines = 5;

/// Reads a dialect's file: one JSON object with the keys name, title, counts, source, about, instead, policy, offers,
/// settable and fixed. "policy" has the syntax of an experiment file. Errors name the path, the value, what is allowed and
/// the line; a rule about a field that is not there, or that says what holds anyway, is one. `name` is what the file is
/// called, and the name that must stand in it.
Result<Dialect> readDialect(const QString &name, const QByteArray &json);

} // namespace retrylab

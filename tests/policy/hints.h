// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/hint_presets.h"

#include <QString>
#include <QtGlobal>

/// What the tests of hints have in common: one answer with one header, read and followed.
namespace hints {

constexpr std::int64_t now = 946684797; // Fri, 31 Dec 1999 23:59:57 GMT

inline retrylab::HintReading read(const retrylab::HintRules &rules, retrylab::HintHeader header, const QString &value,
                                  int status = 503, std::int64_t wallNow = now)
{
    const std::string text = value.toStdString();
    const retrylab::HintField field{header, text};
    return retrylab::readHint(rules, status, {&field, 1}, wallNow);
}

inline retrylab::HintDecision decide(const retrylab::HintRules &rules, retrylab::HintHeader header,
                                     const QString &value, retrylab::Duration backoff = {}, double u = 0)
{
    return retrylab::followHint(rules, read(rules, header, value), backoff, u);
}

inline std::optional<retrylab::Duration> waitOf(const retrylab::HintReading &reading)
{
    return reading.kind == retrylab::HintReading::Kind::wait ? std::optional(reading.wait) : std::nullopt;
}

/// The rules of a known client.
inline const retrylab::HintRules &preset(const char *name)
{
    const retrylab::HintRules *rules = retrylab::hintPreset(name);
    if (rules == nullptr)
        qFatal("no preset named %s", name);
    return *rules;
}

} // namespace hints

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

/// The contract of the command line: the figures of a run's JSON, in this order.
inline QStringList reportNames()
{
    return QStringLiteral("experiment seed version requests attempts retries hedges cancelled amplification "
                          "amplificationEndToEnd succeeded degraded failed unfinished successRate goodput backoffTotal "
                          "latency deadlineExceeded outcomes peak queueMax wasted duplicates "
                          "breaker budgetDenied deadLettered recovery perNode events wallTime")
        .split(u' ');
}

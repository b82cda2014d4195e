// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what belongs into tests/golden/trace_hashes.txt. Write it anew only when a trace was meant to change.
#include "core/sim/simulate.h"
#include "trace_hash.h"

#include <cstdio>

int main()
{
    retrylab::visitBuiltinRuns([](const QString &name, const retrylab::World &world) {
        std::printf("%s  %s\n", retrylab::traceHash(*retrylab::simulate(world)).constData(), qPrintable(name));
    });
    return 0;
}

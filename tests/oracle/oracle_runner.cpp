// SPDX-License-Identifier: GPL-3.0-or-later
// oracle_runner FILE…: holds vectors against the policies. One line per vector, beginning with pass, FAIL or skip, and
// a closing count. Exit status 1 when one failed, 2 on a bad file or no file.
#include "tests/oracle/adapter.h"
#include "tests/oracle/compare.h"
#include "tests/oracle/skip.h"
#include "tests/oracle/vector.h"

#include <QTextStream>

using namespace Qt::StringLiterals;
using namespace retrylab::oracle;

namespace {

/// The figures of the first adapter that knows the form.
std::optional<QJsonObject> computed(const QString &library, const QJsonObject &given)
{
    for (const Adapter adapter : adapters()) {
        if (auto figures = adapter(library, given))
            return figures;
    }
    return {};
}

struct Counts {
    int passed = 0;
    int failed = 0;
    int skipped = 0;
};

/// The vector's line.
QString judged(const Vector &vector, Counts &counts)
{
    if (const auto reason = reasonToSkip(vector)) {
        ++counts.skipped;
        return u"skip %1: %2"_qs.arg(vector.id, *reason);
    }
    const auto figures = computed(vector.dialect, vector.given);
    const auto fault = figures ? difference(vector.expect, *figures)
                               : std::optional(u"no operation for what %1 was given: %2"_qs.arg(
                                   vector.dialect, vector.given.keys().join(u", "_qs)));
    ++(fault ? counts.failed : counts.passed);
    return fault ? u"FAIL %1: %2"_qs.arg(vector.id, *fault) : u"pass "_qs + vector.id;
}

} // namespace

int main(int argc, char **argv)
{
    constexpr int badFile = 2;
    QTextStream out(stdout);
    QTextStream err(stderr);
    Counts counts;
    bool bad = argc < 2;
    if (bad)
        err << "usage: oracle_runner FILE...\n";
    for (int i = 1; i < argc; ++i) {
        const auto vectors = readVectors(QString::fromLocal8Bit(argv[i]));
        if (!vectors) {
            err << vectors.error() << '\n';
            bad = true;
            continue;
        }
        for (const Vector &vector : *vectors)
            out << judged(vector, counts) << '\n';
    }
    out << u"%1 vectors: %2 passed, %3 failed, %4 skipped\n"_qs.arg(counts.passed + counts.failed + counts.skipped)
               .arg(counts.passed)
               .arg(counts.failed)
               .arg(counts.skipped);
    if (bad)
        return badFile;
    return counts.failed > 0 ? 1 : 0;
}

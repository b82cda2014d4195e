// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/run_report.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

/// Only a name under which translators find the report's words.
struct RunReport {
    Q_DECLARE_TR_FUNCTIONS(RunReport)
};

/// At most `digits` significant digits, never an exponent, no zeros at the end.
QString shortReal(double value, int digits, const QLocale &locale)
{
    if (value == 0)
        return locale.toString(0);
    const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    const int decimals = std::max(0, digits - magnitude);
    const double step = std::pow(10.0, decimals);
    const double rounded = std::round(value * step) / step;
    int needed = decimals;
    while (needed > 0
           && std::abs(rounded * std::pow(10.0, needed - 1) - std::round(rounded * std::pow(10.0, needed - 1))) < 1e-6)
        --needed;
    return locale.toString(rounded, 'f', needed);
}

enum class Unit { count, ratio, perSecond, seconds, percent };

QString valueText(double value, Unit unit, const QLocale &locale)
{
    if (std::isnan(value))
        return QStringLiteral("–");
    switch (unit) {
    case Unit::count: return value == std::floor(value) ? locale.toString(value, 'f', 0) : shortReal(value, 4, locale);
    case Unit::ratio: return shortReal(value, 4, locale);
    case Unit::perSecond: return shortReal(value, 4, locale) + QStringLiteral("/s");
    case Unit::seconds: return secondsText(value, locale);
    case Unit::percent: return shortReal(value * 100, 4, locale) + QStringLiteral(" %");
    }
    return {};
}

struct Row {
    QString label;
    std::string path; ///< dotted, in reportEntries()
    Unit unit = Unit::count;
};

void insertAfter(std::vector<Row> &rows, std::string_view path, const Row &row)
{
    const auto at = std::find_if(rows.begin(), rows.end(), [&](const Row &each) { return each.path == path; });
    rows.insert(at + 1, row);
}

std::vector<Row> rowsFor(const World &world)
{
    const std::string node = "perNode." + world.service().name + '.';
    std::vector<Row> rows = {
        {RunReport::tr("Requests"), "requests", Unit::count},
        {RunReport::tr("  succeeded"), "succeeded", Unit::count},
        {RunReport::tr("  failed"), "failed", Unit::count},
        {RunReport::tr("  unfinished"), "unfinished", Unit::count},
        {RunReport::tr("Success rate"), "successRate", Unit::percent},
        {RunReport::tr("Goodput"), "goodput", Unit::perSecond},
        {RunReport::tr("Attempts"), "attempts", Unit::count},
        {RunReport::tr("  retries"), "retries", Unit::count},
        {RunReport::tr("  amplification"), "amplification", Unit::ratio},
        {RunReport::tr("Waited between attempts"), "backoffTotal", Unit::seconds},
        {RunReport::tr("Peak of retries, fixed"), "peak.retries.fixed", Unit::count},
        {RunReport::tr("Peak of retries, sliding"), "peak.retries.sliding", Unit::count},
        {RunReport::tr("Latency p50"), "latency.p50", Unit::seconds},
        {RunReport::tr("Latency p99"), "latency.p99", Unit::seconds},
        {RunReport::tr("Latency max"), "latency.max", Unit::seconds},
        {RunReport::tr("Longest queue"), "queueMax", Unit::count},
        {RunReport::tr("Busy slots, mean"), node + "busyMean", Unit::ratio},
        {RunReport::tr("Work for nobody"), "wasted", Unit::count},
    };
    if (world.callers().policy.breaker.kind != BreakerKind::none) {
        rows.push_back({RunReport::tr("Breaker opened"), "breaker.opened", Unit::count});
        rows.push_back({RunReport::tr("  calls it refused"), "breaker.refused", Unit::count});
    }
    if (world.callers().policy.budget.kind != BudgetKind::none)
        rows.push_back({RunReport::tr("Denied by the budget"), "budgetDenied", Unit::count});
    if (world.callers().policy.hedge.kind != HedgeKind::none)
        insertAfter(rows, "retries", {RunReport::tr("    hedges"), "hedges", Unit::count});
    if (world.callers().policy.fallback.kind != FallbackKind::none)
        insertAfter(rows, "succeeded", {RunReport::tr("  degraded"), "degraded", Unit::count});
    return rows;
}

/// Left-aligned labels, right-aligned columns, two spaces between.
QString aligned(const std::vector<QStringList> &lines)
{
    std::vector<qsizetype> widths;
    for (const QStringList &line : lines) {
        widths.resize(std::max<std::size_t>(widths.size(), static_cast<std::size_t>(line.size())));
        for (qsizetype i = 0; i < line.size(); ++i) {
            qsizetype &width = widths[static_cast<std::size_t>(i)];
            width = std::max(width, line[i].size());
        }
    }
    QString text;
    for (const QStringList &line : lines) {
        for (qsizetype i = 0; i < line.size(); ++i) {
            const qsizetype width = widths[static_cast<std::size_t>(i)];
            text += i == 0 ? line[i].leftJustified(width) : QStringLiteral("  ") + line[i].rightJustified(width);
        }
        text += u'\n';
    }
    return text;
}

QString headLine(const ReportHead &head, const QString &seeds)
{
    const QString name = head.variant.isEmpty() ? head.experiment
                                                : RunReport::tr("%1 (%2)").arg(head.experiment, head.variant);
    return RunReport::tr("%1 · %2 · Retry Lab %3").arg(name, seeds, labVersion()) + QStringLiteral("\n\n");
}

QString peakNote(const World &world, const QString &sample, const QLocale &locale)
{
    return RunReport::tr(
               "Peak: the most retries within %1 (%2). Fixed: windows aligned to multiples of %1; sliding: any window.")
               .arg(secondsText(toSeconds(world.peakWindow), locale), sample)
           + u'\n';
}

double valueAt(const std::vector<ReportEntry> &entries, const std::vector<double> &values, const std::string &path)
{
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (entries[i].dotted() == path)
            return values[i];
    return std::nan("");
}

QString verdictWord(Verdict verdict)
{
    switch (verdict) {
    case Verdict::none: return RunReport::tr("no verdict");
    case Verdict::recovered: return RunReport::tr("recovered");
    case Verdict::slow: return RunReport::tr("recovered slowly");
    case Verdict::metastable: return RunReport::tr("metastable");
    case Verdict::tooShort: return RunReport::tr("run too short");
    case Verdict::unrecovered: return RunReport::tr("not recovered");
    }
    return {};
}

QString verdictShares(const RunSummary &summary, const QLocale &locale)
{
    QStringList parts;
    for (int i = 0; i < verdictCount; ++i) {
        const std::uint32_t runs = summary.verdicts[static_cast<std::size_t>(i)];
        if (runs != 0)
            parts += RunReport::tr("%1 in %2").arg(verdictWord(static_cast<Verdict>(i)), locale.toString(runs));
    }
    return RunReport::tr("Verdict, by runs: %1").arg(parts.join(QStringLiteral(", "))) + u'\n';
}

} // namespace

QString secondsText(double seconds, const QLocale &locale)
{
    // A value that rounds up to 1,000 of a unit is written in the next one.
    if (seconds != 0 && seconds < 999.95e-6)
        return shortReal(seconds * 1e6, 4, locale) + QStringLiteral(" µs");
    if (seconds != 0 && seconds < 999.95e-3)
        return shortReal(seconds * 1e3, 4, locale) + QStringLiteral(" ms");
    return shortReal(seconds, 4, locale) + QStringLiteral(" s");
}

QString verdictText(const Recovery &recovery, const QLocale &locale)
{
    const QString time = recovery.time ? secondsText(toSeconds(*recovery.time), locale) : QString();
    switch (recovery.verdict) {
    case Verdict::none: return RunReport::tr("none (no fault, or no goodput before it to compare with)");
    case Verdict::recovered: return RunReport::tr("recovered %1 after the last fault").arg(time);
    case Verdict::slow: return RunReport::tr("recovered slowly, %1 after the last fault").arg(time);
    case Verdict::metastable:
        return RunReport::tr("metastable: the offered load is back at its baseline, goodput never came back");
    case Verdict::tooShort: return RunReport::tr("none (the run ends before anything can be said)");
    case Verdict::unrecovered:
        return RunReport::tr("not recovered; the offered load is not back at its baseline either");
    }
    return {};
}

QString textReport(const ReportHead &head, const Trace &trace, double wallTime, const QLocale &locale)
{
    const Kpis kpis = kpisOf(trace);
    const std::vector<ReportEntry> entries = reportEntries(trace.world);
    const std::vector<double> values = reportValues(trace, kpis, wallTime);
    std::vector<QStringList> lines;
    for (const Row &row : rowsFor(trace.world))
        lines.push_back({row.label, valueText(valueAt(entries, values, row.path), row.unit, locale)});

    const QString seed = RunReport::tr("seed %1").arg(QString::number(trace.world.seed));
    return headLine(head, seed) + aligned(lines) + u'\n'
           + RunReport::tr("Verdict: %1").arg(verdictText(kpis.recovery, locale)) + u'\n'
           + peakNote(trace.world, RunReport::tr("1 run, %1").arg(seed), locale);
}

QString textReport(const ReportHead &head, const RunSummary &summary, const QLocale &locale)
{
    std::vector<QStringList> lines = {{QString(), RunReport::tr("mean"), QStringLiteral("p5"), QStringLiteral("p95")}};
    std::vector<Row> rows = rowsFor(summary.world);
    if (!summary.world.faults.empty())
        rows.push_back({RunReport::tr("Recovery time"), "recovery.time", Unit::seconds});
    for (const Row &row : rows) {
        const Spread *spread = summary.find(row.path);
        if (spread == nullptr)
            continue;
        lines.push_back({row.label, valueText(spread->mean, row.unit, locale), valueText(spread->p5, row.unit, locale),
                         valueText(spread->p95, row.unit, locale)});
    }
    const std::uint64_t first = summary.world.seed;
    const QString sample = summary.runs == 1 ? RunReport::tr("1 run, seed %1").arg(first)
                                             : RunReport::tr("%1 runs, seeds %2 to %3")
                                                   .arg(locale.toString(summary.runs), QString::number(first),
                                                        QString::number(first + summary.runs - 1));
    return headLine(head, sample) + aligned(lines) + u'\n' + verdictShares(summary, locale)
           + peakNote(summary.world, sample, locale)
           + RunReport::tr("p5 and p95: the smallest value that 5 % and 95 % of the runs do not exceed.") + u'\n';
}

} // namespace retrylab

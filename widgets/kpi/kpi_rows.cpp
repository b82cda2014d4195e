// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kpi/kpi_rows.h"

#include "core/lab/fault_hint.h"
#include "widgets/base/ticks.h"
#include "widgets/breaker/option_time.h"
#include "widgets/kpi/kpi_words.h"

#include <cmath>
#include <functional>

namespace retrylab {

namespace {

enum class Better : std::uint8_t { less, more, neither };

class Rows {
public:
    Rows(const RunModel &run, const RunModel *other)
        : m_run(run)
        , m_other(other)
    {
    }

    using Figure = std::function<std::optional<double>(const RunModel &)>;
    using Format = std::function<QString(double)>;

    /// A row whose value is `figure` written by `format`; the delta is written by the same.
    KpiRow &add(const char *id, const QString &name, const Figure &figure, const Format &format, Better better)
    {
        KpiRow row;
        row.id = id;
        row.name = name;
        row.number = figure(m_run);
        row.value = row.number ? format(*row.number) : QStringLiteral("–");
        const std::optional<double> before = m_other ? figure(*m_other) : std::nullopt;
        if (row.number && before)
            compare(row, *row.number - *before, format, better);
        m_rows.push_back(row);
        return m_rows.back();
    }

    std::vector<KpiRow> take() { return std::move(m_rows); }

private:
    static void compare(KpiRow &row, double difference, const Format &format, Better better)
    {
        const QString size = format(std::abs(difference));
        if (difference == 0 || size == format(0)) {
            row.delta = QStringLiteral("±0");
            row.change = KpiChange::neutral;
            return;
        }
        row.delta = (difference < 0 ? QStringLiteral("−") : QStringLiteral("+")) + size;
        if (better == Better::neither)
            row.change = KpiChange::neutral;
        else
            row.change = (difference < 0) == (better == Better::less) ? KpiChange::better : KpiChange::worse;
    }

    const RunModel &m_run;
    const RunModel *m_other;
    std::vector<KpiRow> m_rows;
};

std::optional<double> ifAny(double count, double value)
{
    return count > 0 ? std::optional<double>(value) : std::nullopt;
}

struct Formats {
    QLocale locale;

    QString times(double v) const { return locale.toString(v, 'f', 2) + QStringLiteral("×"); }
    QString percent(double v) const { return locale.toString(v * 100, 'f', 1) + QStringLiteral(" %"); }
    QString rate(double v) const { return humanNumber(v, locale) + QStringLiteral(" /s"); }
    QString time(double v) const { return humanTime(v, locale); }
    QString count(double v) const { return locale.toString(v, 'f', 0); }
};

bool hasFallback(const RunModel &run)
{
    return run.trace->world.callers().policy.fallback.kind != FallbackKind::none;
}

void addDegraded(Rows &rows, const Formats &f, const RunModel &run)
{
    KpiRow &row = rows.add(
        "degraded", kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "Degraded")),
        [](const RunModel &r) { return std::optional<double>(r.kpis.degraded); }, [f](double v) { return f.count(v); },
        Better::neither);
    const Kpis &k = run.kpis;
    if (const double ended = k.succeeded + k.degraded + k.failed; ended > 0)
        row.note = kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "%1 of those that ended")).arg(f.percent(k.degraded / ended));
    row.tip = kpiWords(QT_TRANSLATE_NOOP(
        "KpiPanel", "Requests that the fallback answered: neither succeeded nor failed, and no goodput."));
}

void addServed(Rows &rows, const Formats &f, const std::optional<KpiTheory> &theory)
{
    KpiRow &amplification = rows.add(
        "amplification", kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "Amplification")),
        [](const RunModel &r) { return ifAny(r.kpis.requests, r.kpis.amplification); },
        [f](double v) { return f.times(v); }, Better::less);
    amplification.tip = kpiWords(
        QT_TRANSLATE_NOOP("KpiPanel", "Attempts sent ÷ requests. What a breaker refuses is not an attempt."));
    const QString theoryNote = kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "theory %1"));
    if (theory)
        amplification.note = theoryNote.arg(f.locale.toString(theory->amplification, 'f', 3));
    KpiRow &success = rows.add(
        "successRate", kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "Success rate")),
        [](const RunModel &r) { return ifAny(r.kpis.succeeded + r.kpis.degraded + r.kpis.failed, r.kpis.successRate); },
        [f](double v) { return f.percent(v); }, Better::more);
    success.tip = kpiWords(
        QT_TRANSLATE_NOOP("KpiPanel", "Requests that succeeded ÷ requests that ended, at whichever attempt."));
    if (theory)
        success.note = theoryNote.arg(f.percent(theory->successRate));
    rows.add(
            "goodput", kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "Goodput")),
            [](const RunModel &r) { return std::optional<double>(r.kpis.goodput); },
            [f](double v) { return f.rate(v); }, Better::more)
        .tip = kpiWords(QT_TRANSLATE_NOOP(
        "KpiPanel", "Requests that succeeded per second, from the end of the warm-up to the end of the run."));
}

void addHedges(Rows &rows, const Formats &f, const RunModel &run)
{
    KpiRow &row = rows.add(
        "hedges", kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "Hedges")),
        [](const RunModel &r) { return std::optional<double>(r.kpis.hedges); }, [f](double v) { return f.count(v); },
        Better::neither);
    row.note = kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "cancelled %1")).arg(f.count(run.kpis.cancelled));
    row.tip = kpiWords(
        QT_TRANSLATE_NOOP("KpiPanel", "Attempts sent beside one that had no answer yet, or at once when it had failed; "
                                      "and attempts that were given up because another decided their request."));
}

void addLatency(Rows &rows, const Formats &f, const RunModel &run)
{
    KpiRow &row = rows.add(
        "latency.p99", kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "Latency p99")),
        [](const RunModel &r) { return ifAny(r.kpis.succeeded, r.kpis.latency.p99); },
        [f](double v) { return f.time(v); }, Better::less);
    if (row.number)
        row.note = kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "p50 %1")).arg(f.time(run.kpis.latency.p50));
    row.tip = kpiWords(QT_TRANSLATE_NOOP("KpiPanel",
                                         "From the request's start to its success, waits included: half of "
                                         "the successful requests were at most as slow as p50, 99 % as p99."));
}

void addPeak(Rows &rows, const Formats &f, const RunModel &run)
{
    const QString window = optionTime(run.trace->world.peakWindow, f.locale);
    KpiRow &row = rows.add(
        "peak.retries.fixed", kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "Peak in %1")).arg(window),
        [](const RunModel &r) { return std::optional<double>(r.kpis.retryPeak.fixed); },
        [f](double v) { return f.count(v); }, Better::less);
    row.note = kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "sliding %1")).arg(f.count(run.kpis.retryPeak.sliding));
    row.tip = kpiWords(QT_TRANSLATE_NOOP("KpiPanel",
                                         "The most retries (first attempts not counted) sent within %1: in windows "
                                         "aligned to multiples of it, and below in any window of that width."))
                  .arg(window);
}

void addRecovery(Rows &rows, const Formats &f, const RunModel &run)
{
    KpiRow &row = rows.add(
        "recovery.time", kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "Back to baseline")),
        [](const RunModel &r) {
            return r.kpis.recovery.time ? std::optional<double>(toSeconds(*r.kpis.recovery.time)) : std::nullopt;
        },
        [f](double v) { return f.time(v); }, Better::less);
    row.note = verdictPhrase(run.kpis.recovery.verdict);
    const RecoveryRule &rule = run.trace->world.recovery;
    row.tip =
        kpiWords(
            QT_TRANSLATE_NOOP(
                "KpiPanel",
                "From the end of the last fault until goodput stays within %1 of its mean before the fault for %2."))
            .arg(f.percent(rule.tolerance), optionTime(rule.hold, f.locale));
}

void addWaste(Rows &rows, const Formats &f)
{
    const auto count = [f](double v) { return f.count(v); };
    rows.add(
            "wasted", kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "Work for nobody")),
            [](const RunModel &r) { return std::optional<double>(r.kpis.wasted); }, count, Better::less)
        .tip = kpiWords(
        QT_TRANSLATE_NOOP("KpiPanel", "Requests that the service finished after their caller had given up waiting."));
    rows.add(
            "queueMax", kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "Longest queue")),
            [](const RunModel &r) { return std::optional<double>(r.kpis.queueMax); }, count, Better::less)
        .tip = kpiWords(QT_TRANSLATE_NOOP(
        "KpiPanel", "The most requests that waited for a slot at once; those in service are not counted."));
    rows.add(
            "breaker.opened", kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "Breaker opened")),
            [](const RunModel &r) { return std::optional<double>(r.kpis.breakerOpened); }, count, Better::neither)
        .tip = kpiWords(QT_TRANSLATE_NOOP(
        "KpiPanel", "How often a breaker went to open, from closed or half-open, all callers together."));
}

/// What a fault answers to each attempt that it hits, if it answers in the service's place.
std::optional<Outcome> answerOf(const Fault &fault)
{
    switch (fault.kind) {
    case FaultKind::refuse: return Outcome{OutcomeKind::refused, 0};
    case FaultKind::status: return outcomeOfStatus(fault.status);
    case FaultKind::error: return outcomeOf(fault.error);
    case FaultKind::latency:
    case FaultKind::slots:
    case FaultKind::restart: break;
    }
    return {};
}

/// May anything but the maximum of attempts keep a call from another one, or send it beside the first? A fallback does
/// neither: it answers when all is over, and what it answers is no success.
bool isHeldBack(const Policy &policy)
{
    return policy.breaker.kind != BreakerKind::none || policy.budget.kind != BudgetKind::none
           || policy.deadline != unlimited || policy.hedge.kind != HedgeKind::none;
}

/// Does the fault's answer forbid another attempt, as these rules read it?
bool forbidsRetry(const Fault &fault, const HintRules &rules)
{
    return followHint(rules, hintOf(fault, rules), Duration::zero(), 0).kind == HintDecision::Kind::doNotRetry;
}

} // namespace

std::optional<KpiTheory> theoryOf(const World &world)
{
    const Policy policy = world.policyInForce();
    if (world.faults.size() != 1 || isHeldBack(policy) || forbidsRetry(world.faults.front(), policy.retry.hint))
        return {};
    const Fault &fault = world.faults.front();
    const std::optional<Outcome> outcome = answerOf(fault);
    const bool wholeRun = fault.from <= Time{} && fault.to >= Time(world.duration) && fault.count == unlimitedCount;
    if (!outcome || !wholeRun || !policy.retry.on.contains(*outcome))
        return {};
    const double p = fault.share;
    const double allFail = std::pow(p, policy.retry.maxAttempts);
    return KpiTheory{p < 1.0 ? (1.0 - allFail) / (1.0 - p) : policy.retry.maxAttempts, 1.0 - allFail};
}

QString verdictPhrase(Verdict verdict)
{
    switch (verdict) {
    case Verdict::recovered: return kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "recovered"));
    case Verdict::slow: return kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "recovered slowly"));
    case Verdict::metastable: return kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "stuck: metastable"));
    case Verdict::unrecovered: return kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "not recovered"));
    case Verdict::tooShort: return kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "run too short to say"));
    case Verdict::none: break;
    }
    return kpiWords(QT_TRANSLATE_NOOP("KpiPanel", "no baseline to compare with"));
}

std::vector<KpiRow> kpiRows(const RunModel &run, const RunModel *other, const QLocale &locale)
{
    Rows rows(run, other);
    const Formats formats{locale};
    addServed(rows, formats, theoryOf(run.trace->world));
    if (hasFallback(run))
        addDegraded(rows, formats, run);
    if (run.trace->world.policyInForce().hedge.kind != HedgeKind::none)
        addHedges(rows, formats, run);
    addLatency(rows, formats, run);
    addPeak(rows, formats, run);
    addRecovery(rows, formats, run);
    addWaste(rows, formats);
    return rows.take();
}

} // namespace retrylab

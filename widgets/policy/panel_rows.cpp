// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/panel_rows.h"

#include "core/lab/dialects.h"
#include "widgets/base/experiment_text.h"
#include "widgets/policy/panel_words.h"
#include "widgets/policy/row_list.h"

#include <QCoreApplication>

namespace retrylab {

namespace {

QString nodePrefix(const Node &node)
{
    return QStringLiteral("chain.%1.").arg(QString::fromStdString(node.name));
}

bool isRetry(QLatin1String leaf)
{
    return leaf.startsWith(QLatin1String("policy.retry.")) || leaf == QLatin1String("policy.deadlineMode");
}

bool isBudget(QLatin1String leaf)
{
    return leaf.startsWith(QLatin1String("policy.budget."));
}

bool isBreaker(QLatin1String leaf)
{
    return leaf.startsWith(QLatin1String("policy.breaker."));
}

/// "Max attempts · 3 retries" where the library's own setting counts these.
QString attemptsLabel(const Experiment &experiment)
{
    const Dialect *dialect = dialectOf(experiment, 0);
    if (dialect == nullptr || dialect->counts != DialectCounts::retries)
        return {};
    const int retries = static_cast<int>(experiment.world.callers().policy.retry.maxAttempts) - 1;
    return QCoreApplication::translate("PanelRows", "Max attempts · %n retries", nullptr, retries);
}

void growthRows(RowList &rows, const RetryOptions &retry)
{
    for (const QLatin1String leaf :
         {QLatin1String("policy.retry.backoff.multiplier"), QLatin1String("policy.retry.backoff.increment")}) {
        PanelRow *row = rows.field(leaf);
        const bool growing = leaf.endsWith(QLatin1String("multiplier")) ? retry.backoff.kind == BackoffKind::exponential
                                                                        : retry.backoff.kind == BackoffKind::linear;
        // Hiding it would look as if it had gone with the jitter; greyed, it says what takes its place.
        if (row != nullptr && growing && retry.jitter.kind == Jitter::decorrelated) {
            row->visible = true;
            row->reason = panelWords(QT_TRANSLATE_NOOP(
                "PanelRows", "Decorrelated jitter grows by itself: up to three times the wait before."));
        }
    }
}

/// What the third answer comes to for the requests of this experiment.
QString classificationRemark(const World &world)
{
    if (world.callers().policy.retry.depends == OutcomeSet())
        return {};
    return world.calls.front().traits().repeatable()
               ? panelWords(QT_TRANSLATE_NOOP("PanelRows",
                                              "“?” depends on the contract: retried here, for these requests may "
                                              "be repeated."))
               : panelWords(QT_TRANSLATE_NOOP("PanelRows",
                                              "“?” depends on the contract: not retried here, for these requests "
                                              "may not be repeated."));
}

bool isHedge(QLatin1String leaf)
{
    return leaf.startsWith(QLatin1String("policy.hedge."));
}

/// Why no hedge is ever sent, if none is.
QString hedgeRemark(const World &world)
{
    if (world.callers().policy.retry.maxAttempts == 1)
        return panelWords(
            QT_TRANSLATE_NOOP("PanelRows", "Hedges count as attempts, and only one is allowed: none is sent."));
    if (world.policyInForce().hedge.kind == HedgeKind::none)
        return panelWords(QT_TRANSLATE_NOOP("PanelRows", "These requests may not be repeated: no hedge is sent."));
    return {};
}

void hedgeRows(RowList &rows, const World &world)
{
    rows.heading(panelWords(QT_TRANSLATE_NOOP("PanelRows", "Hedging")));
    rows.explained(QLatin1String("policy.hedge.kind"), panelWords(QT_TRANSLATE_NOOP("PanelRows", "Another attempt")));
    rows.field(QLatin1String("policy.hedge.delay"));
    rows.field(QLatin1String("policy.hedge.percentile"));
    if (PanelRow *most = rows.field(QLatin1String("policy.hedge.most")))
        most->remark = hedgeRemark(world);
}

std::vector<PanelRow> retryRows(const Experiment &experiment)
{
    const Node &client = experiment.world.callers();
    RowList rows(experiment, nodePrefix(client));
    rows.field(QLatin1String("policy.retry.maxAttempts"), attemptsLabel(experiment));
    rows.field(QLatin1String("policy.retry.backoff.kind"));
    rows.field(QLatin1String("policy.retry.backoff.base"));
    growthRows(rows, client.policy.retry);
    rows.field(QLatin1String("policy.retry.backoff.cap"));
    rows.explained(QLatin1String("policy.retry.jitter"));
    rows.field(QLatin1String("policy.retry.proportion"));
    rows.classification(classificationRemark(experiment.world));
    rows.field(QLatin1String("policy.retry.onlyIdempotent"));
    rows.field(QLatin1String("policy.retry.retryAfter"));
    rows.heading(panelWords(QT_TRANSLATE_NOOP("PanelRows", "Time limits")));
    rows.field(QLatin1String("policy.timeout"));
    rows.field(QLatin1String("policy.deadline"));
    rows.heading(panelWords(QT_TRANSLATE_NOOP("PanelRows", "Retry budget")));
    rows.explained(QLatin1String("policy.budget.kind"), panelWords(QT_TRANSLATE_NOOP("PanelRows", "Kind")));
    rows.plain([](QLatin1String leaf) { return isBudget(leaf) && !leaf.endsWith(QLatin1String(".kind")); });
    hedgeRows(rows, experiment.world);
    rows.drawer([](QLatin1String leaf) { return isRetry(leaf) || isBudget(leaf) || isHedge(leaf); });
    return rows.take();
}

void fallbackRows(RowList &rows, const Policy &policy)
{
    rows.heading(panelWords(QT_TRANSLATE_NOOP("PanelRows", "Fallback")));
    rows.explained(QLatin1String("policy.fallback.kind"), panelWords(QT_TRANSLATE_NOOP("PanelRows", "Answered by")));
    PanelRow *on = rows.field(QLatin1String("policy.fallback.on"), panelWords(QT_TRANSLATE_NOOP("PanelRows", "When")));
    if (on != nullptr && policy.fallback.on == FallbackOn::open && policy.breaker.kind == BreakerKind::none)
        on->remark = panelWords(QT_TRANSLATE_NOOP("PanelRows", "There is no breaker: the fallback is never asked."));
    rows.field(QLatin1String("policy.fallback.share"), panelWords(QT_TRANSLATE_NOOP("PanelRows", "Has an answer for")));
}

std::vector<PanelRow> breakerRows(const Experiment &experiment)
{
    const Node &client = experiment.world.callers();
    RowList rows(experiment, nodePrefix(client));
    const bool consecutive = client.policy.breaker.kind == BreakerKind::consecutive;
    rows.explained(QLatin1String("policy.breaker.kind"), panelWords(QT_TRANSLATE_NOOP("PanelRows", "Opens on")));
    rows.field(QLatin1String("policy.breaker.size"),
               consecutive ? panelWords(QT_TRANSLATE_NOOP("PanelRows", "Failures in a row"))
                           : panelWords(QT_TRANSLATE_NOOP("PanelRows", "Window, in calls")));
    rows.field(QLatin1String("policy.breaker.window"), panelWords(QT_TRANSLATE_NOOP("PanelRows", "Window")));
    rows.field(QLatin1String("policy.breaker.failureRatio"));
    rows.field(QLatin1String("policy.breaker.minimumCalls"));
    rows.field(QLatin1String("policy.breaker.open.time"));
    rows.field(QLatin1String("policy.breaker.halfOpen.probes"));
    rows.field(QLatin1String("policy.breaker.halfOpen.successes"));
    rows.explained(QLatin1String("policy.breaker.order"), panelWords(QT_TRANSLATE_NOOP("PanelRows", "Where")));
    rows.explained(QLatin1String("policy.breaker.scope"), panelWords(QT_TRANSLATE_NOOP("PanelRows", "Whose")));
    fallbackRows(rows, client.policy);
    rows.drawer(isBreaker);
    return rows.take();
}

void distributionRows(RowList &rows, const char *prefix, const QString &mean)
{
    rows.field(QLatin1String(QByteArray(prefix) + ".kind"));
    rows.field(QLatin1String(QByteArray(prefix) + ".value"), panelWords(QT_TRANSLATE_NOOP("PanelRows", "Always")));
    rows.field(QLatin1String(QByteArray(prefix) + ".min"), panelWords(QT_TRANSLATE_NOOP("PanelRows", "At least")));
    rows.field(QLatin1String(QByteArray(prefix) + ".max"), panelWords(QT_TRANSLATE_NOOP("PanelRows", "At most")));
    rows.field(QLatin1String(QByteArray(prefix) + ".mean"), mean);
}

std::vector<PanelRow> faultRows(const Experiment &experiment, const Fault &fault)
{
    const QString name = QString::fromStdString(fault.name);
    RowList rows(experiment, QStringLiteral("faults.%1.").arg(name));
    rows.heading(panelWords(QT_TRANSLATE_NOOP("PanelRows", "Fault “%1”")).arg(faultName(fault)));
    rows.explained(QLatin1String("kind"));
    rows.moment(QLatin1String("from"));
    rows.moment(QLatin1String("to"));
    rows.field(QLatin1String("share"));
    rows.field(QLatin1String("count"));
    rows.field(QLatin1String("status"));
    rows.field(QLatin1String("retryAfter"));
    rows.field(QLatin1String("error"));
    rows.field(QLatin1String("add"));
    rows.field(QLatin1String("slots"));
    return rows.take();
}

std::vector<PanelRow> serviceRows(const Experiment &experiment)
{
    RowList rows(experiment, nodePrefix(experiment.world.service()));
    rows.field(QLatin1String("slots"));
    distributionRows(rows, "serviceTime", panelWords(QT_TRANSLATE_NOOP("PanelRows", "Mean service time")));
    rows.field(QLatin1String("link.delay"));
    rows.heading(panelWords(QT_TRANSLATE_NOOP("PanelRows", "Queue")));
    rows.field(QLatin1String("queue.limit"));
    rows.field(QLatin1String("queue.order"));
    rows.field(QLatin1String("queue.whenFull"));
    rows.field(QLatin1String("dropExpired"));
    std::vector<PanelRow> all = rows.take();
    for (const Fault &fault : experiment.world.faults) {
        const auto more = faultRows(experiment, fault);
        all.insert(all.end(), more.begin(), more.end());
    }
    RowList cold(experiment, nodePrefix(experiment.world.service()));
    cold.heading(panelWords(QT_TRANSLATE_NOOP("PanelRows", "After a restart")));
    cold.field(QLatin1String("slowStart.for"));
    PanelRow *factor = cold.field(QLatin1String("slowStart.factor"));
    if (factor != nullptr && experiment.world.service().slowStart.time == Duration::zero())
        factor->reason = panelWords(QT_TRANSLATE_NOOP("PanelRows", "There is no slow start."));
    const auto more = cold.take();
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

std::vector<PanelRow> callRows(const Experiment &experiment)
{
    const QString name = QString::fromStdString(experiment.world.calls.front().name);
    RowList rows(experiment, QStringLiteral("calls.%1.").arg(name));
    rows.heading(panelWords(QT_TRANSLATE_NOOP("PanelRows", "Requests")));
    rows.field(QLatin1String("method"));
    rows.field(QLatin1String("idempotent"));
    rows.explained(QLatin1String("key"));
    return rows.take();
}

std::vector<PanelRow> trafficRows(const Experiment &experiment)
{
    RowList rows(experiment, {});
    rows.explained(QLatin1String("traffic.kind"));
    rows.field(QLatin1String("traffic.clients"));
    rows.moment(QLatin1String("traffic.at"));
    rows.field(QLatin1String("traffic.rate"));
    rows.field(QLatin1String("traffic.arrivals"));
    rows.field(QLatin1String("traffic.callers"));
    distributionRows(rows, "traffic.thinkTime", panelWords(QT_TRANSLATE_NOOP("PanelRows", "Mean think time")));
    std::vector<PanelRow> all = rows.take();
    const auto calls = callRows(experiment);
    all.insert(all.end(), calls.begin(), calls.end());
    RowList run(experiment, {});
    run.heading(panelWords(QT_TRANSLATE_NOOP("PanelRows", "Run")));
    run.field(QLatin1String("duration"));
    run.field(QLatin1String("warmup"));
    run.field(QLatin1String("measure.peakWindow"));
    const auto more = run.take();
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

} // namespace

std::vector<PanelRow> panelRows(PanelTab tab, const Experiment &experiment)
{
    if (experiment.world.chain.size() < 2)
        return {};
    switch (tab) {
    case PanelTab::retry: return retryRows(experiment);
    case PanelTab::breaker: return breakerRows(experiment);
    case PanelTab::service: return serviceRows(experiment);
    case PanelTab::traffic: return trafficRows(experiment);
    }
    return {};
}

bool isPolicyTab(PanelTab tab)
{
    return tab == PanelTab::retry || tab == PanelTab::breaker;
}

QString panelTabName(PanelTab tab)
{
    switch (tab) {
    case PanelTab::retry: return panelWords(QT_TRANSLATE_NOOP("PanelRows", "Retry"));
    case PanelTab::breaker: return panelWords(QT_TRANSLATE_NOOP("PanelRows", "Breaker"));
    case PanelTab::service: return panelWords(QT_TRANSLATE_NOOP("PanelRows", "Service"));
    case PanelTab::traffic: return panelWords(QT_TRANSLATE_NOOP("PanelRows", "Traffic"));
    }
    return {};
}

} // namespace retrylab

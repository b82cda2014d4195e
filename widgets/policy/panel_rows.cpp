// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/panel_rows.h"

#include "widgets/base/experiment_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace retrylab {

namespace {

QString words(const char *text)
{
    return QCoreApplication::translate("PanelRows", text);
}

/// Collects the rows of one tab.
class RowList {
public:
    RowList(const Experiment &experiment, const QString &prefix)
        : m_experiment(experiment)
        , m_prefix(prefix)
    {
    }

    void heading(const QString &text)
    {
        PanelRow row;
        row.heading = text;
        m_rows.push_back(row);
    }

    /// The row of a field, or null when the table has no such field.
    PanelRow *field(QLatin1String leaf, const QString &label = {})
    {
        const QString path = m_prefix + leaf;
        const Field *field = findField(path);
        if (field == nullptr)
            return nullptr;
        PanelRow row;
        row.path = path;
        row.field = *field;
        showPlainChoices(row.field, *getField(m_experiment, path));
        row.label = label;
        row.visible = applies(m_experiment, path);
        m_rows.push_back(row);
        return &m_rows.back();
    }

    void explained(QLatin1String leaf, const QString &label = {})
    {
        if (PanelRow *row = field(leaf, label))
            row->explaining = true;
    }

    /// A moment of the run: its slider spans the run.
    void moment(QLatin1String leaf)
    {
        PanelRow *row = field(leaf);
        const auto length = static_cast<double>(m_experiment.world.duration.count());
        if (row != nullptr && length > row->field.sliderLeast)
            row->field.sliderMost = std::min(length, row->field.most);
    }

    std::vector<PanelRow> take() { return std::move(m_rows); }

private:
    /// Leaves out the choices that are not for the first sight, unless one of them is chosen.
    static void showPlainChoices(Field &field, const FieldValue &value)
    {
        if (field.plainChoices == 0)
            return;
        const std::span<const std::string_view> plain = field.choices.first(field.plainChoices);
        const bool isPlain = std::any_of(plain.begin(), plain.end(), [&](std::string_view choice) {
            return std::get<QString>(value) == QLatin1String(choice.data(), static_cast<qsizetype>(choice.size()));
        });
        if (isPlain)
            field.choices = plain;
    }

    const Experiment &m_experiment;
    QString m_prefix;
    std::vector<PanelRow> m_rows;
};

QString nodePrefix(const Node &node)
{
    return QStringLiteral("chain.%1.").arg(QString::fromStdString(node.name));
}

std::vector<PanelRow> retryRows(const Experiment &experiment)
{
    const Node &client = experiment.world.callers();
    RowList rows(experiment, nodePrefix(client));
    const RetryOptions &retry = client.policy.retry;
    rows.field(QLatin1String("policy.retry.maxAttempts"));
    rows.field(QLatin1String("policy.retry.backoff.kind"));
    rows.field(QLatin1String("policy.retry.backoff.base"));
    for (const QLatin1String leaf :
         {QLatin1String("policy.retry.backoff.multiplier"), QLatin1String("policy.retry.backoff.increment")}) {
        PanelRow *row = rows.field(leaf);
        const bool growing = leaf.endsWith(QLatin1String("multiplier")) ? retry.backoff.kind == BackoffKind::exponential
                                                                        : retry.backoff.kind == BackoffKind::linear;
        // Hiding it would look as if it had gone with the jitter; greyed, it says what takes its place.
        if (row != nullptr && growing && retry.jitter.kind == Jitter::decorrelated) {
            row->visible = true;
            row->reason = words(QT_TRANSLATE_NOOP(
                "PanelRows", "Decorrelated jitter grows by itself: up to three times the wait before."));
        }
    }
    rows.field(QLatin1String("policy.retry.backoff.cap"));
    rows.explained(QLatin1String("policy.retry.jitter"));
    rows.field(QLatin1String("policy.retry.proportion"));
    rows.field(QLatin1String("policy.retry.on"));
    rows.heading(words(QT_TRANSLATE_NOOP("PanelRows", "Time limits")));
    rows.field(QLatin1String("policy.timeout"));
    rows.field(QLatin1String("policy.deadline"));
    return rows.take();
}

std::vector<PanelRow> breakerRows(const Experiment &experiment)
{
    const Node &client = experiment.world.callers();
    RowList rows(experiment, nodePrefix(client));
    const bool consecutive = client.policy.breaker.kind == BreakerKind::consecutive;
    rows.explained(QLatin1String("policy.breaker.kind"), words(QT_TRANSLATE_NOOP("PanelRows", "Opens on")));
    rows.field(QLatin1String("policy.breaker.size"), consecutive
                                                         ? words(QT_TRANSLATE_NOOP("PanelRows", "Failures in a row"))
                                                         : words(QT_TRANSLATE_NOOP("PanelRows", "Window, in calls")));
    rows.field(QLatin1String("policy.breaker.window"), words(QT_TRANSLATE_NOOP("PanelRows", "Window")));
    rows.field(QLatin1String("policy.breaker.failureRatio"));
    rows.field(QLatin1String("policy.breaker.minimumCalls"));
    rows.field(QLatin1String("policy.breaker.open.time"));
    rows.field(QLatin1String("policy.breaker.halfOpen.probes"));
    rows.field(QLatin1String("policy.breaker.halfOpen.successes"));
    rows.explained(QLatin1String("policy.breaker.order"), words(QT_TRANSLATE_NOOP("PanelRows", "Where")));
    rows.explained(QLatin1String("policy.breaker.scope"), words(QT_TRANSLATE_NOOP("PanelRows", "Whose")));
    return rows.take();
}

void distributionRows(RowList &rows, const char *prefix, const QString &mean)
{
    rows.field(QLatin1String(QByteArray(prefix) + ".kind"));
    rows.field(QLatin1String(QByteArray(prefix) + ".value"), words(QT_TRANSLATE_NOOP("PanelRows", "Always")));
    rows.field(QLatin1String(QByteArray(prefix) + ".min"), words(QT_TRANSLATE_NOOP("PanelRows", "At least")));
    rows.field(QLatin1String(QByteArray(prefix) + ".max"), words(QT_TRANSLATE_NOOP("PanelRows", "At most")));
    rows.field(QLatin1String(QByteArray(prefix) + ".mean"), mean);
}

std::vector<PanelRow> faultRows(const Experiment &experiment, const Fault &fault)
{
    const QString name = QString::fromStdString(fault.name);
    RowList rows(experiment, QStringLiteral("faults.%1.").arg(name));
    rows.heading(words(QT_TRANSLATE_NOOP("PanelRows", "Fault “%1”")).arg(faultName(fault)));
    rows.explained(QLatin1String("kind"));
    rows.moment(QLatin1String("from"));
    rows.moment(QLatin1String("to"));
    rows.field(QLatin1String("share"));
    rows.field(QLatin1String("count"));
    rows.field(QLatin1String("status"));
    rows.field(QLatin1String("add"));
    rows.field(QLatin1String("slots"));
    return rows.take();
}

std::vector<PanelRow> serviceRows(const Experiment &experiment)
{
    RowList rows(experiment, nodePrefix(experiment.world.service()));
    rows.field(QLatin1String("slots"));
    distributionRows(rows, "serviceTime", words(QT_TRANSLATE_NOOP("PanelRows", "Mean service time")));
    rows.field(QLatin1String("link.delay"));
    rows.heading(words(QT_TRANSLATE_NOOP("PanelRows", "Queue")));
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
    cold.heading(words(QT_TRANSLATE_NOOP("PanelRows", "After a restart")));
    cold.field(QLatin1String("slowStart.for"));
    PanelRow *factor = cold.field(QLatin1String("slowStart.factor"));
    if (factor != nullptr && experiment.world.service().slowStart.time == Duration::zero())
        factor->reason = words(QT_TRANSLATE_NOOP("PanelRows", "There is no slow start."));
    const auto more = cold.take();
    all.insert(all.end(), more.begin(), more.end());
    return all;
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
    distributionRows(rows, "traffic.thinkTime", words(QT_TRANSLATE_NOOP("PanelRows", "Mean think time")));
    rows.heading(words(QT_TRANSLATE_NOOP("PanelRows", "Run")));
    rows.field(QLatin1String("duration"));
    rows.field(QLatin1String("warmup"));
    rows.field(QLatin1String("measure.peakWindow"));
    return rows.take();
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

QString panelTabName(PanelTab tab)
{
    switch (tab) {
    case PanelTab::retry: return words(QT_TRANSLATE_NOOP("PanelRows", "Retry"));
    case PanelTab::breaker: return words(QT_TRANSLATE_NOOP("PanelRows", "Breaker"));
    case PanelTab::service: return words(QT_TRANSLATE_NOOP("PanelRows", "Service"));
    case PanelTab::traffic: return words(QT_TRANSLATE_NOOP("PanelRows", "Traffic"));
    }
    return {};
}

} // namespace retrylab

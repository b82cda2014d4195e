// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/run_report.h"

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

namespace retrylab {

namespace {

using Kind = ReportEntry::Kind;
using Writer = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

void writeKey(Writer &json, std::string_view key)
{
    json.Key(key.data(), static_cast<rapidjson::SizeType>(key.size()));
}

void writeText(Writer &json, std::string_view text)
{
    json.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void writeNumber(Writer &json, double value)
{
    const std::string text = shortestNumber(value);
    json.RawValue(text.data(), text.size(), rapidjson::kNumberType);
}

/// Writes entries in order as nested objects: opens and closes what the next path needs.
class Nest {
public:
    explicit Nest(Writer &json)
        : m_json(json)
    {
    }

    /// Stands ready for the value at `path` once this returns.
    void enter(const std::vector<std::string> &path)
    {
        std::size_t common = 0;
        while (common < m_open.size() && common + 1 < path.size() && m_open[common] == path[common])
            ++common;
        close(common);
        for (; m_open.size() + 1 < path.size(); m_open.push_back(path[m_open.size()])) {
            writeKey(m_json, path[m_open.size()]);
            m_json.StartObject();
        }
        writeKey(m_json, path.back());
    }

    void close(std::size_t depth = 0)
    {
        for (; m_open.size() > depth; m_open.pop_back())
            m_json.EndObject();
    }

private:
    Writer &m_json;
    std::vector<std::string> m_open;
};

void writeHead(Writer &json, const ReportHead &head, const World &world)
{
    writeKey(json, "experiment");
    writeText(json, head.experiment.toStdString());
    if (!head.variant.isEmpty()) {
        writeKey(json, "variant");
        writeText(json, head.variant.toStdString());
    }
    writeKey(json, "seed");
    json.Uint64(world.seed);
    writeKey(json, "version");
    writeText(json, labVersion().toStdString());
}

void writeTransition(Writer &json, const World &world, const BreakerTransition &transition)
{
    json.StartObject();
    writeKey(json, "at");
    writeNumber(json, toSeconds(Duration(transition.at)));
    writeKey(json, "node");
    writeText(json, world.callers().name);
    writeKey(json, "from");
    writeText(json, breakerStateKey(transition.from));
    writeKey(json, "to");
    writeText(json, breakerStateKey(transition.to));
    writeKey(json, "why");
    writeText(json, breakerWhyKey(transition.why));
    if (world.callers().policy.breaker.scope == BreakerScope::caller) {
        writeKey(json, "caller");
        json.Uint(transition.breaker);
    }
    json.EndObject();
}

void writeSpread(Writer &json, const Spread &spread)
{
    json.StartObject();
    writeKey(json, "mean");
    writeNumber(json, spread.mean);
    writeKey(json, "p5");
    writeNumber(json, spread.p5);
    writeKey(json, "p95");
    writeNumber(json, spread.p95);
    json.EndObject();
}

double verdictShare(const RunSummary &summary, int verdict)
{
    return static_cast<double>(summary.verdicts[static_cast<std::size_t>(verdict)]) / summary.runs;
}

void writeVerdictShares(Writer &json, const RunSummary &summary)
{
    json.StartObject();
    for (int verdict = 0; verdict < verdictCount; ++verdict) {
        writeKey(json, verdictName(static_cast<Verdict>(verdict)));
        writeNumber(json, verdictShare(summary, verdict));
    }
    json.EndObject();
}

/// A field of a CSV line; quoted where it would be read as more than one.
QByteArray csvField(const std::string &text)
{
    QByteArray field = QByteArray::fromStdString(text);
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return field;
    return '"' + field.replace('"', "\"\"") + '"';
}

QByteArray csvNumber(double value)
{
    return value != value ? QByteArray() : QByteArray::fromStdString(shortestNumber(value));
}

QByteArray finished(const rapidjson::StringBuffer &buffer)
{
    return QByteArray(buffer.GetString(), static_cast<qsizetype>(buffer.GetSize())) + '\n';
}

} // namespace

QString labVersion()
{
    return QStringLiteral(RETRYLAB_VERSION);
}

QByteArray jsonReport(const ReportHead &head, const Trace &trace, double wallTime)
{
    const Kpis kpis = kpisOf(trace);
    const std::vector<ReportEntry> entries = reportEntries(trace.world);
    const std::vector<double> values = reportValues(trace, kpis, wallTime);
    rapidjson::StringBuffer buffer;
    Writer json(buffer);
    json.SetIndent(' ', 2);
    json.StartObject();
    writeHead(json, head, trace.world);
    Nest nest(json);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        nest.enter(entries[i].path);
        if (entries[i].kind == Kind::verdict) {
            writeText(json, verdictName(kpis.recovery.verdict));
        } else if (entries[i].kind == Kind::transitions) {
            json.StartArray();
            for (const BreakerTransition &transition : trace.transitions)
                writeTransition(json, trace.world, transition);
            json.EndArray();
        } else {
            writeNumber(json, values[i]);
        }
    }
    nest.close();
    json.EndObject();
    return finished(buffer);
}

QByteArray jsonReport(const ReportHead &head, const RunSummary &summary)
{
    rapidjson::StringBuffer buffer;
    Writer json(buffer);
    json.SetIndent(' ', 2);
    json.StartObject();
    writeHead(json, head, summary.world);
    writeKey(json, "runs");
    json.Uint(summary.runs);
    Nest nest(json);
    for (std::size_t i = 0; i < summary.entries.size(); ++i) {
        const ReportEntry &entry = summary.entries[i];
        if (entry.kind == Kind::transitions)
            continue;
        nest.enter(entry.path);
        if (entry.kind == Kind::verdict)
            writeVerdictShares(json, summary);
        else if (entry.kind == Kind::setting)
            writeNumber(json, summary.spreads[i].mean);
        else
            writeSpread(json, summary.spreads[i]);
    }
    nest.close();
    json.EndObject();
    return finished(buffer);
}

QByteArray csvReport(const Trace &trace, double wallTime)
{
    const Kpis kpis = kpisOf(trace);
    const std::vector<ReportEntry> entries = reportEntries(trace.world);
    const std::vector<double> values = reportValues(trace, kpis, wallTime);
    QByteArray csv("figure,value\n");
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i].kind == Kind::transitions)
            continue;
        csv += csvField(entries[i].dotted()) + ',';
        csv += entries[i].kind == Kind::verdict ? QByteArray(verdictName(kpis.recovery.verdict)) : csvNumber(values[i]);
        csv += '\n';
    }
    return csv;
}

QByteArray csvReport(const RunSummary &summary)
{
    QByteArray csv("figure,mean,p5,p95\n");
    for (std::size_t i = 0; i < summary.entries.size(); ++i) {
        const ReportEntry &entry = summary.entries[i];
        if (entry.kind == Kind::transitions)
            continue;
        const QByteArray name = csvField(entry.dotted());
        if (entry.kind == Kind::verdict) {
            for (int verdict = 0; verdict < verdictCount; ++verdict)
                csv += name + '.' + verdictName(static_cast<Verdict>(verdict)) + ','
                       + csvNumber(verdictShare(summary, verdict)) + ",,\n";
            continue;
        }
        const Spread &spread = summary.spreads[i];
        csv += name + ',' + csvNumber(spread.mean) + ',' + csvNumber(spread.p5) + ',' + csvNumber(spread.p95) + '\n';
    }
    return csv;
}

} // namespace retrylab

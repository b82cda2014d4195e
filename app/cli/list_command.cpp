// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/terminal.h"
#include "core/lab/builtin.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace retrylab {

namespace {

/// The text in lines of at most `width` characters, broken at spaces; all but the first indented.
QString wrapped(const QString &text, qsizetype width, const QString &indent)
{
    QString result;
    qsizetype column = 0;
    for (const QString &word : text.simplified().split(u' ', Qt::SkipEmptyParts)) {
        if (column > 0 && column + 1 + word.size() > width) {
            result += u'\n' + indent;
            column = 0;
        } else if (column > 0) {
            result += u' ';
            ++column;
        }
        result += word;
        column += word.size();
    }
    return result;
}

QString textEntry(const QString &name, const Experiment &experiment, qsizetype nameWidth)
{
    const QString indent(nameWidth + 2, u' ');
    const qsizetype width = 100 - indent.size();
    QString text = name.leftJustified(nameWidth) + QStringLiteral("  ") + wrapped(experiment.about, width, indent)
                   + u'\n';
    QStringList variants;
    for (const Variant &variant : experiment.variants)
        variants += variant.name;
    if (!variants.isEmpty())
        text += indent + wrapped(QStringLiteral("Variants: ") + variants.join(QStringLiteral(", ")), width, indent)
                + u'\n';
    return text;
}

QJsonObject jsonEntry(const QString &name, const Experiment &experiment)
{
    QJsonArray variants;
    for (const Variant &variant : experiment.variants)
        variants.append(variant.name);
    return {{QStringLiteral("name"), name},
            {QStringLiteral("title"), experiment.name},
            {QStringLiteral("about"), experiment.about},
            {QStringLiteral("source"), experiment.source},
            {QStringLiteral("variants"), variants}};
}

} // namespace

int listExperiments(const ListCommand &command)
{
    const QStringList names = builtinNames();
    qsizetype nameWidth = 0;
    for (const QString &name : names)
        nameWidth = std::max(nameWidth, name.size());

    QString text;
    QJsonArray json;
    for (const QString &name : names) {
        const Result<Experiment> experiment = findExperiment(name);
        if (!experiment)
            return complain(experiment.error().oneLine());
        text += textEntry(name, *experiment, nameWidth);
        json.append(jsonEntry(name, *experiment));
    }
    return writeOutput(command.format == OutputFormat::json ? QJsonDocument(json).toJson() : text.toUtf8());
}

} // namespace retrylab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/terminal.h"
#include "core/lab/builtin.h"
#include "core/lab/dialects.h"

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

QString textEntry(const Dialect &dialect, qsizetype nameWidth)
{
    const QString indent(nameWidth + 2, u' ');
    return dialect.name.leftJustified(nameWidth) + QStringLiteral("  ") + dialect.title + u'\n' + indent
           + wrapped(dialect.about.english.front(), 100 - indent.size(), indent) + u'\n';
}

QJsonObject jsonEntry(const Dialect &dialect)
{
    return {{QStringLiteral("name"), dialect.name},
            {QStringLiteral("title"), dialect.title},
            {QStringLiteral("about"), dialect.about.english.front()},
            {QStringLiteral("source"), dialect.source}};
}

/// The dialects in both forms.
void listDialects(QString &text, QJsonArray &json)
{
    qsizetype nameWidth = 0;
    for (const Dialect &dialect : dialects())
        nameWidth = std::max(nameWidth, dialect.name.size());
    for (const Dialect &dialect : dialects()) {
        text += textEntry(dialect, nameWidth);
        json.append(jsonEntry(dialect));
    }
}

} // namespace

int listExperiments(const ListCommand &command)
{
    const QStringList names = builtinNames();
    qsizetype nameWidth = 0;
    for (const QString &name : names)
        nameWidth = std::max(nameWidth, name.size());

    QString text = QStringLiteral("Experiments\n");
    QJsonArray experiments;
    for (const QString &name : names) {
        const Result<Experiment> experiment = findExperiment(name);
        if (!experiment)
            return complain(experiment.error().oneLine());
        text += textEntry(name, *experiment, nameWidth);
        experiments.append(jsonEntry(name, *experiment));
    }
    text += QStringLiteral("\nDialects\n");
    QJsonArray dialectEntries;
    listDialects(text, dialectEntries);
    const QJsonObject json{{QStringLiteral("experiments"), experiments}, {QStringLiteral("dialects"), dialectEntries}};
    return writeOutput(command.format == OutputFormat::json ? QJsonDocument(json).toJson() : text.toUtf8());
}

} // namespace retrylab

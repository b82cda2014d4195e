// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/experiment_file.h"

#include "core/lab/experiment_file_migrate.h"
#include "core/lab/experiment_file_read.h"
#include "core/lab/fields.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>

namespace retrylab {

namespace {

tl::unexpected<Error> fileFailure(const QString &fileName, const QString &message)
{
    Error error;
    error.message = message;
    error.file = QDir::toNativeSeparators(fileName);
    return tl::unexpected(error);
}

} // namespace

Result<Experiment> readExperiment(const QByteArray &json)
{
    if (json.trimmed().isEmpty())
        return failure({}, QStringLiteral("the file is empty"), 1);
    return parseJson(json, {maxFileBytes, maxFileDepth, maxFileValues})
        .and_then([](JsonValue root) { return migrateFile(std::move(root)); })
        .and_then([](const JsonValue &root) { return ExperimentReader().read(root); });
}

Result<Experiment> loadExperiment(const QString &fileName)
{
    QFile file(fileName);
    if (!file.open(QIODevice::ReadOnly))
        return fileFailure(fileName, QStringLiteral("cannot be read: %1").arg(file.errorString()));
    // A pipe does not tell its size: one byte more than allowed is read, and then it is too large as well.
    const QByteArray json = file.size() > maxFileBytes ? QByteArray() : file.read(maxFileBytes + 1);
    if (file.size() > maxFileBytes || json.size() > maxFileBytes)
        return fileFailure(fileName, QStringLiteral("larger than %1 MB").arg(maxFileBytes >> 20));
    if (file.error() != QFileDevice::NoError)
        return fileFailure(fileName, QStringLiteral("cannot be read: %1").arg(file.errorString()));
    return readExperiment(json).map_error([&](Error error) {
        error.file = QDir::toNativeSeparators(fileName);
        return error;
    });
}

Result<void> saveExperiment(const Experiment &experiment, const QString &fileName)
{
    if (Result<void> valid = validate(experiment); !valid)
        return valid;
    QSaveFile file(fileName);
    const QByteArray json = writeExperiment(experiment);
    if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size() || !file.commit())
        return fileFailure(fileName, QStringLiteral("cannot be saved: %1").arg(file.errorString()));
    return {};
}

} // namespace retrylab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fields.h"

#include "core/lab/dialects.h"
#include "core/lab/fields_access.h"
#include "core/lab/fields_path.h"
#include "core/lab/latin.h"

#include <QStringBuilder>

namespace retrylab {

Distribution withKind(const Distribution &distribution, DistributionKind kind)
{
    if (distribution.kind == kind)
        return distribution;
    const Duration middle = mean(distribution);
    if (kind == DistributionKind::uniform)
        return {kind, Duration::zero(), middle > unlimited / 2 ? unlimited : middle * 2};
    return {kind, middle, Duration::zero()};
}

namespace {

/// What stands in the way of setting this field of this element, apart from the value.
Result<void> checkPlace(const Experiment &experiment, const FieldPlace &place, QStringView path)
{
    const Field &field = *place.field;
    if (!hasField(experiment, field, place.element)) {
        const bool forCaller = field.role == NodeRole::caller;
        return failure(path.toString(), forCaller ? QStringLiteral("the last node calls nobody and has no policy")
                                                  : QStringLiteral("the first node is the callers; it serves nobody"));
    }
    if (isOfItsKind(experiment, field, place.element))
        return {};
    const FieldCondition &kind = field.when[0];
    const FieldValue now = fieldWithPattern(latin(kind.path))->read(experiment, place.element);
    return failure(path.toString(), QStringLiteral("only the kind \"%1\" has this; the kind is \"%2\"")
                                        .arg(latin(kind.any), std::get<QString>(now)));
}

Result<void> checkNode(const Experiment &experiment, const Field &field, QStringView path, const FieldValue &value)
{
    if (field.path != "faults.*.node")
        return {};
    const QString service = QString::fromStdString(experiment.world.service().name);
    const QString &name = std::get<QString>(value);
    if (name == service)
        return {};
    return failure(path.toString(), quoted(name) % u" cannot have faults; allowed: " % service);
}

} // namespace

Result<FieldValue> getField(const Experiment &experiment, QStringView path)
{
    return resolvePath(experiment, path).map([&](const FieldPlace &place) {
        return place.field->read(experiment, place.element);
    });
}

bool applies(const Experiment &experiment, QStringView path)
{
    const Result<FieldPlace> place = resolvePath(experiment, path);
    return place && appliesAt(experiment, *place->field, place->element);
}

Result<void> setField(Experiment &experiment, QStringView path, const FieldValue &value)
{
    const Result<FieldPlace> place = resolvePath(experiment, path);
    if (!place)
        return tl::unexpected(place.error());
    if (Result<void> allowed = checkPlace(experiment, *place, path); !allowed)
        return allowed;
    const Field &field = *place->field;
    if (Result<void> good = checkValue(field, value); !good)
        return failure(path.toString(), good.error().message);
    if (Result<void> good = checkNode(experiment, field, path, value); !good)
        return good;
    if (Result<void> good = checkDialect(experiment, field, place->element, value);
        !good && value != field.read(experiment, place->element))
        return failure(path.toString(), good.error().message);
    field.write(experiment, place->element, value);
    return {};
}

Result<void> setFieldText(Experiment &experiment, QStringView path, QStringView text)
{
    const Result<FieldPlace> place = resolvePath(experiment, path);
    if (!place)
        return tl::unexpected(place.error());
    const Result<FieldValue> value = fieldFromText(*place->field, text);
    if (!value)
        return failure(path.toString(), value.error().message);
    return setField(experiment, path, *value);
}

} // namespace retrylab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/dialects.h"
#include "policy_fixture.h"

#include <QTest>

namespace retrylab {

/// A row of test data for each dialect: its name, in the column "name".
inline void addEachDialect()
{
    QTest::addColumn<QString>("name");
    for (const Dialect &dialect : dialects())
        QTest::newRow(qPrintable(dialect.name)) << dialect.name;
}

/// Of a choice, by its path in a policy, what the dialect leaves.
inline QStringList choicesOf(const Dialect &dialect, const char *path)
{
    const DialectRule rule = ruleFor(dialect, *findField(policyPrefix + QLatin1String(path)));
    return rule.kind == DialectRule::Kind::fixed ? QStringList(std::get<QString>(rule.value)) : rule.choices;
}

} // namespace retrylab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fields_table.h"

#include <QtGlobal>

// Rows of the field table: the budget of a caller's retries.

namespace retrylab {

namespace {

constexpr std::string_view budgetKindPath = "chain.*.policy.budget.kind";
/// Kinds that look back over a window.
constexpr std::string_view windowed = "ratio|adaptiveThrottle";
/// Tokens are counted in thousandths, in 32 bits.
constexpr double mostTokens = 4'294'967;

template <auto Member>
FieldRow addBudget(FieldTable &table, std::string_view path)
{
    return table.add<Node, &Node::policy, &Policy::budget, Member>(path).of(NodeRole::caller);
}

template <auto Member>
FieldRow addTokens(FieldTable &table, std::string_view path, double sliderMost)
{
    return addBudget<Member>(table, path)
        .range(0, mostTokens)
        .slider(0, sliderMost)
        .when(budgetKindPath, "tokenBucket");
}

void addBudgetWindowFields(FieldTable &table)
{
    addBudget<&BudgetOptions::window>(table, "chain.*.policy.budget.window")
        .range(millisecond, hour)
        .logSlider(100 * millisecond, 5 * minute)
        .when(budgetKindPath, windowed)
        .words(QT_TRANSLATE_NOOP("Field", "Budget window"),
               QT_TRANSLATE_NOOP("Field", "How far back the budget looks."));
    addBudget<&BudgetOptions::slices>(table, "chain.*.policy.budget.slices")
        .range(1, 1000)
        .logSlider(1, 100)
        .advanced()
        .when(budgetKindPath, windowed)
        .words(QT_TRANSLATE_NOOP("Field", "Budget slices"),
               QT_TRANSLATE_NOOP("Field", "The budget forgets its window in so many parts."));
    addBudget<&BudgetOptions::windowRule>(table, "chain.*.policy.budget.windowRule")
        .advanced()
        .when(budgetKindPath, "ratio")
        .words(QT_TRANSLATE_NOOP("Field", "Budget window rule"),
               QT_TRANSLATE_NOOP("Field", "How the budget's window slides on."));
    addBudget<&BudgetOptions::minPerSecond>(table, "chain.*.policy.budget.minPerSecond")
        .range(0, 1'000'000)
        .slider(0, 100)
        .when(budgetKindPath, "ratio")
        .words(QT_TRANSLATE_NOOP("Field", "Minimum retries"),
               QT_TRANSLATE_NOOP("Field", "Retries per second that no request has to pay for."));
    addBudget<&BudgetOptions::deposit>(table, "chain.*.policy.budget.deposit")
        .advanced()
        .when(budgetKindPath, "ratio")
        .words(QT_TRANSLATE_NOOP("Field", "Budget deposit"),
               QT_TRANSLATE_NOOP("Field", "Which event pays for later retries."));
    addBudget<&BudgetOptions::arithmetic>(table, "chain.*.policy.budget.arithmetic")
        .advanced()
        .when(budgetKindPath, "ratio")
        .words(QT_TRANSLATE_NOOP("Field", "Budget arithmetic"),
               QT_TRANSLATE_NOOP("Field", "How the cost of a retry becomes a whole number."));
}

void addTokenFields(FieldTable &table)
{
    addBudget<&BudgetOptions::capacity>(table, "chain.*.policy.budget.capacity")
        .range(0, mostTokens)
        .logSlider(1, 1000)
        .when(budgetKindPath, "tokenBucket|grpcThrottle")
        .words(QT_TRANSLATE_NOOP("Field", "Token capacity"),
               QT_TRANSLATE_NOOP("Field", "How many tokens the bucket holds at most."));
    addBudget<&BudgetOptions::initial>(table, "chain.*.policy.budget.initial")
        .range(0, mostTokens)
        .logSlider(1, 1000)
        .when(budgetKindPath, "tokenBucket")
        .words(QT_TRANSLATE_NOOP("Field", "Tokens at the start"),
               QT_TRANSLATE_NOOP("Field", "How many tokens the bucket begins with."));
    addTokens<&BudgetOptions::cost>(table, "chain.*.policy.budget.cost", 20)
        .words(QT_TRANSLATE_NOOP("Field", "Retry cost"), QT_TRANSLATE_NOOP("Field", "Tokens that a retry takes."));
    addTokens<&BudgetOptions::timeoutCost>(table, "chain.*.policy.budget.timeoutCost", 20)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Cost after a timeout"),
               QT_TRANSLATE_NOOP("Field", "Tokens that a retry takes after a timeout."));
    addTokens<&BudgetOptions::throttleCost>(table, "chain.*.policy.budget.throttleCost", 20)
        .advanced()
        .words(QT_TRANSLATE_NOOP("Field", "Cost after a 429"),
               QT_TRANSLATE_NOOP("Field", "Tokens that a retry takes after a 429."));
    addTokens<&BudgetOptions::depositPerCall>(table, "chain.*.policy.budget.depositPerCall", 10)
        .words(QT_TRANSLATE_NOOP("Field", "Deposit per request"),
               QT_TRANSLATE_NOOP("Field", "Tokens that every request brings."));
    addTokens<&BudgetOptions::depositPerSuccess>(table, "chain.*.policy.budget.depositPerSuccess", 10)
        .words(QT_TRANSLATE_NOOP("Field", "Deposit per success"),
               QT_TRANSLATE_NOOP("Field", "Tokens that a success brings."));
    addBudget<&BudgetOptions::refund>(table, "chain.*.policy.budget.refund")
        .advanced()
        .when(budgetKindPath, "tokenBucket")
        .words(QT_TRANSLATE_NOOP("Field", "Refund"),
               QT_TRANSLATE_NOOP("Field", "What a success after retries gives back."));
    addBudget<&BudgetOptions::sendRate>(table, "chain.*.policy.budget.sendRate")
        .advanced()
        .when(budgetKindPath, "tokenBucket")
        .words(QT_TRANSLATE_NOOP("Field", "Sending rate"),
               QT_TRANSLATE_NOOP("Field", "How fast attempts are sent at most, first ones too."));
}

void addThrottleFields(FieldTable &table)
{
    addBudget<&BudgetOptions::minConcurrency>(table, "chain.*.policy.budget.minConcurrency")
        .range(0, 1'000'000)
        .slider(0, 20)
        .when(budgetKindPath, "activeShare")
        .words(QT_TRANSLATE_NOOP("Field", "Minimum concurrency"),
               QT_TRANSLATE_NOOP("Field", "So many retries may always be under way."));
    addBudget<&BudgetOptions::waitingIsActive>(table, "chain.*.policy.budget.waitingIsActive")
        .advanced()
        .when(budgetKindPath, "activeShare")
        .words(QT_TRANSLATE_NOOP("Field", "Waiting is active"),
               QT_TRANSLATE_NOOP("Field", "A retry counts as active while it waits, too."));
    addBudget<&BudgetOptions::k>(table, "chain.*.policy.budget.k")
        .range(0, 1000)
        .slider(1, 5)
        .when(budgetKindPath, "adaptiveThrottle")
        .words(QT_TRANSLATE_NOOP("Field", "Throttle factor k"),
               QT_TRANSLATE_NOOP("Field", "It refuses once requests are more than k times the accepts."));
    addBudget<&BudgetOptions::padding>(table, "chain.*.policy.budget.padding")
        .range(0, 1'000'000)
        .slider(0, 20)
        .advanced()
        .when(budgetKindPath, "adaptiveThrottle")
        .words(QT_TRANSLATE_NOOP("Field", "Throttle padding"),
               QT_TRANSLATE_NOOP("Field", "Requests added below the line, so that the first few are let go."));
    addBudget<&BudgetOptions::admit>(table, "chain.*.policy.budget.admit")
        .when(budgetKindPath, "adaptiveThrottle")
        .words(QT_TRANSLATE_NOOP("Field", "Throttle applies to"),
               QT_TRANSLATE_NOOP("Field", "Which attempts must ask the throttle."));
}

} // namespace

void addBudgetFields(FieldTable &table)
{
    addBudget<&BudgetOptions::kind>(table, budgetKindPath)
        .words(QT_TRANSLATE_NOOP("Field", "Retry budget"),
               QT_TRANSLATE_NOOP("Field", "What keeps retries in check beyond the single call."));
    addBudget<&BudgetOptions::scope>(table, "chain.*.policy.budget.scope")
        .when(budgetKindPath, "ratio|tokenBucket|grpcThrottle|activeShare|adaptiveThrottle")
        .words(QT_TRANSLATE_NOOP("Field", "Budget scope"),
               QT_TRANSLATE_NOOP("Field", "One budget for each caller, or one for all."));
    addBudget<&BudgetOptions::ratio>(table, "chain.*.policy.budget.ratio")
        .range(0, 1000)
        .slider(0, 1)
        .when(budgetKindPath, "ratio|grpcThrottle|activeShare")
        .words(
            QT_TRANSLATE_NOOP("Field", "Budget ratio"),
            QT_TRANSLATE_NOOP("Field", "Retries per request or per attempt in flight; for gRPC, tokens per success."));
    addBudgetWindowFields(table);
    addTokenFields(table);
    addThrottleFields(table);
}

} // namespace retrylab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/backoff.h"
#include "tests/oracle/reading.h"

#include <QJsonObject>
#include <QJsonValue>

#include <initializer_list>

namespace retrylab::oracle {

/// What a library's settings are to the core.
struct Schedule {
    Backoff backoff;
    JitterOptions jitter = {.kind = Jitter::none};
};

/// A backoff that waits nothing and has no cap: what a library does not say, it does not do.
Schedule uncapped(BackoffKind kind, Duration base);

/// Ticks to try, finest first: a picosecond, and a second where a library has waits of 2^62 s.
inline constexpr std::initializer_list<double> anyTick{1e12, 1e9, 1e6, 1e3, 2.0, 1.0};
inline constexpr std::initializer_list<double> nanosecondTick{1e9};
inline constexpr std::initializer_list<double> millisecondTick{1e3};

/// The wait before a retry when every draw is u.
Duration waitAt(const Schedule &schedule, std::uint32_t retry, double u);

/// A wait, and how many of its ticks make a second.
struct Wait {
    Duration ticks{0};
    double perSecond = 1e9;
};

/// Calls compute(Ticks &) with the finest tick in which the wait does not saturate; if there is none, with the coarsest
/// that still holds everything that was given.
template <typename Compute>
Wait inFinestTicks(std::initializer_list<double> choices, Compute compute)
{
    Wait best;
    for (const double choice : choices) {
        Ticks tick(choice);
        const Duration wait = compute(tick);
        if (choice == *choices.begin() || tick.exact())
            best = {wait, choice};
        if (wait != unlimited)
            break;
    }
    return best;
}

/// The wait as a number of units: an integer with all its 64 bits where it is whole.
QJsonValue inUnits(Wait wait, double unitsPerSecond);

/// Calls put(key, unitsPerSecond) for NAME_s, NAME_ms, NAME_us, NAME_ns, and for NAME itself, whose unit is the
/// vector's.
template <typename Put>
void forEachUnit(const QString &name, double perSecond, Put put)
{
    put(name, perSecond);
    put(name + QStringLiteral("_s"), 1.0);
    put(name + QStringLiteral("_ms"), 1e3);
    put(name + QStringLiteral("_us"), 1e6);
    put(name + QStringLiteral("_ns"), 1e9);
}

/// The figures NAME_… of waits that are counted in ticks: one, or a list, or lists of lists; what is no number in it
/// stays as it is.
QJsonObject figuresOf(const QString &name, const QJsonValue &ticks, const Ticks &tick, double perSecond = 1.0);

/// f(retry) for one retry, or the list for several.
template <typename F>
QJsonValue eachRetry(const Retries &retries, F f)
{
    if (retries.single)
        return f(retries.numbers.first());
    QJsonArray results;
    for (const std::uint32_t retry : retries.numbers)
        results += f(retry);
    return results;
}

/// The figures NAME_… of the waits before these retries: one, or a list. make(Ticks &) gives the schedule. `draws`:
/// none, one number, or a list: then there is such an answer for each draw.
template <typename Make>
QJsonObject waitFigures(const QString &name, std::initializer_list<double> choices, Make make, const Retries &retries,
                        const QJsonValue &draws = QJsonValue::Undefined, double perSecond = 1.0)
{
    QJsonObject figures;
    forEachUnit(name, perSecond, [&](const QString &key, double unitsPerSecond) {
        figures[key] = mapped(draws, [&](const QJsonValue &u) {
            return eachRetry(retries, [&](std::uint32_t retry) {
                const auto wait = [&](Ticks &tick) { return waitAt(make(tick), retry, u.toDouble()); };
                return inUnits(inFinestTicks(choices, wait), unitsPerSecond);
            });
        });
    });
    return figures;
}

/// The figures min_… and max_…: the ranges of the waits before these retries.
template <typename Make>
QJsonObject rangeFigures(std::initializer_list<double> choices, Make make, const Retries &retries)
{
    QJsonObject figures;
    const auto put = [&](const QString &name, Duration WaitRange::*end) {
        forEachUnit(name, 1.0, [&](const QString &key, double unitsPerSecond) {
            figures[key] = eachRetry(retries, [&](std::uint32_t retry) {
                const auto wait = [&](Ticks &tick) {
                    const Schedule schedule = make(tick);
                    return waitRange(schedule.backoff, schedule.jitter, retry, schedule.backoff.base).*end;
                };
                return inUnits(inFinestTicks(choices, wait), unitsPerSecond);
            });
        });
    };
    put(QStringLiteral("min"), &WaitRange::low);
    put(QStringLiteral("max"), &WaitRange::high);
    return figures;
}

/// Adds the figures of another object.
void addFigures(QJsonObject &figures, const QJsonObject &more);

/// The figures for one option; for a list of options, each figure is the list of what it is for each of them.
template <typename Figures>
QJsonObject eachOption(const QJsonValue &options, Figures figuresFor)
{
    if (!options.isArray())
        return figuresFor(options);
    QJsonObject lists;
    for (const auto &option : options.toArray()) {
        const QJsonObject figures = figuresFor(option);
        for (auto it = figures.begin(); it != figures.end(); ++it) {
            QJsonArray list = lists[it.key()].toArray();
            list += it.value();
            lists[it.key()] = list;
        }
    }
    return lists;
}

} // namespace retrylab::oracle

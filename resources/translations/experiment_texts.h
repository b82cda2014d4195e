// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the built-in experiments, for those who translate: they stand in JSON files, which lupdate cannot read.
// Nothing includes this file. The name, the texts, the variants and the faults of each experiment, each text once.
#pragma once

#include <QtGlobal>

namespace retrylab {

inline constexpr const char *experimentTexts[] = {
    // burst-503
    QT_TRANSLATE_NOOP("Experiment", "503 burst · 50 callers"),
    QT_TRANSLATE_NOOP("Experiment",
                      "For 1.8 seconds the service answers 503. Watch retries pile on top of the first attempts, the "
                      "breaker cut them off, and its probes find out that the service is well again."),
    QT_TRANSLATE_NOOP("Experiment",
                      "Our own scene: a short burst of 503 on a service with four times the capacity it needs."),
    QT_TRANSLATE_NOOP("Experiment", "burst"),

    // baseline
    QT_TRANSLATE_NOOP("Experiment", "A healthy service"),
    QT_TRANSLATE_NOOP("Experiment",
                      "Nothing is wrong: a fifth of the capacity is used, no call is retried, and the breaker stays "
                      "closed. Move the request rate towards 500/s and see the queue wake up."),
    QT_TRANSLATE_NOOP(
        "Experiment",
        "The textbook queue with ten servers at 20 % utilisation, as a yardstick for the other experiments."),

    // three-failures
    QT_TRANSLATE_NOOP("Experiment", "Three failures, then an answer"),
    QT_TRANSLATE_NOOP("Experiment",
                      "One caller meets a service that fails three times. The waits double: 100, 200, 400 ms, 0.7 s in "
                      "all. With full jitter each wait is drawn between 0 and that, and half is slept on average."),
    QT_TRANSLATE_NOOP("Experiment",
                      "The smallest case of exponential backoff, worked out by hand: 0.1 + 0.2 + 0.4 = 0.7 s."),
    QT_TRANSLATE_NOOP("Experiment", "no jitter"),
    QT_TRANSLATE_NOOP("Experiment", "full jitter"),
    QT_TRANSLATE_NOOP("Experiment", "hiccup"),

    // fifty-clients
    QT_TRANSLATE_NOOP("Experiment", "Fifty clients fail together"),
    QT_TRANSLATE_NOOP("Experiment",
                      "Fifty clients call at the same moment and all fail. Without jitter all fifty come back in the "
                      "same 20 ms; with full jitter the busiest 20 ms sees about six of them."),
    QT_TRANSLATE_NOOP("Experiment", "A thought experiment that articles on jitter often use; the expected peaks follow "
                                    "from throwing fifty balls into twenty bins."),
    QT_TRANSLATE_NOOP("Experiment", "blip"),

    // ten-thousand-clients
    QT_TRANSLATE_NOOP("Experiment", "Ten thousand clients fail together"),
    QT_TRANSLATE_NOOP("Experiment",
                      "Ten thousand clients lose the service at the same moment. Without jitter they come back as one: "
                      "all at 1 s, all again at 3 s. With full jitter the busiest 20 ms sees about 330 of them instead "
                      "of 10,000, no queue builds up, and the load falls off over the next seconds."),
    QT_TRANSLATE_NOOP("Experiment", "The thundering herd of articles on backoff, with their base of 1 s: waits of 1 s "
                                    "and 2 s put the spikes at 1 s and 3 s."),
    QT_TRANSLATE_NOOP("Experiment", "outage"),

    // dead-service
    QT_TRANSLATE_NOOP("Experiment", "A service that never answers"),
    QT_TRANSLATE_NOOP(
        "Experiment",
        "The service takes every request and answers none. Each caller sits through three timeouts of 5 s before it "
        "gives up. With a breaker, five failed calls open it, and from then on calls fail at once."),
    QT_TRANSLATE_NOOP("Experiment", "The hung dependency from the literature on circuit breakers, with its usual "
                                    "numbers: 5 s timeout, 3 attempts, threshold 5, 30 s open."),
    QT_TRANSLATE_NOOP("Experiment", "no breaker"),
    QT_TRANSLATE_NOOP("Experiment", "breaker"),
    QT_TRANSLATE_NOOP("Experiment", "hang"),

    // rolling-restart
    QT_TRANSLATE_NOOP("Experiment", "Rolling restart under load"),
    QT_TRANSLATE_NOOP("Experiment", "The service is away for ten seconds and comes back cold. Callers that retry have "
                                    "saved up work for it: without jitter it drowns again in requests that nobody "
                                    "waits for any more, in each of 100 runs. With full jitter that happened in 18 of "
                                    "100, with full jitter and a breaker in none."),
    QT_TRANSLATE_NOOP(
        "Experiment",
        "Our own scene after reports of restarts that did not end: 50 callers, 5,000 requests a second, a cold cache."),
    QT_TRANSLATE_NOOP("Experiment", "full jitter and breaker"),
    QT_TRANSLATE_NOOP("Experiment", "restart"),
};

} // namespace retrylab

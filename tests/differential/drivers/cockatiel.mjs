// SPDX-License-Identifier: GPL-3.0-or-later
// cockatiel: its backoffs with Math.random pinned, and its breakers on a clock that is told the time. Milliseconds.
// "repairs" names behaviours that are put right before a run, to tell what a disagreement comes from.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [modules] = process.argv.slice(2);
const library = await import(pathToFileURL(`${modules}/cockatiel/dist/index.js`));
const { answerEach, Clock, replay } = createRequire(import.meta.url)('./lines.cjs');

const clock = new Clock(1e12);

/** Forgets every window that has left the duration, however long nothing came. */
class FreshSampling extends library.SamplingBreaker {
  push(success) {
    for (const window of this.windows) {
      if (Date.now() - window.startedAt < this.duration) continue;
      this.currentFailures -= window.failures;
      this.currentSuccesses -= window.successes;
      window.failures = window.successes = 0;
    }
    super.push(success);
  }
}

function generatorOf(name, repairs) {
  if (name === 'no' && repairs.includes('exponent ignored'))
    return (attempts = 0, { maxDelay, initialDelay, exponent }) =>
      [Math.min(maxDelay, initialDelay * exponent ** attempts), attempts + 1];
  return library[`${name}JitterGenerator`];
}

function backoffOf(options, repairs) {
  if (typeof options === 'number') return options;
  if (Array.isArray(options)) return new library.IterableBackoff(options);
  return new library.ExponentialBackoff({ ...options, generator: generatorOf(options.generator, repairs) });
}

function waits({ settings, draws, repairs }) {
  const numbers = draws[Symbol.iterator]();
  Math.random = () => numbers.next().value;
  const found = [];
  let backoff = backoffOf(settings.backoff, repairs);
  for (const _ of draws) {
    backoff = backoff.next({});
    found.push(backoff.duration);
  }
  return { waits: found };
}

function counterOf({ kind, ...options }, repairs) {
  // A hair more: only a share that exceeds the threshold by rounding alone is told apart.
  if (options.threshold && repairs.includes('rounded product')) options.threshold *= 1 + 1e-12;
  if (kind === 'consecutive') return new library.ConsecutiveBreaker(options.size);
  if (kind === 'count') return new library.CountBreaker(options);
  return repairs.includes('stale windows') ? new FreshSampling(options) : new library.SamplingBreaker(options);
}

async function steps({ settings, ops, repairs }) {
  clock.timers.clear();
  const policy = library.circuitBreaker(library.handleWhen(error => !error.ignored), {
    halfOpenAfter: backoffOf(settings.halfOpenAfter, repairs),
    breaker: counterOf(settings.breaker, repairs),
    halfOpenSampling: settings.halfOpenSampling,
  });
  return replay(ops, clock, {
    start(call) {
      const patience = new AbortController();
      policy.execute(() => call.run(), patience.signal).catch(() => {});
      // Whoever waits for a probe's verdict gives up there: the core refuses it.
      patience.abort();
    },
    state: () => ['c', 'o', 'h'][policy.state],
  });
}

await answerEach(request => (request.ops ? steps(request) : waits(request)));

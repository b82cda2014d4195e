// SPDX-License-Identifier: GPL-3.0-or-later
// opossum on timers that are told the time. Milliseconds. "repairs" names behaviours that are put right before a run, to
// tell what a disagreement comes from.
'use strict';
const { answerEach, Clock, replay } = require('./lines.cjs');

const [modules] = process.argv.slice(2);
const clock = new Clock(0);
const CircuitBreaker = require(`${modules}/opossum`);
const Status = require(`${modules}/opossum/lib/status.js`);

/** What it counts, without the refused calls. */
class Admitted extends Status {
  increment(property, time) {
    super.increment(property, time);
    if (property === 'rejects') --this.window[0].fires;
  }
}

/**
 * Counts as the core does: a call belongs to the bucket in which it began, failed or not; while it is under way it counts
 * whatever its age, until the state changes. The driver says which call begins and which ends.
 */
class ByBegin extends Status {
  underWay = 0;
  period = 0;
  present = null;

  follow(circuit) {
    this.circuit = circuit;
    for (const change of ['open', 'close', 'halfOpen'])
      circuit.on(change, () => {
        this.underWay = 0;
        ++this.period;
      });
  }

  increment(property) {
    if (property === 'fires') {
      this.present.bucket = this.window[0];
      this.present.counted = this.circuit.closed ? this.period : null;
      this.underWay += this.circuit.closed ? 1 : 0;
    } else if (property === 'failures' || property === 'successes') {
      ++this.present.bucket[property];
      this.underWay -= this.present.counted === this.period ? 1 : 0;
    }
  }

  get stats() {
    const sums = super.stats;
    return { ...sums, fires: sums.failures + sums.successes + this.underWay };
  }
}

function statusOf(options, repairs) {
  if (repairs.includes('overlapping calls')) return new ByBegin(options);
  return repairs.includes('refusals dilute') ? new Admitted(options) : new Status(options);
}

async function answer({ settings, ops, repairs }) {
  clock.timers.clear();
  clock.now = 0;
  const options = {
    timeout: false,
    enableSnapshots: false,
    rollingPercentilesEnabled: false,
    errorFilter: error => error.ignored === true,
    ...settings,
  };
  // A hair more: only a share that exceeds the threshold by rounding alone is told apart.
  if (repairs.includes('rounded quotient')) options.errorThresholdPercentage *= 1 + 1e-12;
  const status = (options.status = statusOf(options, repairs));
  const circuit = new CircuitBreaker(call => call.run(), options);
  status.follow?.(circuit);
  return replay(ops, clock, {
    start(call) {
      status.present = call;
      circuit.fire(call).catch(() => {});
    },
    ending(call) {
      status.present = call;
    },
    state: () => (circuit.closed ? 'c' : circuit.opened ? 'o' : 'h'),
  });
}

answerEach(answer);

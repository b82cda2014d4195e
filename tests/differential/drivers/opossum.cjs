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
  if (repairs.includes('refusals dilute')) options.status = new Admitted(options);
  const circuit = new CircuitBreaker(call => call.run(), options);
  return replay(ops, clock, {
    start(call) {
      circuit.fire(call).catch(() => {});
    },
    state: () => (circuit.closed ? 'c' : circuit.opened ? 'o' : 'h'),
  });
}

answerEach(answer);

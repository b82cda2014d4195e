// SPDX-License-Identifier: GPL-3.0-or-later
// What the drivers in JavaScript share: lines of JSON, the operations of a breaker, and timers that are told the time.
'use strict';
const readline = require('node:readline');

const laterReally = setImmediate;
/** Lets every promise that can settle do so. */
const settled = () => new Promise(done => laterReally(done));

/** Calls answer(request) for each line of the standard input and writes what it returns. */
async function answerEach(answer) {
  for await (const line of readline.createInterface({ input: process.stdin }))
    process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
}

/** Replaces Date.now and the timers. */
class Clock {
  constructor(start) {
    this.now = start;
    this.timers = new Map();
    this.next = 1;
    Date.now = () => this.now;
    globalThis.setTimeout = (call, ms) => this.add(call, ms, 0);
    globalThis.setInterval = (call, ms) => this.add(call, ms, ms);
    globalThis.clearTimeout = globalThis.clearInterval = id => this.timers.delete(id);
  }

  add(call, ms, every) {
    this.timers.set(this.next, { call, at: this.now + ms, every });
    return this.next++;
  }

  /** Moves on, stopping at each timer; of those that are due at once the oldest goes first. */
  async advance(ms) {
    const end = this.now + ms;
    for (;;) {
      let due = null;
      for (const [id, timer] of this.timers)
        if (timer.at <= end && (due === null || timer.at < due.timer.at)) due = { id, timer };
      if (due === null) break;
      this.now = due.timer.at;
      if (due.timer.every > 0) due.timer.at += due.timer.every;
      else this.timers.delete(due.id);
      due.timer.call();
      await settled();
    }
    this.now = end;
  }
}

const result = outcome => Object.assign(new Error(outcome), { ignored: outcome === 'ignored' });

/** One call: `end` carries out what the breaker was asked for. `ran`: it has been let in. */
class Call {
  constructor() {
    this.ran = false;
    this.answer = new Promise((resolve, reject) => {
      this.end = outcome => (outcome === 'ok' ? resolve() : reject(result(outcome)));
    });
    this.answer.catch(() => {});
  }

  run() {
    this.ran = true;
    return this.answer;
  }
}

/**
 * Replays "adv 5; call fail; begin 1; end 1 ok" and gives the steps as differential_peer does.
 * breaker: {start(call), state()}.
 */
async function replay(ops, clock, breaker) {
  const underWay = new Map();
  const steps = [];
  const finish = async (call, outcome) => {
    call.end(outcome);
    await settled();
  };
  for (const op of ops.split('; ')) {
    const [kind, first, second] = op.split(' ');
    let shown = '';
    if (kind === 'adv') {
      await clock.advance(Number(first));
    } else if (kind === 'end') {
      const call = underWay.get(first);
      underWay.delete(first);
      if (call) await finish(call, second);
    } else {
      const call = new Call();
      breaker.start(call);
      await settled();
      shown = call.ran ? '+' : '-';
      if (call.ran && kind === 'begin') underWay.set(first, call);
      else if (call.ran) await finish(call, first);
    }
    steps.push(shown + breaker.state());
  }
  return { steps: steps.join('; ') };
}

module.exports = { answerEach, Clock, replay };

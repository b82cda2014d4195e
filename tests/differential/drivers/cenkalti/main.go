// SPDX-License-Identifier: GPL-3.0-or-later

// cenkalti/backoff: an operation that always fails, retried on a clock of its own. All times are nanoseconds. The package
// draws from the global source, which is seeded here; the numbers that it drew come back with the waits.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"time"

	"github.com/cenkalti/backoff"
)

type request struct {
	Settings struct {
		Initial    time.Duration `json:"initial"`
		Max        time.Duration `json:"max"`
		Multiplier float64       `json:"multiplier"`
		Factor     float64       `json:"factor"`
		MaxElapsed time.Duration `json:"max_elapsed"`
		Retries    uint64        `json:"retries"`
	} `json:"settings"`
	Attempts []time.Duration `json:"attempts"`
	Seed     int64           `json:"seed"`
}

type answer struct {
	Waits    []time.Duration `json:"waits"`
	Attempts int             `json:"attempts"`
	U        []float64       `json:"u"`
}

// clock is told the time, and is a timer that goes off at once.
type clock struct {
	now   time.Time
	fired chan time.Time
}

func (c *clock) Now() time.Time      { return c.now }
func (c *clock) Stop()               {}
func (c *clock) C() <-chan time.Time { return c.fired }
func (c *clock) Start(d time.Duration) {
	c.now = c.now.Add(d)
	c.fired <- c.now
}

func answerTo(r request) answer {
	c := &clock{now: time.Unix(0, 0), fired: make(chan time.Time, 1)}
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = r.Settings.Initial
	b.MaxInterval = r.Settings.Max
	b.Multiplier = r.Settings.Multiplier
	b.RandomizationFactor = r.Settings.Factor
	b.MaxElapsedTime = r.Settings.MaxElapsed
	b.Clock = c

	a := answer{Waits: []time.Duration{}, U: []float64{}}
	rand.Seed(r.Seed)
	same := rand.New(rand.NewSource(r.Seed))
	operation := func() error {
		if a.Attempts < len(r.Attempts) {
			c.now = c.now.Add(r.Attempts[a.Attempts])
		}
		a.Attempts++
		return errors.New("503")
	}
	notify := func(_ error, wait time.Duration) {
		a.Waits = append(a.Waits, wait)
		a.U = append(a.U, same.Float64())
	}
	_ = backoff.RetryNotifyWithTimer(operation, backoff.WithMaxRetries(b, r.Settings.Retries), notify, c)
	return a
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	decoder := json.NewDecoder(in)
	encoder := json.NewEncoder(out)
	for decoder.More() {
		var r request
		if err := decoder.Decode(&r); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if err := encoder.Encode(answerTo(r)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

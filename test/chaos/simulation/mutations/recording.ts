import { without } from "../guards.js";
import type { Mutation } from "./mutation.js";
import { crashes, longOutage } from "./situations.js";

/** Recording a request, waiting for its outcome, cancelling it, and the sweeps. */
export const recordingMutations: Mutation[] = [
  {
    name: "key not unique",
    removes: "the unique index on the idempotency key",
    guards: without("uniqueKey"),
  },
  {
    name: "key known in all companies",
    removes: "looking a key up in its own company alone: a company is answered with another's voucher",
    guards: without("keysAreOfCompany"),
  },
  {
    name: "open rows recorded again",
    removes: "leaving queued and submitted rows alone when their key is sent again",
    guards: without("openRowsAreKept"),
  },
  {
    name: "records never flushed",
    removes: "flushing the record with the write-ahead: a crash forgets what the authority was asked for",
    guards: without("commitsInOrder"),
    circumstances: crashes,
  },
  {
    name: "waiter trusts the id alone",
    removes: "checking that a row is still the request's own: after a crash its id may belong to another request",
    guards: without("knowsItsRow"),
    circumstances: crashes,
  },
  {
    name: "cancel in any state",
    removes: "the condition state = 'queued' of the cancel",
    guards: without("cancelNeedsQueued"),
  },
  {
    name: "cancel before the deadline",
    removes: "the deadline condition of the cancel",
    guards: without("cancelNeedsDeadline"),
  },
  {
    name: "old waiter cancels any attempt",
    removes: "the revision of the cancel: who waited for an earlier attempt ends an element with a 429",
    guards: without("waiterCancelsOwnAttempt"),
  },
  {
    name: "429 without a cancel",
    removes: "winning the cancel before 429 is answered",
    guards: without("cancelBeforeTelling"),
  },
  {
    name: "no sweep of overdue rows",
    removes: "the sweep that cancels rows that a dead api left queued",
    guards: without("sweepCancels"),
  },
  {
    name: "no sweep that wakes sequences",
    removes: "the sweep that wakes open sequences whose jobs were lost",
    guards: without("sweepWakes"),
  },
  {
    name: "wake-ups back off",
    removes: "dropping a failed wake-up: after a long outage it still backs off, and no other can be added meanwhile",
    guards: without("wakesAtOnce"),
    circumstances: longOutage,
  },
];

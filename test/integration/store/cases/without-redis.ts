import { expect } from "vitest";
import { notAsked } from "../../../../shared/domain/issuance-outcome.js";
import { type Case, line, numbered, ready } from "../case.js";

const other = "1-2-6";
const unreachable = notAsked({ kind: "down", services: ["wsfe"], detail: "no answer" });

/** What is served without Redis: shared/db/issuing/sequence-leases.ts and due-sequences.ts. */
export const withoutRedisCases: Case[] = [
  {
    name: "a lease is one holder's until its end",
    async script(play) {
      expect(await play.acquireLease("1", line)).toBe(true);
      expect(play.state.leases[line]?.untilMs).toBe(10_000);
      expect([await play.acquireLease("2", line), await play.acquireLease("2", other)]).toEqual([false, true]);
      await play.pass(10_000);
      expect(await play.acquireLease("2", line)).toBe(false);
      await play.pass(1);
      expect(await play.acquireLease("2", line)).toBe(true);
      expect(await play.renewLease("1", line)).toBe(false);
    },
  },
  {
    name: "it is extended and ended by its holder alone",
    async script(play) {
      await play.acquireLease("1", line);
      await play.pass(3_000);
      expect([await play.renewLease("2", line), await play.renewLease("1", line)]).toEqual([false, true]);
      expect(play.state.leases[line]?.untilMs).toBe(13_000);
      await play.releaseLease("2", line);
      expect(await play.acquireLease("2", line)).toBe(false);
      await play.releaseLease("1", line);
      expect(await play.acquireLease("2", line)).toBe(true);
    },
  },
  {
    name: "one that is over goes on when its holder extends it before another takes it",
    async script(play) {
      await play.acquireLease("1", line);
      await play.pass(11_000);
      expect(await play.renewLease("1", line)).toBe(true);
      expect(await play.acquireLease("2", line)).toBe(false);
    },
  },
  {
    name: "one from before the clock was set back keeps nobody out",
    async script(play) {
      await play.acquireLease("1", line);
      await play.pass(-5_000);
      expect(await play.acquireLease("2", line)).toBe(true);
    },
  },
  {
    name: "a copy of the database has none",
    async script(play) {
      await play.acquireLease("1", line);
      await play.copyToStandby();
      await play.failOver();
      expect(await play.renewLease("1", line)).toBe(false);
      expect(await play.acquireLease("2", line)).toBe(true);
    },
  },
  {
    name: "what waits is due after a moment, until its deadline, unless its sequence is leased",
    async script(play) {
      await ready(play, ["1/a"]);
      await play.pass(200);
      expect(await play.dueSequences()).toEqual([]);
      await play.pass(1);
      expect(await play.dueSequences()).toEqual([`${line} null 201`]);
      await play.acquireLease("1", line);
      expect(await play.dueSequences()).toEqual([]);
      await play.pass(10_001);
      expect(await play.dueSequences()).toHaveLength(1);
      await play.pass(10_000);
      expect(await play.dueSequences()).toEqual([]);
    },
  },
  {
    name: "a call in flight is left to its maker for ten seconds, and one in doubt is not",
    async script(play) {
      await numbered(play, ["1/a", "1/b"], 1);
      await play.pass(10_000);
      expect(await play.dueSequences()).toEqual([]);
      await play.markResolving("t", "1/a");
      expect(await play.dueSequences()).toEqual([`${line} [10000] 10000`]);
      await play.record(other, "1/c");
      await play.take("u", other);
      await play.setLastNumber("u", 0);
      await play.submit("u");
      await play.pass(10_001);
      expect(await play.dueSequences()).toHaveLength(2);
    },
  },
  {
    name: "one whose clock was set back since is not waited for",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.pass(-3_000);
      expect(await play.dueSequences()).toEqual([`${line} null -3000`]);
    },
  },
  {
    name: "elements rest with their sequence, and a caller does not",
    async script(play) {
      await play.take("t", line);
      await play.setLastNumber("t", 0);
      await play.recordBatch(1, [[line, "a"]]);
      await play.closeQueue("t", "failed", unreachable);
      await play.pass(1_000);
      expect(await play.dueSequences()).toEqual([]);
      await play.record(line, "1/b");
      await play.pass(1_000);
      expect(await play.dueSequences()).toHaveLength(1);
    },
  },
];

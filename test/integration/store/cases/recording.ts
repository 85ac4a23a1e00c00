import { expect } from "vitest";
import { type Case, line, numbered, outcomesOf, ready, statesOf } from "../case.js";

/** Recording, waiting and the sweeps: shared/db/issuing/issuances.ts and sequences.ts. */
export const recordingCases: Case[] = [
  {
    name: "a key is recorded once, and its place, deadline and first revision are noted",
    async script(play) {
      expect(await play.record(line, "1/a")).toBe(true);
      expect(play.state.issuances["1/a"]).toMatchObject({
        ...{
          state: "queued",
          revision: 1,
          deadlineAtMs: 20_000,
          recordedAtMs: 0,
          mayFailOver: true,
          isBackground: false,
        },
      });
    },
  },
  {
    name: "a key in line or under a number is not recorded again",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.record(line, "1/b");
      expect(await play.record(line, "1/a", { total: "250.00" })).toBe(false);
      expect(await play.record(line, "1/b", { total: "250.00" })).toBe(false);
      expect(play.state.issuances["1/b"]?.declared?.total).toBe("100.00");
    },
  },
  {
    name: "an approved key is not recorded again, at another point of sale neither",
    setting: {
      companies: [
        {
          id: 1,
          points: [
            { posNumber: 1, substitute: null },
            { posNumber: 2, substitute: null },
          ],
        },
      ],
    },
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.approve("t", ["1/a"]);
      expect(await play.record("1-2-6", "1/a")).toBe(false);
    },
  },
  {
    name: "a key that made no voucher gets a new attempt, with another body, at another point of sale, at the end of the line",
    setting: {
      companies: [
        {
          id: 1,
          points: [
            { posNumber: 1, substitute: null },
            { posNumber: 2, substitute: null },
          ],
        },
      ],
    },
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.settle("t", "1/a", "rejected");
      await play.record("1-2-6", "1/b");
      await play.pass(1_000);
      expect(await play.record("1-2-6", "1/a", { total: "250.00" })).toBe(true);
      expect(play.state.issuances["1/a"]).toMatchObject({
        ...{ sequence: "1-2-6", state: "queued", revision: 2, recordedAtMs: 1_000, outcome: null },
        declared: { total: "250.00" },
      });
      expect(play.state.lines["1-2-6"]).toEqual(["1/b", "1/a"]);
    },
  },
  {
    name: "the same key of two companies is two sales",
    setting: {
      companies: [
        { id: 1, points: [{ posNumber: 1, substitute: null }] },
        { id: 2, points: [{ posNumber: 1, substitute: null }] },
      ],
    },
    async script(play) {
      expect(await play.record("1-1-6", "1/a")).toBe(true);
      expect(await play.record("2-1-6", "2/a")).toBe(true);
      await ready(play, [], "2-1-6");
      await play.submit("t");
      expect(statesOf(play)).toEqual({ "1/a": "queued", "2/a": "submitted 1" });
    },
  },
  {
    name: "what forbids to be issued under CAEA is not movable",
    async script(play) {
      await play.record(line, "1/a", { contingency: "never" });
      expect(play.state.issuances["1/a"]?.mayFailOver).toBe(false);
    },
  },
  {
    name: "a cancel waits for the deadline",
    async script(play) {
      await play.record(line, "1/a");
      await play.pass(19_999);
      expect(await play.cancelOverdue("1/a")).toBe(false);
      await play.pass(1);
      expect(await play.cancelOverdue("1/a")).toBe(true);
      expect(outcomesOf(play)).toEqual({ "1/a": "VOUCHER_LOCK_TIMEOUT" });
      expect(await play.cancelOverdue("1/a")).toBe(false);
    },
  },
  {
    name: "who waited for an attempt cancels no later one",
    async script(play) {
      await play.record(line, "1/a");
      await play.pass(20_000);
      expect(await play.cancelOverdue("1/a")).toBe(true);
      await play.record(line, "1/a");
      await play.pass(20_000);
      expect(await play.cancelOverdue("1/a", 1)).toBe(false);
      expect(play.state.issuances["1/a"]).toMatchObject({ state: "queued", revision: 2 });
      expect(await play.cancelOverdue("1/a", 2)).toBe(true);
    },
  },
  {
    name: "a cancel leaves a number alone",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.pass(60_000);
      expect(await play.cancelOverdue("1/a")).toBe(false);
      expect(await play.cancelAllOverdue()).toEqual([]);
    },
  },
  {
    name: "the sweep cancels a second after the deadline, and the patient after their day as unanswered",
    async script(play) {
      await play.record(line, "1/a");
      await play.recordBatch(1, [[line, "b"]]);
      await play.pass(20_999);
      expect(await play.cancelAllOverdue()).toEqual([]);
      await play.pass(1);
      expect(await play.cancelAllOverdue()).toEqual(["1/a"]);
      await play.pass(86_400_000);
      expect(await play.cancelAllOverdue()).toEqual(["1/b"]);
      expect(statesOf(play)).toEqual({ "1/a": "cancelled", "1/b": "failed" });
      expect(outcomesOf(play)["1/b"]).toBe("TAXAUTH_CONNECTION_ERROR");
    },
  },
  {
    name: "what is overdue is not in line any more",
    async script(play) {
      await ready(play, ["1/a"]);
      expect(await play.hasQueued(line)).toBe(true);
      await play.pass(20_000);
      expect(await play.hasQueued(line)).toBe(false);
      expect(await play.hasOpen(line)).toBe(true);
      expect(await play.submit("t")).toBe("drained");
    },
  },
  {
    name: "the sweep wakes what was recorded over two seconds ago, and numbers with their rounds",
    async script(play) {
      await numbered(play, ["1/a", "1/b"], 1);
      await play.pass(2_000);
      expect(await play.openSequences()).toEqual([]);
      await play.pass(1);
      expect(await play.openSequences()).toEqual(["1-1-6 null 2001"]);
      await play.markResolving("t", "1/a");
      expect(await play.openSequences()).toEqual(["1-1-6 [2001] 2001"]);
    },
  },
  {
    name: "a clock that is set back keeps deadlines waiting, and not the sweep",
    async script(play) {
      await play.record(line, "1/a");
      await play.pass(3_000);
      expect(await play.openSequences()).toHaveLength(1);
      await play.pass(-4_999);
      expect(await play.openSequences()).toEqual([]);
      await play.pass(-600_000);
      expect(await play.openSequences()).toHaveLength(1);
      await play.pass(30_000);
      expect(await play.cancelAllOverdue()).toEqual([]);
    },
  },
  {
    name: "the last number is heard once and never lowered",
    async script(play) {
      await play.take("t", line);
      await play.setLastNumber("t", 5, 1_000);
      await play.setLastNumber("t", 3, null);
      expect(play.state.sequences[line]).toMatchObject({ lastNumber: 5, authorityTimeMs: 1_000 });
      await play.setLastNumber("t", 7, 2_000);
      expect(play.state.sequences[line]).toMatchObject({ lastNumber: 7, authorityTimeMs: 2_000 });
    },
  },
];

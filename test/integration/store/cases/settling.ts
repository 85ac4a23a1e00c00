import { expect } from "vitest";
import { type NoVoucher, notAsked } from "../../../../shared/domain/issuance-outcome.js";
import { maxStoredLookups } from "../../../../shared/domain/look-pace.js";
import { type Case, line, numbered, outcomesOf, ready, statesOf } from "../case.js";

const unreachable = notAsked({ kind: "down", services: ["wsfe"], detail: "no answer" });

/** Freeing and changing numbers, doubts, and closed lines: settle-issuances.ts, write-ahead.ts and doubts.ts of shared/db/issuing/. */
export const settlingCases: Case[] = [
  {
    name: "a rejected number is free, and those behind it return to the line with five seconds at least",
    async script(play) {
      await numbered(play, ["1/a", "1/b", "1/c"]);
      await play.pass(18_000);
      expect(await play.settle("t", "1/a", "rejected")).toBe(true);
      expect(statesOf(play)).toEqual({ "1/a": "rejected", "1/b": "queued", "1/c": "queued" });
      expect(play.state.issuances["1/b"]?.deadlineAtMs).toBe(23_000);
      expect(play.state.lines[line]).toEqual(["1/b", "1/c"]);
      expect(play.state.quotas).toEqual({ "1": { reserved: 0, used: 0 } });
    },
  },
  {
    name: "those before a rejected number keep theirs",
    async script(play) {
      await numbered(play, ["1/a", "1/b", "1/c"]);
      await play.settle("t", "1/b", "failed");
      expect(statesOf(play)).toEqual({ "1/a": "submitted 1", "1/b": "failed", "1/c": "queued" });
    },
  },
  {
    name: "a freed number is remembered, and found for every request of that number",
    async script(play) {
      await numbered(play, ["1/a", "1/b"], 1);
      await play.settle("t", "1/a", "rejected", { isRemembered: true });
      expect(play.state.freed).toEqual([{ sequence: line, number: 1, issuance: "1/a", total: "100.00" }]);
      await play.submit("t");
      expect(await play.findFreed("t", "1/b")).toEqual(["100.00"]);
      expect(await play.findFreed("t", "1/a")).toEqual(["100.00"]);
    },
  },
  {
    name: "a number in use moves the last one on, and never back",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.settle("t", "1/a", "rejected", { lastNumber: 4 });
      expect(play.state.sequences[line]?.lastNumber).toBe(4);
      await play.record(line, "1/b");
      await play.submit("t");
      await play.settle("t", "1/b", "rejected", { lastNumber: 2 });
      expect(play.state.sequences[line]?.lastNumber).toBe(4);
    },
  },
  {
    name: "a superseded taker frees nothing",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.take("u", line);
      expect(await play.settle("t", "1/a", "rejected")).toBe(false);
      expect(statesOf(play)).toEqual({ "1/a": "submitted 1" });
    },
  },
  {
    name: "a number returns to the line with all behind it, at its old place and with time for a turn",
    async script(play) {
      await numbered(play, ["1/a", "1/b"]);
      await play.record(line, "1/c");
      await play.pass(18_000);
      expect(await play.returnToQueue("t", "1/a")).toBe(true);
      expect(play.state.lines[line]).toEqual(["1/a", "1/b", "1/c"]);
      expect(play.state.issuances["1/a"]?.deadlineAtMs).toBe(23_000);
      expect(play.state.issuances["1/c"]?.deadlineAtMs).toBe(20_000);
      expect(play.state.quotas).toEqual({ "1": { reserved: 0, used: 0 } });
    },
  },
  {
    name: "a superseded taker returns nothing to the line",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.take("u", line);
      expect(await play.returnToQueue("t", "1/a")).toBe(false);
    },
  },
  {
    name: "another number is written ahead, and what was known of the old one is forgotten",
    async script(play) {
      await numbered(play, ["1/a", "1/b"]);
      await play.markUnconfirmed("t", "1/a", { questions: 2, isDenied: true, why: "look" });
      await play.renumber("t", "1/a", { lastNumber: 5, authorityTimeMs: 700 });
      expect(statesOf(play)).toEqual({ "1/a": "submitted 6", "1/b": "queued" });
      expect(play.state.issuances["1/a"]).toMatchObject({ doubt: null, why: null, looks: null, isDenied: false });
      expect(play.state.sequences[line]).toMatchObject({ lastNumber: 5, isShared: true, authorityTimeMs: 700 });
      expect(await play.readSituation("t")).toEqual({ kind: "shared", unverified: false });
    },
  },
  {
    name: "two open numbers are never the same",
    fails: true,
    async script(play) {
      await numbered(play, ["1/a", "1/b"]);
      expect(await play.renumber("t", "1/b", { lastNumber: 0 })).toBe("error");
      expect(statesOf(play)).toEqual({ "1/a": "submitted 1", "1/b": "submitted 2" });
    },
  },
  {
    name: "another number without a proof leaves the sequence open",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.renumber("t", "1/a", { lastNumber: 1, isForeign: false });
      expect(play.state.sequences[line]).toMatchObject({ lastNumber: 1, isShared: false, authorityTimeMs: null });
    },
  },
  {
    name: "a superseded taker gives no other number",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.take("u", line);
      expect(await play.renumber("t", "1/a", { lastNumber: 5 })).toBeUndefined();
      expect(play.state.sequences[line]).toMatchObject({ lastNumber: 0, isShared: false });
    },
  },
  {
    name: "another split of the VAT goes under the same number, alone",
    async script(play) {
      await numbered(play, ["1/a", "1/b"]);
      await play.rewriteAmounts("t", "1/a");
      expect(statesOf(play)).toEqual({ "1/a": "submitted 1", "1/b": "queued" });
      expect(play.state.issuances["1/a"]?.declared).toMatchObject({ total: "100.00", net: "99.99" });
      await play.take("u", line);
      expect(await play.rewriteAmounts("t", "1/a")).toBeUndefined();
    },
  },
  {
    name: "rounds of questions are noted from their beginning, and replaced at their end",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.pass(1_000);
      await play.markResolving("t", "1/a");
      expect(play.state.issuances["1/a"]).toMatchObject({ doubt: "resolving", looks: [{ at: 1_000, questions: 0 }] });
      await play.pass(500);
      await play.markUnconfirmed("t", "1/a", { questions: 3, isDenied: false });
      expect(play.state.issuances["1/a"]).toMatchObject({ doubt: "unconfirmed", looks: [{ at: 1_500, questions: 3 }] });
    },
  },
  {
    name: "only the latest rounds are kept",
    async script(play) {
      await numbered(play, ["1/a"]);
      for (let round = 0; round < maxStoredLookups + 2; round++) {
        await play.pass(1_000);
        await play.markUnconfirmed("t", "1/a", { questions: round + 1, isDenied: false });
      }
      const { looks } = play.state.issuances["1/a"] ?? {};
      expect(looks).toHaveLength(maxStoredLookups);
      expect(looks?.[0]).toEqual({ at: 3_000, questions: 3 });
    },
  },
  {
    name: "a kept refusal counts quiet time, a minute of each pause at most",
    async script(play) {
      await numbered(play, ["1/a"]);
      const refusal = [{ code: 10005, msg: "blocked" }];
      await play.markUnconfirmed("t", "1/a", { questions: 1, isDenied: false, refusal });
      await play.pass(10_000);
      await play.markUnconfirmed("t", "1/a", { questions: 1, isDenied: false, refusal: [{ code: 1, msg: "other" }] });
      expect(play.state.issuances["1/a"]?.refusal).toEqual({ quietMs: 10_000, sends: 0, reasons: refusal });
      await play.pass(600_000);
      await play.markUnconfirmed("t", "1/a", { questions: 1, isDenied: false, refusal });
      expect(play.state.issuances["1/a"]?.refusal?.quietMs).toBe(70_000);
      await play.pass(-600_000);
      await play.markUnconfirmed("t", "1/a", { questions: 1, isDenied: false, refusal });
      expect(play.state.issuances["1/a"]?.refusal?.quietMs).toBe(70_000);
      await play.markUnconfirmed("t", "1/a", { questions: 1, isDenied: false, refusal: null });
      expect(play.state.issuances["1/a"]?.refusal).toBeNull();
    },
  },
  {
    name: "a request that goes out again begins the quiet anew, and is counted",
    async script(play) {
      await numbered(play, ["1/a"]);
      const refusal = [{ code: 10005, msg: "blocked" }];
      expect(await play.submitAgain("t", "1/a")).toBe(true);
      expect(play.state.issuances["1/a"]?.refusal).toBeNull();
      await play.markUnconfirmed("t", "1/a", { questions: 1, isDenied: false, refusal });
      await play.pass(10_000);
      await play.markUnconfirmed("t", "1/a", { questions: 1, isDenied: false, refusal });
      await play.pass(5_000);
      await play.submitAgain("t", "1/a");
      expect(play.state.issuances["1/a"]?.refusal).toEqual({ quietMs: 0, sends: 1, reasons: refusal });
      await play.pass(3_000);
      await play.markUnconfirmed("t", "1/a", { questions: 1, isDenied: false, refusal });
      expect(play.state.issuances["1/a"]?.refusal).toEqual({ quietMs: 3_000, sends: 1, reasons: refusal });
      await play.take("u", line);
      expect(await play.submitAgain("t", "1/a")).toBe(false);
    },
  },
  {
    name: "an answer that is earlier than the one before the first request is kept: the authority's clock was set back",
    async script(play) {
      await play.take("t", line);
      await play.setLastNumber("t", 0, 700_000);
      await play.record(line, "1/a");
      await play.submit("t", { limit: 1 });
      const authorityTimeMs = () => play.state.issuances["1/a"]?.authorityTimeMs;
      expect(authorityTimeMs()).toBe(700_000);
      await play.submitAgain("t", "1/a", {}, 800_000);
      expect(authorityTimeMs()).toBe(700_000);
      await play.submitAgain("t", "1/a", {}, 100_000);
      expect(authorityTimeMs()).toBe(100_000);
      await play.markUnconfirmed("t", "1/a", undefined, 90_000);
      expect(authorityTimeMs()).toBe(90_000);
      await play.submitAgain("t", "1/a", {}, 95_000);
      expect(authorityTimeMs()).toBe(90_000);
    },
  },
  {
    name: "one that was never heard before the first request says nothing of it",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.submitAgain("t", "1/a", {}, 100_000);
      expect(play.state.issuances["1/a"]?.authorityTimeMs).toBeNull();
    },
  },
  {
    name: "with which ticket a number went out is noted, until it has no number",
    async script(play) {
      await ready(play, ["1/a"]);
      await play.submit("t", { limit: 1, isListed: false });
      const isListed = () => play.state.issuances["1/a"]?.isListed;
      expect(isListed()).toBe(false);
      await play.renumber("t", "1/a", { lastNumber: 4 }, { isListed: false });
      expect(isListed()).toBe(false);
      await play.submitAgain("t", "1/a", { isListed: true });
      await play.submitAgain("t", "1/a", { isListed: false });
      expect(isListed()).toBe(true);
      await play.rewriteAmounts("t", "1/a", { isListed: false });
      expect(isListed()).toBe(true);
      await play.renumber("t", "1/a", { lastNumber: 4 }, { isListed: false });
      expect(isListed()).toBe(true);
      await play.renumber("t", "1/a", { lastNumber: 5 }, { isListed: false });
      expect(isListed()).toBe(false);
      await play.returnToQueue("t", "1/a");
      expect(isListed()).toBe(true);
    },
  },
  {
    name: "why a person must decide stays until it is said otherwise",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.markUnconfirmed("t", "1/a", { questions: 1, isDenied: false, why: "look" });
      await play.markUnconfirmed("t", "1/a", { questions: 1, isDenied: false });
      await play.markUnconfirmed("t", "1/a");
      expect(play.state.issuances["1/a"]?.why).toBe("look");
      await play.markUnconfirmed("t", "1/a", { questions: 1, isDenied: false, why: null });
      expect(play.state.issuances["1/a"]?.why).toBeNull();
    },
  },
  {
    name: "a superseded taker notes no doubt",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.take("u", line);
      expect(await play.markResolving("t", "1/a")).toBe(false);
      expect(await play.markUnconfirmed("t", "1/a")).toBe(false);
      expect(play.state.issuances["1/a"]?.doubt).toBeNull();
    },
  },
  {
    name: "a closed line ends callers, and the patient wait where it may heal",
    async script(play) {
      await ready(play, ["1/a"]);
      await play.recordBatch(1, [[line, "b"]]);
      expect(await play.closeQueue("t", "failed", unreachable)).toEqual(["1/a"]);
      expect(play.state.sequences[line]?.retryAtMs).toBe(10_000);
      await play.pass(3_000);
      expect(await play.openSequences()).toEqual([]);
      await play.pass(7_001);
      expect(await play.openSequences()).toHaveLength(1);
    },
  },
  {
    name: "a line that is refused for good ends the patient too",
    async script(play) {
      await ready(play, ["1/a"]);
      await play.recordBatch(1, [[line, "b"]]);
      const refused: NoVoucher = { code: "TAXAUTH_ERROR", reasons: [] };
      expect(await play.closeQueue("t", "failed", refused)).toEqual(["1/a", "1/b"]);
      expect(play.state.sequences[line]?.retryAtMs).toBeNull();
    },
  },
  {
    name: "without quota the first is answered alone, or all elements",
    async script(play) {
      const noQuota = { code: "SUBSCRIPTION_QUOTA_EXCEEDED" } as const;
      await ready(play, ["1/a", "1/b"]);
      await play.recordBatch(1, [
        [line, "c"],
        [line, "d"],
      ]);
      expect(await play.closeQueue("t", "rejected", noQuota, "1/a")).toEqual(["1/a"]);
      expect(await play.closeQueue("t", "rejected", noQuota, "1/c")).toEqual(["1/c", "1/d"]);
      expect(statesOf(play)).toMatchObject({ "1/b": "queued" });
    },
  },
  {
    name: "a superseded taker closes no line",
    async script(play) {
      await ready(play, ["1/a"]);
      await play.take("u", line);
      expect(await play.closeQueue("t", "failed", unreachable)).toEqual([]);
      expect(outcomesOf(play)).toEqual({ "1/a": null });
    },
  },
];

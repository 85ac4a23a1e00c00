import { expect } from "vitest";
import { type Case, line, numbered, outcomesOf, ready, standIn, statesOf } from "../case.js";

/** A database that lost its last commits: its history in the conditions of all statements. */
export const failoverCases: Case[] = [
  {
    name: "what was committed since the standby's copy is lost",
    async script(play) {
      await ready(play, ["1/a"]);
      await play.copyToStandby();
      await play.submit("t");
      await play.record(line, "1/b");
      await play.failOver();
      expect(statesOf(play)).toEqual({ "1/a": "queued" });
      expect(play.state.quotas).toEqual({ "1": { reserved: 0, used: 0 } });
    },
  },
  {
    name: "a taker of an ended timeline commits nothing, though nobody has taken the sequence since",
    async script(play) {
      await numbered(play, ["1/a", "1/b"], 1);
      await play.copyToStandby();
      await play.failOver();
      expect(await play.isCurrent("t")).toBe(false);
      expect(await play.submit("t")).toBe("superseded");
      expect(await play.approve("t", ["1/a"])).toBeUndefined();
      expect(await play.settle("t", "1/a", "rejected")).toBe(false);
      expect(await play.markUnconfirmed("t", "1/a")).toBe(false);
      expect(await play.setLastNumber("t", 9)).toBe(false);
      expect(await play.closeQueue("t", "cancelled", { code: "VOUCHER_LOCK_TIMEOUT" })).toEqual([]);
    },
  },
  {
    name: "a dump that was loaded is noticed in the statement: nothing is committed or numbered before a taking",
    async script(play) {
      await numbered(play, ["1/a", "1/b"], 1);
      await play.copyToStandby();
      await play.goBack();
      expect(await play.isCurrent("t")).toBe(false);
      expect(await play.submit("t")).toBe("superseded");
      expect(await play.approve("t", ["1/a"])).toBeUndefined();
      expect(await play.closeQueue("t", "cancelled", { code: "VOUCHER_LOCK_TIMEOUT" })).toEqual([]);
      expect(await play.take("u", line)).toMatchObject({ unverified: true });
      await play.listSubmissions(line);
      await play.approve("u", ["1/a"]);
      expect(await play.submit("u")).toBe("drained");
    },
  },
  {
    name: "what is recorded on a dump that was loaded is not sent once that is noticed",
    async script(play) {
      await ready(play);
      await play.copyToStandby();
      await play.goBack();
      await play.record(line, "1/a");
      await play.take("u", line);
      expect(play.state.issuances["1/a"]).toMatchObject({ state: "queued", isLost: true });
      expect(await play.submit("u")).toBe("drained");
      await play.pass(21_000);
      await play.cancelAllOverdue();
      expect(outcomesOf(play)).toEqual({ "1/a": "TAXAUTH_UNCONFIRMED" });
    },
  },
  {
    name: "a dump that was loaded twice gives two histories",
    async script(play) {
      await ready(play);
      await play.copyToStandby();
      await play.goBack();
      await play.take("u", line);
      await play.record(line, "1/a");
      await play.submit("u");
      await play.approve("u", ["1/a"]);
      expect(play.state.sequences[line]?.isUnverified).toBe(false);
      await play.goBack();
      expect(await play.take("v", line)).toMatchObject({ unverified: true });
      expect(await play.isCurrent("u")).toBe(false);
    },
  },
  {
    name: "a sequence is unverified until a request of the present timeline is granted",
    async script(play) {
      await numbered(play, ["1/a", "1/b"], 1);
      await play.copyToStandby();
      await play.failOver();
      expect(await play.take("u", line)).toMatchObject({ unverified: true });
      await play.listSubmissions(line);
      await play.approve("u", ["1/a"]);
      expect(play.state.sequences[line]?.isUnverified).toBe(true);
      await play.record(line, "1/c");
      await play.submit("u", { limit: 2 });
      expect(play.state.issuances["1/c"]).toMatchObject({ number: 2, isDenied: true });
      await play.approve("u", ["1/c"], { isAnswer: false });
      expect(play.state.sequences[line]?.isUnverified).toBe(true);
      await play.record(line, "1/d");
      await play.submit("u");
      await play.approve("u", ["1/d"]);
      expect(play.state.sequences[line]?.isUnverified).toBe(false);
    },
  },
  {
    name: "one commit that verifies the sequence numbers the next without a doubt",
    async script(play) {
      await ready(play);
      await play.copyToStandby();
      await play.failOver();
      await play.take("u", line);
      await play.record(line, "1/a");
      await play.record(line, "1/b");
      await play.submit("u");
      await play.approve("u", ["1/a"], { limits: { limit: 1 } });
      expect(play.state.issuances["1/b"]).toMatchObject({ number: 2, isDenied: false });
    },
  },
  {
    name: "what was in line is not sent, and ends as unconfirmed",
    async script(play) {
      await ready(play, ["1/a", "1/b"]);
      await play.copyToStandby();
      await play.failOver();
      await play.take("u", line);
      expect(await play.submit("u")).toBe("drained");
      await play.closeQueue("u", "cancelled", { code: "VOUCHER_LOCK_TIMEOUT" }, "1/a");
      await play.pass(20_000);
      await play.cancelOverdue("1/b");
      expect(statesOf(play)).toEqual({ "1/a": "failed", "1/b": "failed" });
      expect(outcomesOf(play)).toEqual({ "1/a": "TAXAUTH_UNCONFIRMED", "1/b": "TAXAUTH_UNCONFIRMED" });
    },
  },
  {
    name: "a sweep ends it at once, wherever the clock has stepped meanwhile",
    async script(play) {
      await ready(play, ["1/a"]);
      await play.copyToStandby();
      await play.failOver();
      await play.pass(-600_000);
      expect(await play.cancelAllOverdue()).toEqual(["1/a"]);
      expect(outcomesOf(play)).toEqual({ "1/a": "TAXAUTH_UNCONFIRMED" });
    },
  },
  {
    name: "its key is of the present timeline once it is sent again",
    async script(play) {
      await ready(play, ["1/a"]);
      await play.copyToStandby();
      await play.failOver();
      await play.pass(21_000);
      await play.cancelAllOverdue();
      await play.verify(1);
      await play.record(line, "1/a");
      await play.take("u", line);
      await play.submit("u");
      expect(play.state.issuances["1/a"]).toMatchObject({ state: "submitted", isLost: false, isDenied: true });
    },
  },
  {
    name: "elements in line end at once as unconfirmed",
    async script(play) {
      await play.recordBatch(1, [[line, "a"]]);
      await play.copyToStandby();
      await play.failOver();
      expect(await play.cancelAllOverdue()).toEqual(["1/a"]);
      expect(play.state.batches[0]).toMatchObject({ isLost: true });
      expect(play.state.batches[0]?.elements[0]).toMatchObject({ state: "failed", outcome: "TAXAUTH_UNCONFIRMED" });
    },
  },
  {
    name: "elements that waited for their key are not armed, and end as unconfirmed",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.recordBatch(1, [[line, "a"]]);
      await play.copyToStandby();
      await play.failOver();
      await play.enqueueWaiting();
      expect(play.state.batches[0]?.elements[0]).toMatchObject({ state: "failed", outcome: "TAXAUTH_UNCONFIRMED" });
    },
  },
  {
    name: "a cancel says the same of them",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.recordBatch(1, [
        [line, "a"],
        [line, "b"],
      ]);
      await play.copyToStandby();
      await play.failOver();
      expect(await play.cancelBatch(1)).toEqual(["1/b"]);
      expect(play.state.batches[0]?.elements.map(({ outcome }) => outcome)).toEqual([
        "TAXAUTH_UNCONFIRMED",
        "TAXAUTH_UNCONFIRMED",
      ]);
    },
  },
  {
    name: "nothing moves that was in line, nor to a substitute whose numbers may be missing",
    async script(play) {
      await play.record(line, "1/a");
      await play.beginByHand(1);
      await play.copyToStandby();
      await play.failOver();
      expect(await play.readQueue(line)).toBeUndefined();
      await play.record(line, "1/b");
      expect(await play.readQueue(line)).toMatchObject({ standing: null, waiting: [["b", 1, true]] });
      expect(await play.move(line)).toEqual({ moved: [], refused: [] });
      await play.take("r", standIn);
      expect(await play.readQueue(line)).toMatchObject({ standing: null });
      await play.verify(1);
      expect(await play.readQueue(line)).toMatchObject({ standing: { lastNumber: 0 } });
    },
  },
  {
    name: "a number that is still known is resolved as ever",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.copyToStandby();
      await play.failOver();
      await play.take("u", line);
      await play.listSubmissions(line);
      expect(await play.markResolving("u", "1/a")).toBe(true);
      expect(await play.approve("u", ["1/a"], { isAnswer: false })).toMatchObject({ approved: ["1/a"] });
    },
  },
  {
    name: "a forgotten sequence begins anew",
    async script(play) {
      await play.copyToStandby();
      await numbered(play, ["1/a"]);
      await play.failOver();
      expect(await play.isCurrent("t")).toBe(false);
      expect(await play.take("u", line)).toEqual({ epoch: 1, lastNumber: null, lastDate: null, unverified: false });
      expect(await play.approve("t", ["1/a"])).toBeUndefined();
    },
  },
];

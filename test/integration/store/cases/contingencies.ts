import { expect } from "vitest";
import { type Case, line, numbered, outcomesOf, ready, standIn, statesOf } from "../case.js";
import type { Play } from "../play.js";

const rowOf = (play: Play, companyId = 1) => play.state.contingencies[companyId];

/** A silence that became a contingency, and queries are answered again. */
async function answeredAgain(play: Play, companyId = 1): Promise<void> {
  await play.noteUnanswered(companyId, true);
  await play.noteUnanswered(companyId, true);
  await play.pass(2_000);
  await play.outageStart();
  await play.noteReady(companyId);
}

/** Silence, beginning and end: shared/db/contingency/silence.ts and turn-contingency.ts. */
export const contingencyCases: Case[] = [
  {
    name: "a silence begins with its first call, and counts the others",
    async script(play) {
      await play.pass(10_000);
      await play.noteUnanswered(1, false, 4_000);
      expect(rowOf(play)).toMatchObject({ silentSinceMs: 6_000, unanswered: 1, issuingSinceMs: null });
      await play.pass(1_000);
      await play.noteUnanswered(1, true, 500);
      expect(rowOf(play)).toMatchObject({ silentSinceMs: 6_000, unanswered: 2, issuingSinceMs: 10_500 });
    },
  },
  {
    name: "a query ends a silence of queries alone",
    async script(play) {
      await play.noteUnanswered(1, false);
      await play.pass(1_000);
      await play.noteAnswered(1);
      expect(rowOf(play)).toMatchObject({ silentSinceMs: null, unanswered: 0 });
      await play.pass(1_000);
      await play.noteUnanswered(1, true);
      await play.pass(1_000);
      await play.noteAnswered(1);
      expect(rowOf(play)).toMatchObject({ silentSinceMs: null, issuingSinceMs: 2_000, issuingUnanswered: 1 });
      await play.noteIssued(1);
      expect(rowOf(play)).toMatchObject({ silentSinceMs: null, unanswered: 0, issuingSinceMs: null });
    },
  },
  {
    name: "a silence that a request failed in does not outlive its end",
    async script(play) {
      await play.noteUnanswered(1, true);
      await play.noteIssued(1);
      await play.pass(1_000);
      await play.noteUnanswered(1, false);
      expect(rowOf(play)).toMatchObject({ unanswered: 1, issuingSinceMs: null });
    },
  },
  {
    name: "a contingency needs two calls and the time",
    async script(play) {
      await play.noteUnanswered(1, true);
      await play.pass(5_000);
      expect(await play.outageStart()).toEqual([]);
      await play.noteUnanswered(1, true);
      expect(await play.outageStart(5_001)).toEqual([]);
      expect(await play.outageStart(5_000)).toEqual([1]);
      expect(await play.outageStart(5_000)).toEqual([]);
      expect(rowOf(play)).toMatchObject({ activeSinceMs: 5_000, byHand: false });
    },
  },
  {
    name: "a silence that the clock was set back behind begins now",
    async script(play) {
      await play.noteUnanswered(1, true);
      await play.pass(-600_000);
      await play.noteUnanswered(1, true);
      expect(rowOf(play)?.silentSinceMs).toBe(-600_000);
    },
  },
  {
    name: "an answered request ends a contingency that nobody began by hand",
    async script(play) {
      await answeredAgain(play);
      await play.noteIssued(1);
      expect(rowOf(play)).toMatchObject({ activeSinceMs: null, silentSinceMs: null, readyAtMs: null });
      await play.beginByHand(1);
      await play.noteIssued(1);
      expect(rowOf(play)).toMatchObject({ byHand: true });
      await play.endByHand(1);
      expect(rowOf(play)).toMatchObject({ activeSinceMs: null, byHand: false });
    },
  },
  {
    name: "a person takes over a contingency that lasts, since its beginning",
    async script(play) {
      await answeredAgain(play);
      await play.pass(1_000);
      await play.beginByHand(1);
      expect(rowOf(play)).toMatchObject({ activeSinceMs: 2_000, byHand: true, readyAtMs: null });
      await play.noteReady(1);
      expect(rowOf(play)?.readyAtMs).toBeNull();
    },
  },
  {
    name: "an answer of one process breaks the silence of another that began before it",
    async script(play) {
      await play.pass(60_000);
      await play.recordCalls({ companyId: 1, calls: [20_000, 8_000], requests: [20_000, 8_000] });
      await play.recordCalls({ companyId: 1, answeredAgoMs: 5_000 });
      expect(rowOf(play)).toMatchObject({ silentSinceMs: null, issuingSinceMs: 40_000, issuingUnanswered: 2 });
      await play.recordCalls({ companyId: 1, issuedAgoMs: 10_000, calls: [6_000, 3_000] });
      expect(rowOf(play)).toMatchObject({
        answeredAtMs: 55_000,
        issuedAtMs: 50_000,
        silentSinceMs: 57_000,
        unanswered: 1,
      });
      expect(rowOf(play)).toMatchObject({ issuingSinceMs: null, issuingUnanswered: 0 });
    },
  },
  {
    name: "everybody has time to contradict a silence that is noted late",
    async script(play) {
      await play.pass(60_000);
      await play.recordCalls({ companyId: 1, calls: [20_000, 8_000] });
      await play.pass(1_499);
      expect(await play.outageStart()).toEqual([]);
      await play.pass(1);
      expect(await play.outageStart()).toEqual([1]);
    },
  },
  {
    name: "an old failure of a request is forgotten while questions are answered",
    async script(play) {
      await play.noteUnanswered(1, true);
      await play.pass(180_000);
      await play.noteAnswered(1);
      expect(rowOf(play)).toMatchObject({ issuingSinceMs: 0 });
      await play.pass(1);
      await play.noteAnswered(1);
      expect(rowOf(play)).toMatchObject({ issuingSinceMs: null });
    },
  },
  {
    name: "a number in doubt keeps a contingency so long alone, while questions are answered",
    async script(play) {
      await numbered(play, ["1/a"]);
      await answeredAgain(play);
      for (let round = 0; round < 5; round++) {
        await play.pass(15_000);
        await play.noteReady(1);
      }
      await play.endDespiteDoubt();
      expect(rowOf(play)?.activeSinceMs).toBe(2_000);
      await play.markUnconfirmed("t", "1/a");
      await play.endDespiteDoubt();
      expect(rowOf(play)).toMatchObject({ activeSinceMs: null, readyAtMs: null });
    },
  },
  {
    name: "three refusals of the company alone end a contingency that began by itself, and none begun by hand",
    async script(play) {
      await play.noteRefused(1, 3);
      await play.pass(1_000);
      for (let calls = 0; calls < 2; calls++) await play.noteUnanswered(1, false);
      await play.pass(2_000);
      expect(await play.outageStart()).toEqual([1]);
      expect(rowOf(play), "before it begins they count for nothing").toMatchObject({ refused: 0 });
      await play.noteRefused(1, 2);
      await play.recordCalls({ companyId: 1, answeredAgoMs: 0, refusedAnew: true });
      await play.noteRefused(1, 2);
      await play.endRefused();
      expect(rowOf(play), "not in a row").toMatchObject({ activeSinceMs: 3_000, refused: 2 });
      await play.noteReady(1);
      await play.noteRefused(1);
      expect(rowOf(play)).toMatchObject({ readyAtMs: null });
      await play.endRefused();
      expect(rowOf(play)).toMatchObject({ activeSinceMs: null, refused: 0 });
      await play.noteRefused(1, 3);
      expect(await play.outageStart(), "it does not begin again by them").toEqual([]);
      await play.beginByHand(1);
      await play.noteRefused(1, 3);
      await play.endRefused();
      expect(rowOf(play)).toMatchObject({ activeSinceMs: 3_000, byHand: true, refused: 0 });
    },
  },
  {
    name: "a failure begins the time of a number in doubt anew",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.markUnconfirmed("t", "1/a");
      await answeredAgain(play);
      await play.pass(70_000);
      await play.noteUnanswered(1, false);
      await play.noteReady(1);
      await play.pass(5_000);
      await play.endDespiteDoubt();
      expect(rowOf(play)).toMatchObject({ activeSinceMs: 2_000, readySinceMs: 72_000 });
    },
  },
  {
    name: "one that tries and is in doubt has had its try",
    setting: { voucherTypes: [6, 11] },
    async script(play) {
      await ready(play, ["1/a"]);
      await play.record("1-1-11", "1/b");
      await answeredAgain(play);
      await play.claimTrial("1/a");
      await play.submit("t");
      expect(await play.claimTrial("1/b")).toBe(false);
      await play.markUnconfirmed("t", "1/a");
      expect(await play.claimTrial("1/b")).toBe(true);
    },
  },
  {
    name: "others may ask first where a process's own calls fail",
    async script(play) {
      await play.noteUnanswered(1, false);
      await play.claimProbes(9, { afterMs: 8_000, deferMs: 0 });
      await play.pass(3_499);
      expect(await play.claimProbes(9, { afterMs: 8_000, deferMs: 1_500 })).toEqual([]);
      await play.pass(1);
      expect(await play.claimProbes(9, { afterMs: 8_000, deferMs: 1_500 })).toHaveLength(1);
    },
  },
  {
    name: "one issuer at a time asks, and a time that lies ahead is not waited for",
    async script(play) {
      await play.noteUnanswered(1, false);
      expect(await play.claimProbes()).toEqual(["1 1-11-6"]);
      await play.pass(9_999);
      expect(await play.claimProbes()).toEqual([]);
      await play.pass(1);
      expect(await play.claimProbes()).toEqual(["1 1-11-6"]);
      await play.pass(-1_000);
      expect(await play.claimProbes()).toEqual([]);
      await play.pass(-1);
      expect(await play.claimProbes()).toEqual(["1 1-11-6"]);
    },
  },
  {
    name: "one issuance tries, and goes on as any other",
    async script(play) {
      await ready(play, ["1/a", "1/b"]);
      expect(await play.claimTrial("1/a")).toBe(false);
      await answeredAgain(play);
      expect(await play.claimTrial("1/a")).toBe(true);
      expect(await play.claimTrial("1/b")).toBe(false);
      await play.submit("t", { limit: 2 });
      expect(statesOf(play)).toEqual({ "1/a": "submitted 1", "1/b": "queued" });
      await play.approve("t", ["1/a"]);
      expect(await play.claimTrial("1/b")).toBe(true);
    },
  },
  {
    name: "none tries on a sequence with an open number, nor in a contingency by hand",
    async script(play) {
      await numbered(play, ["1/a", "1/b"], 1);
      await answeredAgain(play);
      expect(await play.claimTrial("1/b")).toBe(false);
      await play.settle("t", "1/a", "failed");
      await play.beginByHand(1);
      await play.noteReady(1);
      expect(await play.claimTrial("1/b")).toBe(false);
    },
  },
  {
    name: "a trial on another sequence is not kept from it by an open number",
    setting: { voucherTypes: [6, 11] },
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.record("1-1-11", "1/b");
      await answeredAgain(play);
      expect(await play.claimTrial("1/b")).toBe(true);
    },
  },
  {
    name: "a trial that returns to the line says that nobody may try yet",
    async script(play) {
      await ready(play, ["1/a"]);
      await answeredAgain(play);
      await play.claimTrial("1/a");
      await play.submit("t");
      await play.returnToQueue("t", "1/a");
      expect(rowOf(play)).toMatchObject({ trial: null, readyAtMs: null });
    },
  },
  {
    name: "while it lasts, what may move is not numbered, not woken away by a closed line, and elements go on",
    async script(play) {
      await ready(play, ["1/a"]);
      await play.record(line, "1/b", { contingency: "never" });
      await play.recordBatch(1, [[line, "c"]]);
      await play.beginByHand(1);
      expect(await play.closeQueue("t", "cancelled", { code: "VOUCHER_LOCK_TIMEOUT" })).toEqual(["1/b"]);
      await play.submit("t", { limit: 3 });
      expect(statesOf(play)).toEqual({ "1/a": "queued", "1/b": "cancelled", "1/c": "submitted 1" });
    },
  },
  {
    name: "the contingency of a company is no other's",
    setting: {
      companies: [
        { id: 1, points: [{ posNumber: 1, substitute: 11 }] },
        { id: 2, points: [{ posNumber: 1, substitute: 11 }] },
      ],
    },
    async script(play) {
      await play.beginByHand(2);
      await ready(play, ["1/a"]);
      await ready(play, ["2/a"], "2-1-6", "u");
      await play.submit("t");
      expect(await play.submit("u")).toBe("drained");
      expect(await play.listOutages()).toEqual(["2 true   0  0"]);
      expect(await play.listQueues(2)).toEqual(["2-1-6"]);
      expect(await play.readQueue(line)).toBeUndefined();
    },
  },
  {
    name: "the sequences of a company are probed in turn, and those of a substitute only where there are no others",
    setting: { voucherTypes: [6, 11] },
    async script(play) {
      await play.noteUnanswered(1, false);
      const probe = async () => {
        await play.pass(10_000);
        return play.claimProbes();
      };
      expect([await probe(), await probe(), await probe()]).toEqual([["1 1-11-6"], ["1 1-11-11"], ["1 1-11-6"]]);
      await play.take("t", "1-1-11");
      expect([await probe(), await probe()]).toEqual([["1 1-1-11"], ["1 1-1-11"]]);
      await ready(play);
      expect([await probe(), await probe(), await probe()]).toEqual([["1 1-1-6"], ["1 1-1-11"], ["1 1-1-6"]]);
      expect(play.state.sequences[standIn]?.lastNumber).toBe(0);
      expect(outcomesOf(play)).toEqual({});
    },
  },
];

import { expect } from "vitest";
import type { Companies } from "../../../chaos/simulation/companies.js";
import { type Case, line, numbered, outcomesOf, ready, standIn, statesOf } from "../case.js";
import type { Play } from "../play.js";

const shared: Companies = [
  {
    id: 1,
    points: [
      { posNumber: 1, substitute: 11 },
      { posNumber: 2, substitute: 11 },
    ],
  },
];

/** These wait in a contingency, and somebody has read the line. */
async function readIn(play: Play, names: string[]): Promise<unknown> {
  await play.beginByHand(1);
  for (const name of names) await play.record(line, name);
  return play.readQueue(line);
}

/** Issuing under CAEA: shared/db/contingency/fail-over-issuances.ts. */
export const movingCases: Case[] = [
  {
    name: "number, code, voucher, quota and report come in one commit, in the order of the line",
    async script(play) {
      await readIn(play, ["1/b", "1/a"]);
      expect(await play.move(line)).toEqual({
        moved: [
          ["1/b", 1],
          ["1/a", 2],
        ],
        refused: [],
      });
      expect(play.state.vouchers.map(({ sequence, number, isCaea }) => [sequence, number, isCaea])).toEqual([
        [standIn, 1, true],
        [standIn, 2, true],
      ]);
      expect(play.state.sequences[standIn]).toMatchObject({ lastNumber: 2, lastDate: "20261128" });
      expect(play.state.reports.map(({ number, state }) => [number, state])).toEqual([
        [1, "due"],
        [2, "due"],
      ]);
      expect(play.state.quotas).toEqual({ "1": { reserved: 0, used: 2 } });
    },
  },
  {
    name: "without a contingency there is no line to move",
    async script(play) {
      await play.record(line, "1/a");
      expect(await play.readQueue(line)).toBeUndefined();
    },
  },
  {
    name: "nothing moves once the contingency is over",
    async script(play) {
      await readIn(play, ["1/a"]);
      await play.endByHand(1);
      expect(await play.move(line)).toEqual({ moved: [], refused: [] });
      expect(statesOf(play)).toEqual({ "1/a": "queued" });
    },
  },
  {
    name: "a number does not move, nor what a refusal freed",
    async script(play) {
      await numbered(play, ["1/a", "1/b"], 1);
      await play.settle("t", "1/a", "rejected", { isRemembered: true });
      await play.submit("t");
      await play.record(line, "1/a");
      await play.beginByHand(1);
      expect(await play.readQueue(line)).toBeUndefined();
    },
  },
  {
    name: "what was numbered since the line was read stays",
    async script(play) {
      await ready(play);
      await readIn(play, ["1/a"]);
      await play.endByHand(1);
      await play.submit("t");
      await play.beginByHand(1);
      expect(await play.move(line)).toEqual({ moved: [], refused: [] });
    },
  },
  {
    name: "another attempt than the one that was read stays",
    async script(play) {
      await readIn(play, ["1/a"]);
      await play.pass(20_000);
      await play.cancelOverdue("1/a");
      await play.record(line, "1/a", { total: "250.00" });
      expect(await play.move(line)).toEqual({ moved: [], refused: [] });
      await play.readQueue(line);
      expect(await play.move(line)).toMatchObject({ moved: [["1/a", 1]] });
    },
  },
  {
    name: "so does another attempt of the same moment",
    async script(play) {
      await ready(play);
      await readIn(play, ["1/a"]);
      await play.endByHand(1);
      await play.closeQueue("t", "cancelled", { code: "VOUCHER_LOCK_TIMEOUT" });
      await play.record(line, "1/a", { total: "250.00" });
      await play.beginByHand(1);
      expect(play.state.issuances["1/a"]).toMatchObject({ revision: 2, recordedAtMs: 0 });
      expect(await play.move(line)).toEqual({ moved: [], refused: [] });
    },
  },
  {
    name: "so does a request to which a failover gave the same id",
    async script(play) {
      await play.beginByHand(1);
      await play.copyToStandby();
      await play.record(line, "1/a");
      await play.readQueue(line);
      await play.failOver();
      await play.verify(1);
      await play.pass(1);
      await play.record(line, "1/b");
      expect(await play.move(line)).toEqual({ moved: [], refused: [] });
      await play.readQueue(line);
      expect(await play.move(line)).toMatchObject({ moved: [["1/b", 1]] });
    },
  },
  {
    name: "nothing moves before the last number's date is known, and a lower one does not tell it",
    async script(play) {
      await play.verify(1, 2);
      await readIn(play, ["1/a"]);
      await play.importVoucher(standIn, 1);
      await play.readQueue(line);
      expect(await play.move(line)).toEqual({ moved: [], refused: [] });
      await play.importVoucher(standIn, 2);
      await play.readQueue(line);
      expect(await play.move(line)).toMatchObject({ moved: [["1/a", 3]] });
    },
  },
  {
    name: "nothing moves that is dated ahead, or not of its code",
    async script(play) {
      await play.beginByHand(1);
      await play.record(line, "1/a", { day: 1 });
      await play.readQueue(line);
      expect(await play.move(line)).toEqual({ moved: [], refused: [] });
      await play.pass(3 * 86_400_000);
      await play.record(line, "1/b", { day: 2 });
      await play.readQueue(line);
      expect(await play.move(line)).toEqual({ moved: [], refused: [] });
    },
  },
  {
    name: "what is overdue does not move",
    async script(play) {
      await readIn(play, ["1/a"]);
      await play.pass(20_000);
      expect(await play.move(line)).toEqual({ moved: [], refused: [] });
    },
  },
  {
    name: "dates never go back under CAEA: what is earlier stays in line",
    async script(play) {
      await play.pass(86_400_000);
      await play.beginByHand(1);
      await play.record(line, "1/a", { day: 1 });
      await play.record(line, "1/b");
      await play.record(line, "1/c", { day: 1 });
      await play.readQueue(line);
      expect(await play.move(line)).toMatchObject({
        moved: [
          ["1/a", 1],
          ["1/c", 2],
        ],
      });
      expect(await play.move(line)).toMatchObject({ moved: [] });
      expect(statesOf(play)["1/b"]).toBe("queued");
    },
  },
  {
    name: "the quota limits what moves, and those behind it end",
    setting: { monthlyVouchers: 1 },
    async script(play) {
      await readIn(play, ["1/a", "1/b"]);
      expect(await play.move(line)).toEqual({ moved: [["1/a", 1]], refused: ["1/b"] });
      expect(outcomesOf(play)).toEqual({ "1/a": null, "1/b": "SUBSCRIPTION_QUOTA_EXCEEDED" });
    },
  },
  {
    name: "two points of sale share the numbers of their substitute",
    setting: { companies: shared },
    async script(play) {
      await play.beginByHand(1);
      await play.record("1-1-6", "1/a");
      await play.record("1-2-6", "1/b");
      for (const sequence of ["1-1-6", "1-2-6"]) {
        await play.readQueue(sequence);
        await play.move(sequence);
      }
      expect(play.state.vouchers.map(({ issuance, sequence, number }) => [issuance, sequence, number])).toEqual([
        ["1/a", standIn, 1],
        ["1/b", standIn, 2],
      ]);
      expect(statesOf(play)).toEqual({ "1/a": "approved 1", "1/b": "approved 2" });
    },
  },
  {
    name: "a point of sale without a substitute has a line and no standing",
    setting: {
      companies: [
        {
          id: 1,
          points: [
            { posNumber: 1, substitute: null },
            { posNumber: 2, substitute: 11 },
          ],
        },
      ],
    },
    async script(play) {
      expect(await readIn(play, ["1/a"])).toMatchObject({
        substitute: null,
        standing: null,
        waiting: [["a", 1, true]],
      });
    },
  },
  {
    name: "what is kept with CAE is numbered though the contingency lasts, and only at its revision",
    async script(play) {
      await ready(play);
      await readIn(play, ["1/a", "1/b"]);
      await play.keepWithCae(line, ["a"]);
      expect(play.state.issuances["1/a"]?.mayFailOver).toBe(false);
      await play.submit("t", { limit: 2 });
      expect(statesOf(play)).toEqual({ "1/a": "submitted 1", "1/b": "queued" });
      await play.pass(20_000);
      await play.cancelOverdue("1/b");
      await play.record(line, "1/b");
      await play.keepWithCae(line, ["b"]);
      expect(play.state.issuances["1/b"]?.mayFailOver).toBe(true);
    },
  },
  {
    name: "the one that tries does not move",
    async script(play) {
      await play.record(line, "1/a");
      await play.record(line, "1/b");
      await play.noteUnanswered(1, true);
      await play.noteUnanswered(1, true);
      await play.pass(2_000);
      await play.outageStart(1);
      await play.noteReady(1);
      expect(await play.readQueue(line)).toMatchObject({ isReady: true });
      await play.claimTrial("1/a");
      expect(await play.move(line)).toMatchObject({ moved: [["1/b", 1]] });
      expect(statesOf(play)["1/a"]).toBe("queued");
    },
  },
  {
    name: "queries that were answered long ago make nobody ready",
    async script(play) {
      await play.noteUnanswered(1, true);
      await play.noteUnanswered(1, true);
      await play.pass(2_000);
      await play.outageStart();
      await play.noteReady(1);
      await play.record(line, "1/a");
      await play.pass(19_999);
      expect(await play.readQueue(line)).toMatchObject({ isReady: true });
      await play.pass(1);
      expect(await play.readQueue(line)).toBeUndefined();
      await play.record(line, "1/b");
      expect(await play.readQueue(line)).toMatchObject({ isReady: false });
    },
  },
  {
    name: "an element whose key moved counts as issued",
    async script(play) {
      await play.record(line, "1/a");
      await play.recordBatch(1, [[line, "a"]]);
      await play.beginByHand(1);
      await play.readQueue(line);
      await play.move(line);
      await play.enqueueWaiting();
      expect(play.state.batches[0]?.elements[0]).toMatchObject({ state: "issued", issuance: "1/a" });
    },
  },
];

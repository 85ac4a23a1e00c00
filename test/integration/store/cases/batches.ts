import { expect } from "vitest";
import { type Case, line, numbered, outcomesOf, ready, statesOf } from "../case.js";
import type { Play } from "../play.js";

const elementsOf = (play: Play, batch = 1) =>
  (play.state.batches[batch - 1]?.elements ?? []).map(({ key, state, outcome }) =>
    outcome === null ? `${key} ${state}` : `${key} ${state} ${outcome}`,
  );

/** Elements of batches: shared/db/batches/, and the trigger settle_elements. */
export const batchCases: Case[] = [
  {
    name: "elements are armed in the order of their dates, behind all callers, with a day's patience",
    async script(play) {
      await play.recordBatch(1, [
        [line, "a", { day: 1 }],
        [line, "b"],
      ]);
      await play.record(line, "1/c");
      expect(play.state.lines[line]).toEqual(["1/c", "1/b", "1/a"]);
      expect(play.state.issuances["1/a"]).toMatchObject({
        ...{ isBackground: true, mayFailOver: false, revision: 1, deadlineAtMs: 86_400_000 },
      });
    },
  },
  {
    name: "batches follow each other in the line",
    async script(play) {
      await play.recordBatch(1, [[line, "b", { day: 1 }]]);
      await play.recordBatch(1, [[line, "a"]]);
      expect(play.state.lines[line]).toEqual(["1/b", "1/a"]);
    },
  },
  {
    name: "an element whose key is open waits for it, without an issuance",
    async script(play) {
      await play.record(line, "1/a");
      await play.recordBatch(1, [[line, "a"]]);
      expect(play.state.batches[0]?.elements).toEqual([
        {
          ...{ key: "a", state: "pending", issuance: null, revision: null, outcome: null },
          ...{ hasAttempt: true, settledAtMs: null },
        },
      ]);
      await play.enqueueWaiting();
      expect(play.state.batches[0]?.elements[0]).toMatchObject({ issuance: "1/a", revision: null, hasAttempt: true });
      expect(play.state.issuances["1/a"]?.isBatched).toBe(true);
      expect(elementsOf(play)).toEqual(["a pending"]);
    },
  },
  {
    name: "an element whose key has its voucher is settled at once, or belongs to another voucher",
    setting: { voucherTypes: [6, 11] },
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.approve("t", ["1/a"]);
      await play.recordBatch(1, [[line, "a"]]);
      await play.recordBatch(1, [["1-1-11", "a"]]);
      expect(elementsOf(play, 1)).toEqual(["a issued"]);
      expect(elementsOf(play, 2)).toEqual(["a failed VALIDATION_ERROR"]);
    },
  },
  {
    name: "an element of another point of sale does not take the key's voucher",
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
      await play.recordBatch(1, [["1-2-6", "a"]]);
      await play.approve("t", ["1/a"]);
      await play.enqueueWaiting();
      expect(elementsOf(play)).toEqual(["a failed VALIDATION_ERROR"]);
    },
  },
  {
    name: "the sweep arms an element when its key made no voucher",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.recordBatch(1, [[line, "a", { total: "250.00" }]]);
      await play.settle("t", "1/a", "rejected");
      expect(elementsOf(play)).toEqual(["a pending"]);
      await play.enqueueWaiting();
      expect(play.state.issuances["1/a"]).toMatchObject({
        revision: 2,
        state: "queued",
        declared: { total: "250.00" },
      });
      expect(play.state.batches[0]?.elements[0]).toMatchObject({ issuance: "1/a", revision: 2 });
    },
  },
  {
    name: "of two batches that wait for one key the first is armed",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.recordBatch(1, [[line, "a"]]);
      await play.recordBatch(1, [[line, "a"]]);
      await play.settle("t", "1/a", "rejected");
      await play.enqueueWaiting();
      expect(play.state.batches.map(({ elements }) => elements[0]?.issuance)).toEqual(["1/a", null]);
    },
  },
  {
    name: "an element is settled in the commit that ends its issuance",
    async script(play) {
      await ready(play);
      await play.recordBatch(1, [
        [line, "a"],
        [line, "b"],
      ]);
      await play.submit("t", { limit: 2 });
      await play.approve("t", ["1/a"]);
      expect(elementsOf(play)).toEqual(["a issued", "b pending"]);
      await play.settle("t", "1/b", "rejected");
      expect(elementsOf(play)).toEqual(["a issued", "b failed TAXAUTH_ERROR"]);
      await play.finishBatches();
      expect(play.state.batches[0]?.isFinished).toBe(true);
    },
  },
  {
    name: "a doubt leaves an element pending",
    async script(play) {
      await ready(play);
      await play.recordBatch(1, [[line, "a"]]);
      await play.submit("t");
      await play.markUnconfirmed("t", "1/a", { questions: 1, isDenied: false });
      expect(elementsOf(play)).toEqual(["a pending"]);
      await play.finishBatches();
      expect(play.state.batches[0]?.isFinished).toBe(false);
    },
  },
  {
    name: "a failed element counts as issued when its key gets its voucher later",
    async script(play) {
      await ready(play);
      await play.recordBatch(1, [[line, "a"]]);
      await play.submit("t");
      await play.settle("t", "1/a", "rejected");
      await play.record(line, "1/a");
      expect(play.state.issuances["1/a"]).toMatchObject({ isBackground: false, revision: 2 });
      await play.submit("t");
      await play.approve("t", ["1/a"]);
      expect(elementsOf(play)).toEqual(["a issued"]);
    },
  },
  {
    name: "a caller brings an element forward, and not twice",
    async script(play) {
      await play.recordBatch(1, [
        [line, "a"],
        [line, "b"],
      ]);
      await play.record(line, "1/c");
      await play.promote("1/b");
      expect(play.state.lines[line]).toEqual(["1/c", "1/b", "1/a"]);
      await play.promote("1/c");
      expect(play.state.lines[line]).toEqual(["1/c", "1/b", "1/a"]);
      expect(play.state.issuances["1/b"]).toMatchObject({ isBackground: true, deadlineAtMs: 86_400_000 });
    },
  },
  {
    name: "a cancel ends what has no number, and leaves numbers alone",
    async script(play) {
      await ready(play);
      await play.record(line, "1/c");
      await play.recordBatch(1, [
        [line, "a"],
        [line, "b"],
        [line, "c"],
      ]);
      await play.promote("1/a");
      await play.submit("t", { limit: 1 });
      await play.approve("t", ["1/c"]);
      await play.submit("t", { limit: 1 });
      expect(await play.cancelBatch(1)).toEqual(["1/b"]);
      expect(statesOf(play)).toMatchObject({ "1/a": "submitted 2", "1/b": "cancelled" });
      expect(elementsOf(play)).toEqual(["a pending", "b failed CANCELLED", "c failed CANCELLED"]);
      await play.approve("t", ["1/a"]);
      expect(elementsOf(play)[0]).toBe("a issued");
      expect(await play.cancelBatch(1)).toEqual([]);
    },
  },
  {
    name: "what returns to the line after the cancel is ended by the sweep",
    async script(play) {
      await ready(play);
      await play.recordBatch(1, [[line, "a"]]);
      await play.submit("t");
      expect(await play.cancelBatch(1)).toEqual([]);
      await play.returnToQueue("t", "1/a");
      await play.endCancelled();
      expect(outcomesOf(play)).toEqual({ "1/a": "CANCELLED" });
      await play.finishBatches();
      expect(play.state.batches[0]).toMatchObject({ isCancelled: true, isFinished: true });
    },
  },
  {
    name: "a cancel does not end a caller's later attempt",
    async script(play) {
      await ready(play);
      await play.recordBatch(1, [
        [line, "a"],
        [line, "b"],
      ]);
      await play.submit("t");
      await play.settle("t", "1/a", "rejected");
      await play.record(line, "1/a");
      expect(await play.cancelBatch(1)).toEqual(["1/b"]);
      expect(statesOf(play)).toEqual({ "1/a": "queued", "1/b": "cancelled" });
    },
  },
  {
    name: "a waiting element fails as unconfirmed after its day",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.recordBatch(1, [[line, "a"]]);
      await play.pass(86_400_000 - 1);
      await play.enqueueWaiting();
      expect(elementsOf(play)).toEqual(["a pending"]);
      await play.pass(1);
      await play.enqueueWaiting();
      expect(elementsOf(play)).toEqual(["a failed TAXAUTH_UNCONFIRMED"]);
    },
  },
  {
    name: "a batch of one company leaves the keys of another alone",
    setting: {
      companies: [
        { id: 1, points: [{ posNumber: 1, substitute: null }] },
        { id: 2, points: [{ posNumber: 1, substitute: null }] },
      ],
    },
    async script(play) {
      await play.record("1-1-6", "1/a");
      await play.recordBatch(2, [["2-1-6", "a"]]);
      expect(play.state.batches[0]?.elements[0]?.issuance).toBe("2/a");
      expect(await play.cancelBatch(1)).toEqual(["2/a"]);
      expect(statesOf(play)).toEqual({ "1/a": "queued", "2/a": "cancelled" });
    },
  },
];

import { expect } from "vitest";
import { type Case, line, numbered, outcomesOf, ready, standIn, statesOf } from "../case.js";
import type { Play } from "../play.js";

const twoTypes = { voucherTypes: [6, 11] as const };
const other = "1-1-11";
const caea = "26480000000001";

/** The number of `1/a` is freed by an answer, and an older request for it may still be granted. */
async function freed(play: Play): Promise<void> {
  await numbered(play, ["1/a"]);
  await play.settle("t", "1/a", "rejected", { isRemembered: true });
}

/** An attempt of `1/a` that the database may have forgotten is over. */
async function forgotten(play: Play): Promise<void> {
  await ready(play, ["1/a"]);
  await play.copyToStandby();
  await play.failOver();
  await play.pass(21_000);
  await play.cancelAllOverdue();
}

/** Keys in doubt: shared/db/issuing/suspicion.ts, and what of them may move. */
export const suspicionCases: Case[] = [
  {
    name: "a key that the database may have forgotten stays in its numbering, also where that is forgotten altogether",
    setting: { ...twoTypes, companies: [{ id: 1, points: [{ posNumber: 1, substitute: null }] }] },
    async script(play) {
      await play.record(line, "1/a");
      await play.copyToStandby();
      await play.failOver();
      await play.pass(21_000);
      await play.cancelAllOverdue();
      expect(play.state.sequences).toEqual({});
      expect(await play.findObstacle(other, "1/a")).toBe("elsewhere");
      expect(await play.record(other, "1/a")).toBe(false);
      expect(await play.record(line, "1/a")).toBe(true);
    },
  },
  {
    name: "a key whose number was freed stays in its numbering until that number is taken",
    setting: twoTypes,
    async script(play) {
      await freed(play);
      expect(await play.findObstacle(other, "1/a")).toBe("elsewhere");
      expect(await play.record(other, "1/a")).toBe(false);
      expect(await play.findObstacle(line, "1/a")).toBeUndefined();
      await play.record(line, "1/b");
      await play.submit("t");
      await play.approve("t", ["1/b"]);
      expect(await play.findObstacle(other, "1/a")).toBeUndefined();
      expect(await play.record(other, "1/a")).toBe(true);
    },
  },
  {
    name: "it is not movable then, and goes on with CAE while a contingency lasts",
    async script(play) {
      await freed(play);
      await play.record(line, "1/a");
      expect(play.state.issuances["1/a"]).toMatchObject({ state: "queued", mayFailOver: false });
      await play.beginByHand(1);
      expect(await play.readQueue(line)).toBeUndefined();
      await play.submit("t");
      expect(statesOf(play)).toEqual({ "1/a": "submitted 1" });
    },
  },
  {
    name: "what returned to the line with a freed number is neither held for a contingency nor moved, and those behind it the same",
    async script(play) {
      await numbered(play, ["1/a", "1/b"]);
      await play.record(line, "1/c");
      await play.beginByHand(1);
      await play.readQueue(line);
      await play.returnToQueue("t", "1/a", { isRemembered: true });
      expect(play.state.freed.map(({ number, issuance }) => [number, issuance])).toEqual([
        [1, "1/a"],
        [2, "1/b"],
      ]);
      expect(await play.readQueue(line)).toMatchObject({ waiting: [["c", 1, true]] });
      expect(await play.move(line)).toMatchObject({ moved: [["1/c", 1]] });
      await play.submit("t", { limit: 3 });
      expect(statesOf(play)).toMatchObject({ "1/a": "submitted 1", "1/b": "submitted 2" });
    },
  },
  {
    name: "a closed line ends what was freed, and keeps what a contingency can issue",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.record(line, "1/b");
      await play.beginByHand(1);
      await play.returnToQueue("t", "1/a", { isRemembered: true });
      expect(await play.closeQueue("t", "cancelled", { code: "VOUCHER_LOCK_TIMEOUT" })).toEqual(["1/a"]);
      expect(statesOf(play)).toEqual({ "1/a": "cancelled", "1/b": "queued" });
    },
  },
  {
    name: "numbers that were freed are found behind another one",
    async script(play) {
      await numbered(play, ["1/a", "1/b", "1/c"]);
      await play.settle("t", "1/b", "rejected", { isRemembered: true });
      expect(await play.hasFreedBetween("t", "1/a", 1)).toBe(false);
      expect(await play.hasFreedBetween("t", "1/a", 2)).toBe(true);
      expect(await play.hasFreedBetween("t", "1/b", 2)).toBe(false);
      expect(await play.hasFreedBetween("t", "1/b", 3)).toBe(true);
    },
  },
  {
    name: "a key that the database may have forgotten waits for a person's word about vouchers under CAEA",
    async script(play) {
      await forgotten(play);
      expect(outcomesOf(play)).toEqual({ "1/a": "TAXAUTH_UNCONFIRMED" });
      expect(await play.findObstacle(line, "1/a")).toBe("unverified");
      expect(await play.record(line, "1/a")).toBe(false);
      await play.verify(1);
      expect(await play.findObstacle(line, "1/a")).toBeUndefined();
      expect(await play.record(line, "1/a")).toBe(true);
      expect(play.state.issuances["1/a"]).toMatchObject({ suspectSinceMs: 0, mayFailOver: false, revision: 2 });
    },
  },
  {
    name: "it stays suspect over attempts, and is free once every sequence is verified",
    setting: twoTypes,
    async script(play) {
      await forgotten(play);
      await play.verify(1);
      await play.record(line, "1/a");
      await play.take("u", line);
      await play.submit("u");
      await play.settle("u", "1/a", "rejected");
      expect(await play.findObstacle(other, "1/a")).toBe("elsewhere");
      await play.record(line, "1/a");
      expect(play.state.issuances["1/a"]).toMatchObject({ suspectSinceMs: 0, revision: 3 });
      await play.record(line, "1/b");
      await play.submit("u", { limit: 2 });
      await play.settle("u", "1/b", "rejected");
      await play.settle("u", "1/a", "rejected");
      await play.record(line, "1/c");
      await play.submit("u");
      await play.approve("u", ["1/c"]);
      expect(play.state.sequences[line]).toMatchObject({ isUnverified: false, isLost: false });
      expect(await play.findObstacle(other, "1/a")).toBeUndefined();
      await play.record(other, "1/a");
      expect(play.state.issuances["1/a"]).toMatchObject({ suspectSinceMs: 0, mayFailOver: true });
    },
  },
  {
    name: "to take the sequence of the substitute is no word of a person",
    async script(play) {
      await forgotten(play);
      expect(play.state.sequences[standIn]).toMatchObject({ isLost: true });
      await play.take("r", standIn);
      expect(await play.findObstacle(line, "1/a")).toBe("unverified");
      await play.verify(1);
      expect(await play.findObstacle(line, "1/a")).toBeUndefined();
    },
  },
  {
    name: "no word can be given of a substitute that was never asked for, and the keys wait",
    setting: { isSeeded: false },
    async script(play) {
      await forgotten(play);
      await play.verify(1);
      expect(await play.findObstacle(line, "1/a")).toBe("unverified");
      await play.take("r", standIn);
      expect(await play.findObstacle(line, "1/a")).toBe("unverified");
      await play.setLastNumber("r", 0);
      expect(await play.findObstacle(line, "1/a")).toBeUndefined();
    },
  },
  {
    name: "a company without substitutes waits for no word",
    setting: { companies: [{ id: 1, points: [{ posNumber: 1, substitute: null }] }] },
    async script(play) {
      await forgotten(play);
      expect(await play.findObstacle(line, "1/a")).toBeUndefined();
    },
  },
  {
    name: "an element for another numbering of a key in doubt fails, and one for the same waits for nobody",
    setting: twoTypes,
    async script(play) {
      await freed(play);
      await play.recordBatch(1, [[other, "a"]]);
      expect(play.state.batches[0]?.elements[0]).toMatchObject({ state: "failed", outcome: "VALIDATION_ERROR" });
      await play.recordBatch(1, [[line, "a"]]);
      expect(statesOf(play)).toEqual({ "1/a": "queued" });
    },
  },
  {
    name: "it counts as issued once its key is there, when the doubt is over",
    setting: twoTypes,
    async script(play) {
      await freed(play);
      await play.recordBatch(1, [[other, "a"]]);
      await play.enqueueWaiting();
      expect(play.state.batches[0]?.elements[0]).toMatchObject({ state: "failed", issuance: "1/a", hasAttempt: false });
      await play.record(line, "1/b");
      await play.submit("t");
      await play.approve("t", ["1/b"]);
      await play.record(other, "1/a");
      await play.take("u", other);
      await play.setLastNumber("u", 0);
      await play.submit("u");
      await play.approve("u", ["1/a"]);
      expect(play.state.batches[0]?.elements[0]).toMatchObject({ state: "issued", outcome: null });
    },
  },
  {
    name: "an element of a key that waits for a person ends as unconfirmed, and counts as issued once its key is",
    async script(play) {
      await forgotten(play);
      await play.recordBatch(1, [[line, "a"]]);
      expect(play.state.batches[0]?.elements[0]).toMatchObject({
        ...{ state: "failed", outcome: "TAXAUTH_UNCONFIRMED", hasAttempt: true, issuance: null },
      });
      await play.enqueueWaiting();
      expect(play.state.batches[0]?.elements[0]).toMatchObject({ issuance: "1/a", hasAttempt: false });
      await play.verify(1);
      await play.record(line, "1/a");
      await play.take("u", line);
      await play.submit("u");
      await play.approve("u", ["1/a"]);
      expect(play.state.batches[0]?.elements[0]).toMatchObject({ state: "issued", outcome: null });
    },
  },
  {
    name: "a key that the database may have forgotten is not sent again once vouchers without a key were imported",
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
      await forgotten(play);
      expect(await play.findObstacle(line, "1/a")).toBeUndefined();
      expect(await play.importVoucher("1-2-6", 1)).toBe(true);
      expect(await play.findObstacle(line, "1/a"), "it may have been sent there").toBe("imported");
      expect(await play.importVoucher(line, 1)).toBe(true);
      expect(await play.findObstacle(line, "1/a")).toBe("imported");
      expect(await play.record(line, "1/a")).toBe(false);
      await play.recordBatch(1, [[line, "a"]]);
      expect(play.state.batches[0]?.elements[0]).toMatchObject({ state: "failed", outcome: "VALIDATION_ERROR" });
      expect(await play.record(line, "1/b")).toBe(true);
    },
  },
  {
    name: "nor once its voucher may be one under CAEA that was imported",
    async script(play) {
      await forgotten(play);
      await play.importVoucher(standIn, 1, { caea });
      expect(await play.findObstacle(line, "1/a")).toBe("unverified");
      await play.verify(1);
      expect(await play.findObstacle(line, "1/a")).toBe("imported");
    },
  },
  {
    name: "what was imported before its attempt says nothing of it, and what was made ten minutes before does",
    setting: { companies: [{ id: 1, points: [{ posNumber: 1, substitute: null }] }] },
    async script(play) {
      await ready(play);
      await play.importVoucher(line, 1);
      await play.pass(599_000);
      await play.record(line, "1/a");
      await play.pass(2_000);
      await play.record(line, "1/b");
      await play.copyToStandby();
      await play.failOver();
      await play.pass(21_000);
      await play.cancelAllOverdue();
      expect(await play.findObstacle(line, "1/a")).toBe("imported");
      expect(await play.findObstacle(line, "1/b")).toBeUndefined();
    },
  },
  {
    name: "a key stays suspect while the database has forgotten its own sequence, though every other is verified",
    setting: twoTypes,
    async script(play) {
      await play.record(line, "1/a");
      await play.copyToStandby();
      await play.failOver();
      await play.pass(21_000);
      await play.cancelAllOverdue();
      await play.verify(1);
      expect(play.state.sequences[line]).toBeUndefined();
      expect(await play.findObstacle(other, "1/a")).toBe("elsewhere");
      await play.record(line, "1/a");
      expect(play.state.issuances["1/a"]).toMatchObject({ suspectSinceMs: 0, mayFailOver: false });
      await play.pass(21_000);
      await play.cancelAllOverdue();
      await play.record(line, "1/a");
      expect(play.state.issuances["1/a"], "and over the next attempt").toMatchObject({
        ...{ suspectSinceMs: 0, mayFailOver: false },
      });
    },
  },
  {
    name: "the key of a credit invoice waits for no word about vouchers under CAEA: none is issued there",
    setting: { voucherTypes: [6, 206] },
    async script(play) {
      await play.record("1-1-206", "1/a", { contingency: "never" });
      await play.copyToStandby();
      await play.failOver();
      await play.pass(21_000);
      await play.cancelAllOverdue();
      expect(await play.findObstacle("1-1-206", "1/a")).toBeUndefined();
    },
  },
  {
    name: "a closed key takes no attempt, of a caller or of an element",
    async script(play) {
      await numbered(play, ["1/a", "1/b"]);
      await play.settle("t", "1/b", "failed", { isBarred: true });
      await play.settle("t", "1/a", "failed");
      expect(await play.bar("1/b")).toBe(false);
      expect(await play.bar("1/a")).toBe(true);
      for (const name of ["1/a", "1/b"]) {
        expect(await play.findObstacle(line, name)).toBe("barred");
        expect(await play.record(line, name)).toBe(false);
      }
      await play.recordBatch(1, [[line, "a"]]);
      expect(play.state.batches[0]?.elements[0]).toMatchObject({ state: "failed", outcome: "VALIDATION_ERROR" });
    },
  },
  {
    name: "an open key, and one with its voucher, cannot be closed",
    async script(play) {
      await numbered(play, ["1/a", "1/b"], 1);
      expect(await play.bar("1/a")).toBe(false);
      expect(await play.bar("1/b")).toBe(false);
      await play.approve("t", ["1/a"]);
      expect(await play.bar("1/a")).toBe(false);
      expect(await play.findObstacle(line, "1/a")).toBeUndefined();
    },
  },
  {
    name: "nothing moves of a sequence in doubt, though no attempt of its key was lost",
    async script(play) {
      await ready(play);
      await play.copyToStandby();
      await play.failOver();
      await play.verify(1);
      await play.record(line, "1/a");
      await play.beginByHand(1);
      expect(await play.readQueue(line)).toMatchObject({ standing: { lastNumber: 0 }, waiting: [["a", 1, false]] });
      expect(await play.move(line)).toEqual({ moved: [], refused: [] });
      await play.take("u", line);
      expect(await play.move(line)).toEqual({ moved: [], refused: [] });
      await play.record(line, "1/b", { contingency: "never" });
      await play.submit("u");
      await play.approve("u", ["1/b"]);
      expect(await play.move(line)).toMatchObject({ moved: [["1/a", 1]] });
    },
  },
  {
    name: "a key that may have one of the missing vouchers under CAEA is not recorded until each of them is known",
    async script(play) {
      await forgotten(play);
      expect(await play.findObstacle(line, "1/a")).toBe("unverified");
      await play.verify(1, 2);
      expect(play.state.sequences[standIn]).toMatchObject({
        lastNumber: 2,
        isUnverified: false,
        missing: { from: 1, to: 2 },
      });
      expect(await play.findObstacle(line, "1/a")).toBe("imported");
      expect(await play.record(line, "1/a")).toBe(false);
      expect(await play.record(line, "1/b")).toBe(true);
      // Reported by somebody, and imported: they are known, and one of them may still be the key's.
      for (const number of [1, 2]) await play.importVoucher(standIn, number, { caea });
      expect(await play.findObstacle(line, "1/a")).toBe("imported");
    },
  },
  {
    name: "a key whose sequence was forgotten is not sent before each number is known up to the last that the authority told of it",
    setting: {
      ...twoTypes,
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
      for (const [sequence, name] of [
        [line, "1/a"],
        ["1-2-6", "1/b"],
      ] as const)
        await play.record(sequence, name);
      await play.copyToStandby();
      await play.failOver();
      await play.pass(21_000);
      await play.cancelAllOverdue();
      await play.record(line, "1/a");
      expect(await play.take("t", line)).toMatchObject({ lastNumber: null, unverified: true });
      await play.setLastNumber("t", 0);
      expect(play.state.sequences[line]).toMatchObject({ missing: null });
      await play.take("u", "1-2-6");
      await play.setLastNumber("u", 2);
      expect(play.state.sequences["1-2-6"]).toMatchObject({ lastNumber: 2, missing: { from: 1, to: 2 } });
      expect(await play.findObstacle("1-2-6", "1/b")).toBe("imported");
      expect(await play.record("1-2-6", "1/b")).toBe(false);
      // It may be that of a key that was sent for another point of sale. What was told later is not missing.
      expect(await play.hasQueued(line)).toBe(false);
      await play.setLastNumber("u", 3);
      expect(play.state.sequences["1-2-6"]).toMatchObject({ lastNumber: 3, missing: { from: 1, to: 2 } });
    },
  },
  {
    name: "one that was in line already, when the last number was told, is not sent either",
    setting: { companies: [{ id: 1, points: [{ posNumber: 1, substitute: null }] }] },
    async script(play) {
      await play.record(line, "1/a");
      await play.copyToStandby();
      await play.failOver();
      await play.pass(21_000);
      await play.cancelAllOverdue();
      await play.record(line, "1/a");
      await play.record(line, "1/b");
      await play.take("t", line);
      await play.setLastNumber("t", 4);
      await play.submit("t", { limit: 2 });
      expect(statesOf(play)).toEqual({ "1/a": "queued", "1/b": "submitted 5" });
      await play.cancelAllOverdue();
      expect(statesOf(play)["1/a"]).toBe("failed");
    },
  },
  {
    name: "the first last number of a sequence that was not forgotten says nothing of missing ones",
    async script(play) {
      await play.record(line, "1/a");
      await play.take("t", line);
      await play.setLastNumber("t", 7);
      expect(play.state.sequences[line]).toMatchObject({ lastNumber: 7, missing: null });
    },
  },
  {
    name: "a number below one that was imported is missing too, and holds the key up until it is known",
    async script(play) {
      // All of them were made long before the attempt: none of those that are known is the key's.
      await play.importVoucher(standIn, 4, { caea });
      await play.pass(1_300_000);
      await forgotten(play);
      await play.verify(1);
      expect(play.state.sequences[standIn]).toMatchObject({ lastNumber: 4, missing: { from: 1, to: 4 } });
      expect(await play.findObstacle(line, "1/a")).toBe("imported");
      expect(await play.record(line, "1/a")).toBe(false);
      await play.pass(-1_300_000);
      for (const number of [1, 2, 3]) {
        expect(await play.findObstacle(line, "1/a"), `${number} is missing`).toBe("imported");
        await play.importVoucher(standIn, number, { caea });
      }
      expect(await play.findObstacle(line, "1/a")).toBeUndefined();
    },
  },
  {
    name: "nothing is missing behind the last number where each one has a voucher, and a word about later ones counts from there",
    async script(play) {
      for (const number of [1, 2]) await play.importVoucher(standIn, number, { caea });
      await play.verify(1);
      expect(play.state.sequences[standIn]).toMatchObject({ lastNumber: 2, missing: null });
      await play.importVoucher(standIn, 4, { caea });
      await play.verify(1, 1);
      expect(play.state.sequences[standIn]).toMatchObject({ lastNumber: 5, missing: { from: 3, to: 5 } });
      await play.verify(1);
      expect(play.state.sequences[standIn]).toMatchObject({ lastNumber: 5, missing: { from: 3, to: 5 } });
    },
  },
  {
    name: "a key of after the loss is not held up by them, nor one of which nothing else is missing",
    async script(play) {
      await forgotten(play);
      await play.verify(1, 1);
      await play.record(line, "1/c");
      await play.pass(21_000);
      await play.cancelAllOverdue();
      expect(await play.findObstacle(line, "1/c")).toBeUndefined();
      expect(await play.record(line, "1/c")).toBe(true);
      await play.bar("1/a");
      expect(await play.findObstacle(line, "1/a")).toBe("barred");
    },
  },
  {
    name: "a freed number stays in doubt when its voucher is imported without a key, and its key is not sent again",
    setting: twoTypes,
    async script(play) {
      await freed(play);
      await play.importVoucher(line, 1);
      expect(play.state.sequences[line]).toMatchObject({ lastNumber: 1, isUnverified: false });
      expect(await play.findObstacle(other, "1/a")).toBe("elsewhere");
      expect(await play.findObstacle(line, "1/a")).toBe("imported");
      expect(await play.record(line, "1/a")).toBe(false);
      await play.take("u", line);
      expect(await play.listFreedOf("u", "1/a")).toEqual([1]);
      expect(await play.claim("u", "1/a", 1)).toBe("claimed");
    },
  },
  {
    name: "its doubt ends with a voucher of another sale under it, imported or found by the one who asks for it",
    setting: twoTypes,
    async script(play) {
      await freed(play);
      await play.importVoucher(line, 1, { total: "250.00" });
      expect(await play.findObstacle(other, "1/a")).toBeUndefined();
      await play.record(line, "1/b");
      await play.take("u", line);
      await play.submit("u");
      await play.settle("u", "1/b", "rejected", { isRemembered: true });
      await play.record(line, "1/c");
      await play.submit("u");
      await play.renumber("u", "1/c", { lastNumber: 2, authorityTimeMs: null, isForeign: true, isCompared: true });
      expect(await play.findObstacle(other, "1/b")).toBeUndefined();
    },
  },
  {
    name: "a number that was passed ends no doubt",
    setting: twoTypes,
    async script(play) {
      await freed(play);
      await play.record(line, "1/b");
      await play.submit("t");
      await play.renumber("t", "1/b", { lastNumber: 1, authorityTimeMs: null, isForeign: false, isRemembered: true });
      expect(play.state.sequences[line]).toMatchObject({ lastNumber: 1 });
      expect(await play.findObstacle(other, "1/a")).toBe("elsewhere");
    },
  },
  {
    name: "a key in line whose freed number is imported gets no turn",
    async script(play) {
      await freed(play);
      await play.record(line, "1/a");
      await play.importVoucher(line, 1);
      await play.take("u", line);
      await play.submit("u");
      await play.cancelAllOverdue();
      expect(outcomesOf(play)).toEqual({ "1/a": "TAXAUTH_UNCONFIRMED" });
    },
  },
  {
    name: "a key that asks for another number by then keeps that, and gets no further one",
    async script(play) {
      await numbered(play, ["1/a", "1/b"]);
      await play.settle("t", "1/b", "rejected", { isRemembered: true });
      await play.settle("t", "1/a", "rejected");
      await play.record(line, "1/b");
      await play.submit("t");
      expect(statesOf(play)).toMatchObject({ "1/b": "submitted 1" });
      await play.importVoucher(line, 2);
      expect(play.state.issuances["1/b"]).toMatchObject({ state: "submitted", suspectSinceMs: expect.any(Number) });
      await play.take("u", line);
      await play.returnToQueue("u", "1/b");
      await play.submit("u");
      await play.cancelAllOverdue();
      expect(outcomesOf(play)).toMatchObject({ "1/b": "TAXAUTH_UNCONFIRMED" });
    },
  },
  {
    name: "a key whose freed number it has again is not doubted by what is imported under it",
    async script(play) {
      await freed(play);
      await play.record(line, "1/a");
      await play.submit("t");
      expect(statesOf(play)).toEqual({ "1/a": "submitted 1" });
      await play.importVoucher(line, 1);
      expect(play.state.issuances["1/a"]).toMatchObject({ state: "submitted", suspectSinceMs: null });
    },
  },
  {
    name: "a key that the database may have forgotten waits until every other numbering of its company is verified",
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
      await ready(play, ["1/b"], "1-2-6", "b");
      await play.submit("b");
      await play.approve("b", ["1/b"]);
      await forgotten(play);
      expect(await play.findObstacle(line, "1/a")).toBe("othersUnverified");
      expect(await play.findObstacle("1-2-6", "1/a")).toBe("elsewhere");
      expect(await play.record(line, "1/a")).toBe(false);
      await play.recordBatch(1, [[line, "a"]]);
      expect(play.state.batches[0]?.elements[0]).toMatchObject({ state: "failed", outcome: "TAXAUTH_UNCONFIRMED" });
      await play.take("b", "1-2-6");
      await play.record("1-2-6", "1/c");
      await play.submit("b");
      await play.approve("b", ["1/c"]);
      expect(await play.findObstacle(line, "1/a")).toBeUndefined();
      expect(await play.record(line, "1/a")).toBe(true);
    },
  },
  {
    name: "what is in line gets no number once its voucher may be among the imported ones, and those behind it go on",
    setting: { companies: [{ id: 1, points: [{ posNumber: 1, substitute: null }] }] },
    async script(play) {
      await forgotten(play);
      await play.take("u", line);
      await play.record(line, "1/a");
      await play.record(line, "1/b", { total: "250.00" });
      await play.importVoucher(line, 1, {});
      expect(await play.hasQueued(line)).toBe(true);
      await play.submit("u", { limit: 2 });
      expect(statesOf(play), "who took it before the import").toEqual({ "1/a": "queued", "1/b": "queued" });
      await play.take("u", line);
      await play.submit("u", { limit: 2 });
      expect(statesOf(play)).toEqual({ "1/a": "queued", "1/b": "submitted 2" });
      // No turn comes: who waits for it is told at once.
      await play.cancelAllOverdue();
      expect(statesOf(play)["1/a"]).toBe("failed");
      expect(await play.findObstacle(line, "1/a")).toBe("imported");
    },
  },
];

import { expect } from "vitest";
import { type Case, line, numbered, outcomesOf, ready, statesOf } from "../case.js";
import type { Play } from "../play.js";

/** Those in line were turned away. */
async function turnedAway(play: Play, names: string[]): Promise<void> {
  await ready(play, names);
  await play.pass(21_000);
  await play.cancelAllOverdue();
}

/** A voucher under another number: adopt-voucher.ts and claimants.ts of shared/db/adoption/. */
export const claimCases: Case[] = [
  {
    name: "an issuance that ended gets the voucher, which counts in the quota",
    async script(play) {
      await turnedAway(play, ["1/a"]);
      expect(await play.claim("t", "1/a", 4)).toBe("claimed");
      expect(statesOf(play)).toEqual({ "1/a": "approved 4" });
      expect(outcomesOf(play)).toEqual({ "1/a": null });
      expect(play.state.vouchers).toMatchObject([{ sequence: line, number: 4, issuance: "1/a", isCaea: false }]);
      expect(play.state.quotas).toEqual({ "1": { reserved: 0, used: 1 } });
    },
  },
  {
    name: "one in line gets it, too",
    async script(play) {
      await ready(play, ["1/a", "1/b"]);
      expect(await play.claim("t", "1/a", 1)).toBe("claimed");
      expect(statesOf(play)).toEqual({ "1/a": "approved 1", "1/b": "queued" });
      await play.submit("t");
      expect(statesOf(play)).toEqual({ "1/a": "approved 1", "1/b": "submitted 2" });
    },
  },
  {
    name: "an open one loses its own number, which is remembered, and those behind it return to the line",
    async script(play) {
      await numbered(play, ["1/a", "1/b", "1/c"]);
      expect(await play.claim("t", "1/b", 9)).toBe("claimed");
      expect(statesOf(play)).toEqual({ "1/a": "submitted 1", "1/b": "approved 9", "1/c": "queued" });
      expect(play.state.freed).toMatchObject([
        { number: 2, issuance: "1/b" },
        { number: 3, issuance: "1/c" },
      ]);
      expect(play.state.quotas).toEqual({ "1": { reserved: 1, used: 1 } });
      expect(await play.listFreedOf("t", "1/b")).toEqual([2]);
      expect(await play.listEarlier("1/b")).toEqual(["1-6-2 100.00 unseen"]);
    },
  },
  {
    name: "what a key was sent with under a freed number is told until it is purged, and whether something stands there",
    async script(play) {
      await numbered(play, ["1/a", "1/b"], 1);
      await play.settle("t", "1/a", "rejected", { isRemembered: true });
      expect(await play.listEarlier("1/a")).toEqual(["1-6-1 100.00 unseen"]);
      expect(await play.listEarlier("1/b")).toEqual([]);
      await play.importVoucher(line, 1, {});
      expect(await play.listEarlier("1/a")).toEqual(["1-6-1 100.00"]);
    },
  },
  {
    name: "a key closed for good is open again",
    async script(play) {
      await turnedAway(play, ["1/a"]);
      await play.bar("1/a");
      expect(play.state.issuances["1/a"]?.isBarred).toBe(true);
      expect(await play.claim("t", "1/a", 1)).toBe("claimed");
      expect(play.state.issuances["1/a"]?.isBarred).toBe(false);
    },
  },
  {
    name: "the last number goes on over what is explained without a gap",
    async script(play) {
      await turnedAway(play, ["1/a", "1/b", "1/c"]);
      await play.claim("t", "1/a", 2);
      await play.claim("t", "1/b", 4);
      expect(play.state.sequences[line]?.lastNumber).toBe(0);
      await play.claim("t", "1/c", 1);
      expect(play.state.sequences[line]).toMatchObject({ lastNumber: 2, lastDate: "20261128" });
    },
  },
  {
    name: "a voucher of a key is given to nobody else",
    async script(play) {
      await turnedAway(play, ["1/a", "1/b"]);
      await play.claim("t", "1/a", 1);
      expect(await play.findNumberState(line, 1)).toEqual([true, "70000000000001", null]);
      expect(await play.claim("t", "1/b", 1)).toBe("taken");
      expect(statesOf(play)).toEqual({ "1/a": "approved 1", "1/b": "cancelled" });
    },
  },
  {
    name: "nor one whose number is asked for",
    async script(play) {
      await numbered(play, ["1/a", "1/b"], 1);
      expect(await play.findNumberState(line, 1)).toEqual([null, null, "1/a"]);
      expect(await play.claim("t", "1/b", 1)).toBe("taken");
      expect(play.state.vouchers).toEqual([]);
    },
  },
  {
    name: "a number is known as another key's, or as one that was imported, or as nobody's",
    async script(play) {
      await turnedAway(play, ["1/a"]);
      await play.claim("t", "1/a", 3);
      await play.importVoucher(line, 2, {});
      await play.take("t", line);
      for (const [name, kept] of [
        ["1/b", null],
        ["1/c", "unclaimed"],
        ["1/d", "another's"],
      ] as const) {
        await play.record(line, name);
        await play.submit("t");
        expect(await play.findStoredVoucher("t", name), name).toBe(kept);
        // As an adoption after a look-up does, whose number has no voucher here.
        if (kept === null) await play.approve("t", [name], { isAnswer: false });
        else await play.settle("t", name, "failed", { lastNumber: 2 });
      }
    },
  },
  {
    name: "an imported voucher under an issuance's own number becomes its voucher",
    async script(play) {
      await ready(play);
      await play.importVoucher(line, 2, {});
      await play.take("t", line);
      await play.record(line, "1/a");
      await play.submit("t");
      await play.approve("t", ["1/a"], { isAnswer: false });
      await play.record(line, "1/b");
      await play.record(line, "1/c");
      await play.submit("t", { limit: 2 });
      expect(await play.findStoredVoucher("t", "1/b")).toBe("unclaimed");
      expect(await play.claim("t", "1/b", 2)).toBe("claimed");
      expect(statesOf(play)).toEqual({ "1/a": "approved 1", "1/b": "approved 2", "1/c": "submitted 3" });
      expect(play.state.quotas).toEqual({ "1": { reserved: 1, used: 2 } });
      expect(play.state.sequences[line]?.lastNumber).toBe(2);
    },
  },
  {
    name: "a superseded taker gives nothing away",
    async script(play) {
      await turnedAway(play, ["1/a"]);
      await play.take("u", line);
      expect(await play.claim("t", "1/a", 1)).toBe("superseded");
      expect(play.state.vouchers).toEqual([]);
    },
  },
  {
    name: "nor does one who read the issuance before it was sent again",
    async script(play) {
      await turnedAway(play, ["1/a"]);
      await play.record(line, "1/a");
      expect(await play.claim("t", "1/a", 1, { isStale: true })).toBe("changed");
      expect(statesOf(play)).toEqual({ "1/a": "queued" });
    },
  },
  {
    name: "a failover makes the taking void, and the sequence stays unverified after the next one's",
    async script(play) {
      await turnedAway(play, ["1/a"]);
      await play.copyToStandby();
      await play.failOver();
      expect(await play.claim("t", "1/a", 1)).toBe("superseded");
      await play.take("u", line);
      expect(await play.claim("u", "1/a", 1)).toBe("claimed");
      expect(play.state.sequences[line]?.isUnverified).toBe(true);
    },
  },
];

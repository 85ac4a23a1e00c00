import { expect } from "vitest";
import { toFurther } from "../../../chaos/simulation/further.js";
import { type Case, line, numbered, outcomesOf, ready, statesOf } from "../case.js";

/** Giving numbers and recording vouchers: shared/db/issuing/write-ahead.ts, approve.ts and approve-and-submit.ts. */
export const numberingCases: Case[] = [
  {
    name: "numbers follow the last one in the order of the line",
    async script(play) {
      await play.take("t", line);
      await play.setLastNumber("t", 7, 500);
      for (const name of ["1/b", "1/a", "1/c"]) await play.record(line, name);
      await play.submit("t", { limit: 2 });
      expect(statesOf(play)).toEqual({ "1/b": "submitted 8", "1/a": "submitted 9", "1/c": "queued" });
      expect(play.state.issuances["1/a"]?.authorityTimeMs).toBe(500);
      expect(play.state.quotas).toEqual({ "1": { reserved: 2, used: 0 } });
    },
  },
  {
    name: "nothing is numbered while a number is open",
    async script(play) {
      await numbered(play, ["1/a", "1/b"], 1);
      expect(await play.submit("t")).toBe("leftover");
    },
  },
  {
    name: "optional fields, activities and buyers stay with their attempt: numbered, split again, put back, and recorded anew",
    async script(play) {
      await ready(play);
      const furtherOf = (name: string) => play.state.issuances[name]?.declared?.further;
      const [school, joint] = [toFurther("school"), toFurther("joint")];
      await play.record(line, "1/a", { further: "school" });
      await play.record(line, "1/b", { further: "joint" });
      await play.submit("t", { limit: 2 });
      expect(statesOf(play)).toEqual({ "1/a": "submitted 1", "1/b": "submitted 2" });
      expect(furtherOf("1/b")).toEqual([joint.optionals, joint.activities, joint.buyers]);
      await play.rewriteAmounts("t", "1/a");
      expect(play.state.issuances["1/a"]?.declared).toMatchObject({
        net: "99.99",
        further: [school.optionals, null, null],
      });
      await play.returnToQueue("t", "1/a");
      await play.pass(21_000);
      await play.cancelAllOverdue();
      await play.record(line, "1/a", { further: "school of another" });
      expect(furtherOf("1/a")).toEqual([toFurther("school of another").optionals, null, null]);
      await play.record(line, "1/a");
      expect(furtherOf("1/a")).toEqual([toFurther("school of another").optionals, null, null]);
    },
  },
  {
    name: "open numbers are listed from the lowest on",
    async script(play) {
      await numbered(play, ["1/b", "1/a"]);
      expect(await play.listSubmissions(line)).toMatchObject([
        { key: "b", number: 1 },
        { key: "a", number: 2 },
      ]);
    },
  },
  {
    name: "an empty line is drained",
    async script(play) {
      await ready(play);
      expect(await play.submit("t")).toBe("drained");
    },
  },
  {
    name: "the quota limits what is numbered",
    setting: { monthlyVouchers: 2 },
    async script(play) {
      await numbered(play, ["1/a", "1/b", "1/c"]);
      expect(statesOf(play)).toEqual({ "1/a": "submitted 1", "1/b": "submitted 2", "1/c": "queued" });
      await play.approve("t", ["1/a", "1/b"]);
      expect(await play.submit("t")).toBe("no quota for 1/c");
    },
  },
  {
    name: "two companies do not share a quota",
    setting: {
      monthlyVouchers: 1,
      companies: [
        { id: 1, points: [{ posNumber: 1, substitute: null }] },
        { id: 2, points: [{ posNumber: 1, substitute: null }] },
      ],
    },
    async script(play) {
      await numbered(play, ["1/a", "1/b"], 1);
      await ready(play, ["2/a"], "2-1-6", "u");
      await play.submit("u");
      expect(statesOf(play)).toMatchObject({ "1/a": "submitted 1", "2/a": "submitted 1" });
    },
  },
  {
    name: "the sequences of a company share its quota",
    setting: { monthlyVouchers: 1, voucherTypes: [6, 11] },
    async script(play) {
      await numbered(play, ["1/a"]);
      await ready(play, ["1/b"], "1-1-11", "u");
      expect(await play.submit("u")).toBe("no quota for 1/b");
    },
  },
  {
    name: "a superseded taker numbers nothing",
    async script(play) {
      await ready(play, ["1/a"]);
      await play.take("u", line);
      expect(await play.submit("t")).toBe("superseded");
      expect(await play.isCurrent("t")).toBe(false);
      expect(await play.isCurrent("u")).toBe(true);
    },
  },
  {
    name: "callers in front of elements go in small calls, elements alone in large ones",
    async script(play) {
      await ready(play);
      await play.recordBatch(1, [
        [line, "a"],
        [line, "b"],
        [line, "c"],
      ]);
      await play.record(line, "1/d");
      await play.submit("t", { limit: 1, backgroundLimit: 3 });
      expect(statesOf(play)).toMatchObject({ "1/d": "submitted 1", "1/a": "queued" });
      await play.approve("t", ["1/d"]);
      await play.submit("t", { limit: 1, backgroundLimit: 3 });
      expect(statesOf(play)).toMatchObject({ "1/a": "submitted 2", "1/b": "submitted 3", "1/c": "submitted 4" });
    },
  },
  {
    name: "a grant is recorded with voucher, last number, date, quota and the authority's time",
    async script(play) {
      await ready(play);
      await play.record(line, "1/a", { day: 1, total: "250.00" });
      await play.submit("t");
      await play.approve("t", ["1/a"], { authorityTimeMs: 9_000 });
      expect(play.state.vouchers).toEqual([
        {
          ...{ sequence: line, number: 1, issuance: "1/a", cae: "70000000000001", isCaea: false },
          ...{ date: "20261129", total: "250.00" },
        },
      ]);
      expect(play.state.sequences[line]).toMatchObject({ lastNumber: 1, lastDate: "20261129", authorityTimeMs: 9_000 });
      expect(play.state.quotas).toEqual({ "1": { reserved: 0, used: 1 } });
    },
  },
  {
    name: "the record tells whether others wait",
    async script(play) {
      await numbered(play, ["1/a", "1/b", "1/c"], 2);
      expect(await play.approve("t", ["1/a"])).toMatchObject({ approved: ["1/a"], othersWait: true });
      expect(await play.approve("t", ["1/b"])).toMatchObject({ approved: ["1/b"], othersWait: true });
      await play.submit("t");
      expect(await play.approve("t", ["1/c"])).toMatchObject({ approved: ["1/c"], othersWait: false });
    },
  },
  {
    name: "a superseded taker records nothing",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.take("u", line);
      expect(await play.approve("t", ["1/a"])).toBeUndefined();
      await play.listSubmissions(line);
      expect(await play.approve("u", ["1/a"])).toMatchObject({ approved: ["1/a"] });
    },
  },
  {
    name: "a submission that changed is not recorded",
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.settle("t", "1/a", "rejected");
      expect(await play.approve("t", ["1/a"])).toEqual({ approved: [], othersWait: false });
      await play.record(line, "1/a");
      await play.submit("t");
      expect(statesOf(play)).toEqual({ "1/a": "submitted 1" });
      expect(play.state.issuances["1/a"]?.revision).toBe(2);
    },
  },
  {
    name: "one commit records and numbers the next",
    async script(play) {
      await numbered(play, ["1/a", "1/b", "1/c"], 1);
      const result = await play.approve("t", ["1/a"], { limits: { limit: 2 } });
      expect(result).toMatchObject({ approved: ["1/a"], othersWait: true });
      expect(statesOf(play)).toEqual({ "1/a": "approved 1", "1/b": "submitted 2", "1/c": "submitted 3" });
      expect(play.state.quotas).toEqual({ "1": { reserved: 2, used: 1 } });
    },
  },
  {
    name: "one commit numbers nothing beside another open number",
    async script(play) {
      await numbered(play, ["1/a", "1/b", "1/c"], 2);
      expect(await play.approve("t", ["1/a"], { limits: { limit: 2 } })).toMatchObject({ next: "leftover" });
      expect(statesOf(play)).toMatchObject({ "1/b": "submitted 2", "1/c": "queued" });
    },
  },
  {
    name: "one commit finds the line empty, or without quota",
    setting: { monthlyVouchers: 1 },
    async script(play) {
      await numbered(play, ["1/a"]);
      await play.record(line, "1/b");
      expect(await play.approve("t", ["1/a"], { limits: { limit: 2 } })).toMatchObject({ next: "no quota for 1/b" });
      await play.closeQueue("t", "rejected", { code: "SUBSCRIPTION_QUOTA_EXCEEDED" }, "1/b");
      expect(outcomesOf(play)).toMatchObject({ "1/b": "SUBSCRIPTION_QUOTA_EXCEEDED" });
      expect(await play.submit("t")).toBe("drained");
    },
  },
  {
    name: "one commit of a superseded taker does nothing",
    async script(play) {
      await numbered(play, ["1/a", "1/b"], 1);
      await play.take("u", line);
      expect(await play.approve("t", ["1/a"], { limits: { limit: 2 } })).toBeUndefined();
      expect(statesOf(play)).toEqual({ "1/a": "submitted 1", "1/b": "queued" });
    },
  },
  {
    name: "vouchers explain numbers after the last one",
    async script(play) {
      await numbered(play, ["1/a", "1/b"]);
      await play.approve("t", ["1/a", "1/b"]);
      expect(await play.countKnown("t", 5)).toBe(2);
      await play.take("u", line);
      expect(await play.countKnown("u", 5)).toBe(0);
    },
  },
];

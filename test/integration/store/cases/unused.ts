import { expect } from "vitest";
import type { CaeaProblem } from "../../../../shared/db/contingency/problem.js";
import { type Case, line, standIn } from "../case.js";

const dayMs = 86_400_000;
/** From the noon at which a case begins to the first noon of the next fortnight. */
const toNextMs = 3 * dayMs;
const refused: CaeaProblem = { code: "TAXAUTH_ERROR", detail: "", reasons: [] };
const unanswered: CaeaProblem = { code: "TAXAUTH_CONNECTION_ERROR", detail: "", reasons: [] };

/** Points of sale without a voucher under a code: shared/db/contingency/unused.ts. */
export const unusedCases: Case[] = [
  {
    name: "one is declared once its fortnight is over by the database's day, and once only",
    async script(play) {
      expect(await play.claimUnused(11)).toBe(false);
      await play.pass(toNextMs - dayMs / 2 - 1_000);
      expect(await play.claimUnused(11)).toBe(false);
      await play.pass(1_000);
      expect(await play.claimUnused(11)).toBe(true);
      expect(await play.claimUnused(11), "another has it").toBe(false);
      await play.recordUnused(11, null);
      await play.pass(dayMs);
      expect(await play.claimUnused(11)).toBe(false);
      expect(play.state.unused).toMatchObject([{ posNumber: 11, isInformed: true }]);
    },
  },
  {
    name: "what was refused is tried after a day, and what has no answer within a minute",
    async script(play) {
      await play.pass(toNextMs);
      await play.claimUnused(11);
      await play.recordUnused(11, refused);
      await play.pass(dayMs - 1_000);
      expect(await play.claimUnused(11)).toBe(false);
      await play.pass(1_000);
      expect(await play.claimUnused(11)).toBe(true);
      await play.recordUnused(11, unanswered);
      await play.pass(39_000);
      expect(await play.claimUnused(11)).toBe(false);
      await play.pass(1_000);
      expect(await play.claimUnused(11)).toBe(true);
      await play.pass(-dayMs / 24);
      expect(await play.claimUnused(11), "the clock was set back").toBe(true);
    },
  },
  {
    name: "one with a voucher under the code is not declared, reported or not",
    async script(play) {
      await play.beginByHand(1);
      await play.record(line, "1/a");
      await play.readQueue(line);
      await play.move(line);
      await play.pass(toNextMs);
      expect(await play.claimUnused(11)).toBe(false);
      await play.take("t", standIn);
      await play.readReports(standIn);
      await play.writeReportsAhead("t", standIn, [1]);
      await play.recordReports("t", [{ number: 1, from: "sent", to: "reported", observations: [] }]);
      expect(await play.claimUnused(11)).toBe(false);
    },
  },
  {
    name: "nor one where another system's voucher under the code was imported",
    async script(play) {
      await play.importVoucher(standIn, 1, { caea: "26500000000002", day: 7 });
      await play.pass(toNextMs);
      expect(await play.claimUnused(11), "of another fortnight").toBe(true);
      await play.importVoucher("1-12-6", 1, { caea: "26480000000001" });
      expect(await play.claimUnused(12)).toBe(false);
    },
  },
  {
    name: "nor one of whose vouchers some may be missing, before a person's word",
    async script(play) {
      await play.copyToStandby();
      await play.failOver();
      await play.pass(toNextMs);
      expect(await play.claimUnused(11)).toBe(false);
      await play.take("t", standIn);
      expect(await play.claimUnused(11)).toBe(false);
      await play.verify(1);
      expect(await play.claimUnused(11)).toBe(true);
    },
  },
  {
    name: "nor one of whose vouchers some are missing, unless none can be of the fortnight, or a person says that none is",
    async script(play) {
      await play.copyToStandby();
      await play.failOver();
      await play.pass(toNextMs);
      await play.take("t", standIn);
      await play.verify(1, 2);
      expect(await play.claimUnused(11), "of any day until the word").toBe(false);
      expect(await play.sayUnused(standIn)).toBe(true);
      expect(await play.sayUnused(standIn), "said before").toBe(false);
      expect(await play.claimUnused(11)).toBe(true);
      await play.pass(15 * dayMs);
      expect(await play.claimUnused(11, 2), "the fortnight of the word").toBe(false);
      await play.importVoucher(standIn, 1, { caea: "26480000000001" });
      expect(await play.claimUnused(11, 2), "one is missing still").toBe(false);
      await play.importVoucher(standIn, 2, { caea: "26480000000001" });
      expect(await play.claimUnused(11, 2), "all are known").toBe(true);
    },
  },
  {
    name: "missing vouchers are of no fortnight before that of the voucher before them, nor after that of the word",
    async script(play) {
      await play.importVoucher(standIn, 1, { caea: "26500000000002", day: 4 });
      await play.copyToStandby();
      await play.failOver();
      await play.pass(toNextMs);
      await play.take("t", standIn);
      await play.verify(1, 2);
      expect(await play.sayUnused(standIn), "before").toBe(false);
      expect(await play.claimUnused(11), "before").toBe(true);
      expect(await play.sayUnused(standIn, 2)).toBe(true);
    },
  },
  {
    name: "a further word about missing vouchers takes back what was said of fortnights",
    async script(play) {
      await play.copyToStandby();
      await play.failOver();
      await play.take("t", standIn);
      await play.verify(1, 1);
      await play.sayUnused(standIn);
      await play.verify(1, 1);
      await play.pass(toNextMs);
      expect(await play.claimUnused(11)).toBe(false);
    },
  },
  {
    name: "what is declared is not used any more",
    async script(play) {
      await play.pass(toNextMs);
      await play.claimUnused(11);
      await play.pass(-dayMs);
      await play.beginByHand(1);
      await play.record(line, "1/a");
      await play.readQueue(line);
      expect(await play.move(line)).toEqual({ moved: [], refused: [] });
    },
  },
];

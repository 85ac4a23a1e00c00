import { afterAll, describe, expect, test } from "vitest";
import { toFiscalDate } from "../../../shared/domain/calendar.js";
import type { IssuanceRequest } from "../../../shared/domain/issuance-request.js";
import { decided, notDecided, openDesk } from "./operator-desk.js";

const desk = await openDesk();
afterAll(() => desk.system[Symbol.asyncDispose]());

let lastPrice = 7_000;
const priceOf = () => ++lastPrice;

const forgotten = (numbering: { line: { taken: { id: number } } }) =>
  desk.db.$executeRaw`UPDATE sequence SET unverified = true WHERE id = ${numbering.line.taken.id}`;
const verified = (numbering: { line: { taken: { id: number } } }) =>
  desk.db.$executeRaw`UPDATE sequence SET unverified = false WHERE id = ${numbering.line.taken.id}`;

/** The same sale as it was dated so many days before. */
function daysBefore(sale: IssuanceRequest, days: number): IssuanceRequest {
  const { voucherDate: date } = sale;
  const noon = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6)), 12);
  return { ...sale, voucherDate: toFiscalDate(new Date(noon - days * 86_400_000).toISOString().slice(0, 10)) };
}

/** A sale that is dated today, in doubt under number 1, in a numbering whose last commits are lost. */
async function sentAgain({ isForgetful = true } = {}) {
  const numbering = await desk.openNumbering();
  const now = numbering.sale(priceOf());
  const sale = await numbering.inDoubt(now);
  if (isForgetful) await forgotten(numbering);
  return { ...numbering, now, inDoubt: sale };
}

describe("where an attempt may be forgotten, a voucher of the days before counts as the sale's", () => {
  test.each([1, 10])("under its own number, of %i days before", async (days) => {
    const { now, inDoubt: sale, ...numbering } = await sentAgain();
    numbering.granted(1, daysBefore(now, days));
    const told = notDecided("on another day", "--reject --bar", `--despite ${numbering.key.posNumber}-6-1`);
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toEqual(told);
    expect(await numbering.decide(sale.id, { decision: "reject" })).toEqual(told);
    expect(numbering.sent).toEqual([]);
    const despite = [numbering.name(1)];
    expect(await numbering.decide(sale.id, { decision: "renumber", despite })).toMatchObject(decided);
    expect(numbering.sent).toEqual([2]);
  });

  test("at the authority alone, below vouchers of today", async () => {
    const { now, inDoubt: sale, ...numbering } = await sentAgain();
    const other = numbering.sale(priceOf());
    numbering.granted(1, daysBefore(other, 1));
    numbering.granted(2, daysBefore(now, 1));
    numbering.granted(3, other);
    const told = notDecided(`${numbering.key.posNumber}-6-2`, "on another day", "--reject --bar");
    expect(await numbering.decide(sale.id, { decision: "renumber", unseen: true })).toEqual(told);
    const word = { decision: "renumber" as const, unseen: true, despite: [numbering.name(2)] };
    expect(await numbering.decide(sale.id, word)).toMatchObject(decided);
  });

  test("imported while its numbering was unverified, whatever became of that since", async () => {
    const { now, inDoubt: sale, ...numbering } = await sentAgain();
    numbering.granted(1, numbering.sale(priceOf()));
    numbering.granted(2, daysBefore(now, 1));
    await numbering.imports(2, daysBefore(now, 1));
    await verified(numbering);
    const told = notDecided(`${numbering.key.posNumber}-6-2`, "on another day", "--reject --bar");
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toEqual(told);
    const despite = [numbering.name(2)];
    expect(await numbering.decide(sale.id, { decision: "renumber", despite })).toMatchObject(decided);
  });

  test("one of eleven days before, of a later day or of another total does not", async () => {
    const { now, inDoubt: sale, ...numbering } = await sentAgain();
    const others = [daysBefore(numbering.sale(priceOf()), 1), daysBefore(now, -1)] as const;
    numbering.granted(1, daysBefore(now, 11));
    for (const [at, other] of others.entries()) {
      numbering.granted(at + 2, other);
      await numbering.imports(at + 2, other);
    }
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toMatchObject(decided);
  });
});

describe("where nothing is forgotten, the date counts", () => {
  test("under its own number, and imported", async () => {
    const { now, inDoubt: sale, ...numbering } = await sentAgain({ isForgetful: false });
    numbering.granted(1, daysBefore(now, 1));
    numbering.granted(2, daysBefore(now, 1));
    await numbering.imports(2, daysBefore(now, 1));
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toMatchObject(decided);
    expect(numbering.sent).toEqual([3]);
  });
});

import { afterAll, expect, test } from "vitest";
import { settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { findKeyObstacle } from "../../../shared/db/issuing/suspicion.js";
import { submitFrom } from "../../support/samples/waiting-lines.js";
import { decided, notDecided, openDesk } from "./operator-desk.js";

const desk = await openDesk();
afterAll(() => desk.system[Symbol.asyncDispose]());

const refused = { code: "TAXAUTH_ERROR" as const, reasons: [] };

let lastPrice = 12_000;
const priceOf = () => ++lastPrice;

/**
 * A key whose number 2 was freed, and whose request for that is granted late, behind a voucher of somebody else. The key was sent again with another
 * total, and asks for number 1. The authority counts one number more, and does not show it.
 */
async function seenBehind() {
  const numbering = await desk.openNumbering();
  const { db } = desk;
  const before = numbering.sale(priceOf());
  await numbering.record(numbering.sale(priceOf()));
  await numbering.record(before);
  const [first, freed] = await submitFrom({ db, taken: await numbering.taken() }, 2);
  if (!freed) throw new Error("two were in line");
  await settleWithoutVoucher(db, await numbering.taken(), freed, "rejected", refused, { isRemembered: true });
  await settleWithoutVoucher(db, await numbering.taken(), first, "rejected", refused);
  const sale = await numbering.inDoubt({ ...numbering.sale(priceOf()), idempotency: before.idempotency });
  expect([sale.id, sale.number]).toEqual([freed.id, 1]);
  numbering.granted(1, numbering.sale(priceOf()));
  numbering.granted(2, before);
  numbering.counter.atLeast = 3;
  return { ...numbering, before, inDoubt: sale };
}

test("what a key was sent with under a freed number stands against asking again, though a number behind it is not shown", async () => {
  const { inDoubt: sale, ...numbering } = await seenBehind();
  const told = notDecided("may have been sent with before", `--despite ${numbering.key.posNumber}-6-2`);
  expect(await numbering.decide(sale.id, { decision: "renumber", unseen: true })).toEqual(told);
  expect(await numbering.decide(sale.id, { decision: "reject", unseen: true })).toEqual(told);
  expect(numbering.sent).toEqual([]);
  const despite = [numbering.name(2)];
  expect(await numbering.decide(sale.id, { decision: "renumber", unseen: true, despite })).toMatchObject(decided);
  expect(numbering.sent).toEqual([4]);
});

test("named as another sale's, what is under a freed number is no reason any more why the key goes to no other numbering", async () => {
  const { inDoubt: sale, before, ...numbering } = await seenBehind();
  const despite = [numbering.name(2)];
  expect(await numbering.decide(sale.id, { decision: "reject", unseen: true, despite })).toMatchObject(decided);
  const elsewhere = await desk.start(0);
  expect(await findKeyObstacle(desk.db, elsewhere.taken.key, before.idempotency)).toBe(undefined);
});

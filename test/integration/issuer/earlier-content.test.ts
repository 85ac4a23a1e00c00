import { afterAll, describe, expect, test } from "vitest";
import { settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { findKeyObstacle } from "../../../shared/db/issuing/suspicion.js";
import { decided, notDecided, openDesk } from "./operator-desk.js";

const desk = await openDesk();
afterAll(() => desk.system[Symbol.asyncDispose]());

const refused = { code: "TAXAUTH_ERROR" as const, reasons: [] };

let lastPrice = 5_000;
/** No test's sale equals another test's: vouchers count in the whole company. */
const priceOf = () => ++lastPrice;

/** A key whose first request was refused, so its number is free and remembered. Sent again with another total, its outcome is open. */
async function sentAgain() {
  const numbering = await desk.openNumbering();
  const before = numbering.sale(priceOf());
  await numbering.record(before);
  const freed = await numbering.submit();
  const release = { isRemembered: true };
  await settleWithoutVoucher(desk.db, await numbering.taken(), freed, "rejected", refused, release);
  const now = { ...numbering.sale(priceOf()), idempotency: before.idempotency };
  const sale = await numbering.inDoubt(now);
  expect([sale.id, sale.number]).toEqual([freed.id, 1]);
  return { ...numbering, before, now, inDoubt: sale };
}

describe("a voucher that shows what the key was sent with before its number was freed", () => {
  test("under its own number, it stands against asking again and against an open key", async () => {
    const { before, now, inDoubt: sale, ...numbering } = await sentAgain();
    numbering.granted(1, before);
    const name = `${numbering.key.posNumber}-6-1`;
    const told = notDecided("may have been sent with before", "--reject --bar", `--despite ${name}`);
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toEqual(told);
    expect(await numbering.decide(sale.id, { decision: "renumber", unseen: true })).toEqual(told);
    expect(await numbering.decide(sale.id, { decision: "reject" })).toEqual(told);
    expect(await numbering.show(sale.id)).toMatchObject({
      evidence: { choices: { renumber: { allowed: false, effect: told.why }, reject: { allowed: false } } },
    });
    expect([numbering.sent, await desk.auditOf(sale.id)]).toEqual([[], []]);

    expect(await numbering.decide(sale.id, { decision: "reject", bar: true })).toMatchObject(decided);
    expect(await numbering.vouchers()).toEqual([[1, null]]);
    expect(await desk.stateOf(sale.id)).toEqual({ state: "rejected", number: null, barred: true });
  });

  test("it does not become the voucher of today's sale, which would be told with another total", async () => {
    const { before, now, inDoubt: sale, ...numbering } = await sentAgain();
    numbering.granted(1, before);
    const told = notDecided("sent with before", "--reject --bar");
    expect(await numbering.decide(sale.id, { decision: "adopt" })).toEqual(told);
    expect(await numbering.adoptNumber(sale.id, { number: 1 })).toMatchObject({ outcome: "notDecided" });
    expect(await numbering.show(sale.id)).toMatchObject({
      evidence: { choices: { adopt: { allowed: false, effect: told.why } } },
    });
    expect(await numbering.vouchers()).toEqual([]);
  });

  test("named as another sale's, it is no reason any more why the key goes to no other numbering", async () => {
    const { before, now, inDoubt: sale, ...numbering } = await sentAgain();
    numbering.granted(1, before);
    expect(await numbering.decide(sale.id, { decision: "reject", despite: [numbering.name(1)] })).toMatchObject(
      decided,
    );
    expect(await numbering.vouchers()).toEqual([[1, null]]);
    const { idempotency } = now;
    const elsewhere = await desk.start(0);
    const { posNumber } = elsewhere.taken.key;
    expect(await findKeyObstacle(desk.db, elsewhere.taken.key, idempotency)).toBe(undefined);
    expect(await elsewhere.record(desk.db, { ...now, posNumber })).toMatchObject({ revision: 3 });
  });

  test("named as another sale's, it is stepped over, and the audit log tells it", async () => {
    const { before, now, inDoubt: sale, ...numbering } = await sentAgain();
    numbering.granted(1, before);
    const despite = [numbering.name(1)];
    expect(await numbering.decide(sale.id, { decision: "renumber", despite })).toMatchObject(decided);
    expect(await numbering.vouchers()).toEqual([
      [1, null],
      [2, now.idempotency],
    ]);
    expect(await desk.auditOf(sale.id)).toMatchObject([{ despite: [`${numbering.key.posNumber}-6-1`] }]);
  });

  test.each(["imported", "at the authority alone"])("%s under another number, it counts as well", async (where) => {
    const { before, now, inDoubt: sale, ...numbering } = await sentAgain();
    numbering.granted(1, numbering.sale(priceOf()));
    numbering.granted(2, before);
    if (where === "imported") await numbering.imports(2, before);
    const name = `${numbering.key.posNumber}-6-2`;
    const told = notDecided(name, "may have been sent with before", "--reject --bar", `--despite ${name}`);
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toEqual(told);
    expect(await numbering.decide(sale.id, { decision: "reject" })).toEqual(told);
    const despite = [numbering.name(2)];
    expect(await numbering.decide(sale.id, { decision: "renumber", despite })).toMatchObject(decided);
    expect(numbering.sent).toEqual([3]);
  });

  test("imported at another point of sale, it counts as well; a note does not", async () => {
    const { before, now, inDoubt: sale, ...numbering } = await sentAgain();
    numbering.granted(1, numbering.sale(priceOf()));
    const [elsewhere, notes] = [(await desk.start(0, 6)).taken.key, (await desk.start(0, 8)).taken.key];
    await desk.importAt(notes, 5, { ...before, posNumber: notes.posNumber, voucherType: 8 });
    await desk.importAt(elsewhere, 5, { ...before, posNumber: elsewhere.posNumber });
    const { why } = { why: "", ...(await numbering.decide(sale.id, { decision: "renumber" })) };
    expect([...why.matchAll(/--despite (\S+?)[.;]/g)].map(([, name]) => name)).toEqual([`${elsewhere.posNumber}-6-5`]);
  });

  test("one of another total does not", async () => {
    const { inDoubt: sale, ...numbering } = await sentAgain();
    numbering.granted(1, numbering.sale(priceOf()));
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toMatchObject(decided);
  });

  test("another number's voucher is not taken beside it", async () => {
    const { before, now, inDoubt: sale, ...numbering } = await sentAgain();
    numbering.granted(1, before);
    numbering.granted(2, now);
    const told = notDecided("may have been sent with before", `--despite ${numbering.key.posNumber}-6-1`);
    expect(await numbering.adoptNumber(sale.id, { number: 2 })).toEqual(told);
    const despite = [numbering.name(1)];
    expect(await numbering.adoptNumber(sale.id, { number: 2, despite })).toEqual(decided);
    expect(await numbering.vouchers()).toEqual([
      [1, null],
      [2, now.idempotency],
    ]);
  });

  test("nor is it once the key has ended, when it is under a number that was freed", async () => {
    const { before, now, inDoubt: sale, ...numbering } = await sentAgain();
    numbering.granted(1, before);
    numbering.granted(2, now);
    expect(await numbering.decide(sale.id, { decision: "reject", bar: true })).toMatchObject(decided);
    const told = notDecided(
      "number 1, which was freed before,",
      "sent with before",
      `--despite ${numbering.key.posNumber}-6-1`,
    );
    expect(await numbering.adoptNumber(sale.id, { number: 2 })).toEqual(told);
    expect(await numbering.adoptNumber(sale.id, { number: 2, despite: [numbering.name(1)] })).toEqual(decided);
  });
});

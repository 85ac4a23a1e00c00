import { afterAll, describe, expect, test } from "vitest";
import { settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { fiscalDay } from "../../support/samples/prepared-lines.js";
import { decided, notDecided, openDesk } from "./operator-desk.js";

const desk = await openDesk();
afterAll(() => desk.system[Symbol.asyncDispose]());

const refused = { code: "TAXAUTH_ERROR" as const, reasons: [] };

let lastPrice = 11_000;
/** No test's sale equals another test's: vouchers count in the whole company. */
const priceOf = () => ++lastPrice;

/** The key X was refused under 1, which is free and remembered. A second sale K equals it. */
async function freedOfOther() {
  const numbering = await desk.openNumbering();
  const late = numbering.sale(priceOf());
  await numbering.record(late);
  const other = await numbering.submit();
  const release = { isRemembered: true };
  await settleWithoutVoucher(desk.db, await numbering.taken(), other, "rejected", refused, release);
  return { ...numbering, late, other, equal: { ...late, idempotency: `${late.idempotency}-equal` } };
}

describe("a voucher that may be the late one of another key's freed number", () => {
  test("is not adopted under the sale's own number before a person says that it is no other's", async () => {
    const { late, other, equal, ...numbering } = await freedOfOther();
    const sale = await numbering.inDoubt(equal);
    expect(sale.number).toBe(1);
    numbering.granted(1, late);
    const name = `${numbering.key.posNumber}-6-1`;
    const told = notDecided(
      `the key ${late.idempotency} (issuance ${other.id})`,
      `--adopt --number 1 --despite ${name}`,
    );
    expect(await numbering.decide(sale.id, { decision: "adopt" })).toEqual(told);
    expect(await numbering.adoptNumber(sale.id, { number: 1 })).toEqual(told);
    expect(await numbering.show(sale.id)).toMatchObject({
      evidence: { choices: { adopt: { allowed: false, effect: told.why } } },
    });
    expect([await numbering.vouchers(), await desk.auditOf(sale.id)]).toEqual([[], []]);
    const despite = [numbering.name(1)];
    expect(await numbering.adoptNumber(sale.id, { number: 1, despite })).toMatchObject(decided);
    expect(await numbering.vouchers()).toEqual([[1, equal.idempotency]]);
    expect(await desk.auditOf(sale.id)).toMatchObject([{ decision: "adopt", despite: [name] }]);
  });

  test("nor under another number, whatever the other key was sent with since", async () => {
    const { late, other, equal, ...numbering } = await freedOfOther();
    const third = await numbering.inDoubt(numbering.sale(priceOf()));
    numbering.granted(1, late);
    expect(await numbering.decide(third.id, { decision: "renumber" })).toMatchObject(decided);
    const { idempotency } = late;
    await desk.db.$executeRaw`UPDATE issuance SET suspect_since = NULL WHERE id = ${other.id}`;
    expect(await numbering.record({ ...numbering.sale(priceOf()), idempotency })).toMatchObject({ revision: 2 });
    const own = await numbering.record(equal);
    if (!own) throw new Error("it was recorded");
    const told = notDecided(`the key ${idempotency} (issuance ${other.id})`, "--despite");
    expect(await numbering.adoptNumber(own.id, { number: 1 })).toEqual(told);
    expect(await numbering.adoptNumber(own.id, { number: 1, isProposed: true })).toMatchObject({
      outcome: "notDecided",
    });
    expect(await numbering.adoptNumber(own.id, { number: 1, despite: [numbering.name(1)] })).toEqual(decided);
    expect((await numbering.vouchers())[0]).toEqual([1, equal.idempotency]);
  });

  test("the other key itself takes it without a further word", async () => {
    const { late, other, equal, ...numbering } = await freedOfOther();
    await numbering.record(equal);
    numbering.granted(1, late);
    expect(await numbering.adoptNumber(other.id, { number: 1 })).toEqual(decided);
  });

  test("one that shows something else, or whose other key has its voucher, is adopted as ever", async () => {
    const { late, other, equal, ...numbering } = await freedOfOther();
    const sale = await numbering.inDoubt(numbering.sale(priceOf()));
    numbering.granted(1, sale.body);
    expect(await numbering.decide(sale.id, { decision: "adopt" })).toMatchObject(decided);
    numbering.granted(2, equal);
    const own = await numbering.inDoubt(equal);
    expect(await numbering.adoptNumber(own.id, { number: 2, despite: [numbering.name(2)] })).toEqual(
      notDecided("not needed"),
    );
    expect(await numbering.adoptNumber(own.id, { number: 2 })).toMatchObject(decided);
  });
});

describe("a voucher that equals another key in doubt", () => {
  /** Two equal sales that were turned away, in a numbering whose last commits are lost, and one voucher of such a sale. */
  async function twoEqual({ isForgetful = true } = {}) {
    const numbering = await desk.openNumbering();
    const first = numbering.sale(priceOf());
    const others = { ...first, idempotency: `${first.idempotency}-equal` };
    const one = await numbering.inDoubt(first);
    await numbering.record(others);
    const other = await desk.db.issuance.findFirstOrThrow({ where: { idempotency: others.idempotency } });
    if (isForgetful) {
      await desk.db.$executeRaw`UPDATE sequence SET unverified = true WHERE id = ${numbering.line.taken.id}`;
      await desk.db
        .$executeRaw`UPDATE issuance SET suspect_since = enqueued_at - interval '1 hour' WHERE id = ${other.id}`;
    }
    numbering.granted(1, numbering.sale(priceOf()));
    numbering.granted(2, first);
    return { ...numbering, first, one, other };
  }

  test("is not adopted before a person says that it is no other's, where the database may have forgotten an attempt", async () => {
    const { first, one, other, ...numbering } = await twoEqual();
    const told = notDecided(`the key ${other.idempotency} (issuance ${other.id})`, "--despite");
    expect(await numbering.adoptNumber(one.id, { number: 2 })).toEqual(told);
    expect(await numbering.adoptNumber(one.id, { number: 2, despite: [numbering.name(2)] })).toEqual(decided);
    expect(await numbering.vouchers()).toContainEqual([2, first.idempotency]);
  });

  test("nor one of the days before the other's: who sends a sale again after midnight dates it anew", async () => {
    const numbering = await desk.openNumbering();
    const today = numbering.sale(priceOf());
    const yesterday = { ...today, voucherDate: fiscalDay(-1) };
    const one = await numbering.inDoubt(yesterday);
    const idempotency = `${today.idempotency}-equal`;
    await numbering.record({ ...today, idempotency });
    const other = await desk.db.issuance.findFirstOrThrow({ where: { idempotency } });
    await desk.db.$executeRaw`UPDATE sequence SET unverified = true WHERE id = ${numbering.line.taken.id}`;
    await desk.db
      .$executeRaw`UPDATE issuance SET suspect_since = enqueued_at - interval '1 hour' WHERE id = ${other.id}`;
    numbering.granted(1, { ...numbering.sale(priceOf()), voucherDate: fiscalDay(-1) });
    numbering.granted(2, yesterday);
    const told = notDecided(`the key ${idempotency} (issuance ${other.id})`, "--despite");
    expect(await numbering.adoptNumber(one.id, { number: 2 })).toEqual(told);
    expect(await numbering.adoptNumber(one.id, { number: 2, despite: [numbering.name(2)] })).toEqual(decided);
  });

  test("is adopted where nothing is forgotten: no request of the other was for that number", async () => {
    const { one, ...numbering } = await twoEqual({ isForgetful: false });
    expect(await numbering.adoptNumber(one.id, { number: 2 })).toEqual(decided);
  });
});

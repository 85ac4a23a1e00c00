import { afterAll, expect, test } from "vitest";
import { settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { decided, notDecided, openDesk } from "./operator-desk.js";

const desk = await openDesk();
afterAll(() => desk.system[Symbol.asyncDispose]());

const refused = { code: "TAXAUTH_ERROR" as const, reasons: [] };

let lastPrice = 15_000;
const priceOf = () => ++lastPrice;

/**
 * The request of a key for number 1 was refused, and the number freed. A copy of it is granted late: the authority counts it, and does not show it. The
 * next sale asks for that number, and a person sees nothing of that one on the authority's pages.
 */
async function hiddenForAnother() {
  const numbering = await desk.openNumbering();
  const own = numbering.sale(priceOf());
  await numbering.record(own);
  const freed = await numbering.submit();
  await settleWithoutVoucher(desk.db, await numbering.taken(), freed, "rejected", refused, { isRemembered: true });
  const next = await numbering.inDoubt(numbering.sale(priceOf()));
  expect(next.number).toBe(1);
  numbering.counter.atLeast = 1;
  return { ...numbering, own, next };
}

test.each([
  { decision: "reject" as const },
  { decision: "renumber" as const },
  { decision: "reject" as const, bar: true },
])(
  "a number that nobody shows is not passed for one sale while it may have the voucher of another key that had it before: %o",
  async (word) => {
    const { own, next, ...numbering } = await hiddenForAnother();
    const told = notDecided(own.idempotency, `--despite ${numbering.key.posNumber}-6-1`);
    expect(await numbering.decide(next.id, { ...word, unseen: true })).toEqual(told);
    expect(await numbering.decide(next.id, word)).toMatchObject({ outcome: "notDecided" });

    // Its caller was told 422, and sends it again. Nothing goes out for it, and what it was granted shows at last.
    await numbering.record(own);
    await numbering.drain();
    expect(numbering.sent).toEqual([]);
    numbering.granted(1, own);
    const { outcome } = await numbering.decide(next.id, { decision: "renumber" });
    await numbering.drain();
    expect([outcome, numbering.sent]).toEqual(["decided", [2]]);
    expect((await numbering.vouchers()).map(([, key]) => key)).toEqual([null, next.body.idempotency]);
  },
);

test("a person's word that it is not that one's either lets it pass", async () => {
  const { next, ...numbering } = await hiddenForAnother();
  const word = { decision: "reject" as const, unseen: true, despite: [numbering.name(1)] };
  expect(await numbering.decide(next.id, word)).toMatchObject(decided);
});

test("a key that is closed needs none", async () => {
  const { own, next, ...numbering } = await hiddenForAnother();
  await desk.db.$executeRaw`UPDATE issuance SET key_closed = true
    WHERE company_id = ${numbering.key.companyId} AND idempotency = ${own.idempotency}`;
  expect(await numbering.decide(next.id, { decision: "reject", unseen: true })).toMatchObject(decided);
});

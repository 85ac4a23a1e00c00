import { afterAll, describe, expect, test } from "vitest";
import { settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { notAsked } from "../../../shared/domain/issuance-outcome.js";
import { decided, notDecided, openDesk } from "./operator-desk.js";

const desk = await openDesk();
afterAll(() => desk.system[Symbol.asyncDispose]());

const refused = { code: "TAXAUTH_ERROR" as const, reasons: [] };

let lastPrice = 9_000;
/** No test's sale equals another test's: vouchers count in the whole company. */
const priceOf = () => ++lastPrice;

/**
 * A key whose number 1 was freed. The authority counts it and never shows it, so a person passed it for the next sale. The key has number 2 now,
 * which nobody shows either.
 */
async function passed() {
  const numbering = await desk.openNumbering();
  const own = numbering.sale(priceOf());
  await numbering.record(own);
  const freed = await numbering.submit();
  const release = { isRemembered: true };
  await settleWithoutVoucher(desk.db, await numbering.taken(), freed, "rejected", refused, release);
  const next = await numbering.inDoubt(numbering.sale(priceOf()));
  numbering.counter.atLeast = 1;
  const word = { decision: "reject" as const, unseen: true, despite: [numbering.name(1)] };
  expect(await numbering.decide(next.id, word)).toMatchObject(decided);
  const inDoubt = await numbering.inDoubt(own);
  expect([inDoubt.id, inDoubt.number]).toEqual([freed.id, 2]);
  numbering.counter.atLeast = 2;
  return { ...numbering, own, inDoubt, named: `${numbering.key.posNumber}-6-1`, despite: [numbering.name(1)] };
}

describe("a freed number of the key that was passed and that nobody shows", () => {
  test("stands against asking again and against an open key, whatever a person saw of the present one", async () => {
    const { inDoubt: sale, named, despite, ...numbering } = await passed();
    const told = notDecided("Number 1", "reconcile --import", `--from 1 --to 1`, `--despite ${named}`);
    for (const decision of ["renumber", "reject"] as const)
      expect(await numbering.decide(sale.id, { decision, unseen: true })).toEqual(told);
    expect(await numbering.show(sale.id)).toMatchObject({
      evidence: { choices: { renumber: { allowed: false, effect: expect.stringContaining(`--despite ${named}`) } } },
    });
    expect([numbering.sent, await desk.auditOf(sale.id)]).toEqual([[], []]);
    expect(await numbering.decide(sale.id, { decision: "renumber", unseen: true, despite })).toMatchObject(decided);
    expect(numbering.sent).toEqual([3]);
    expect(await desk.auditOf(sale.id)).toMatchObject([{ unseen: true, despite: [named] }]);
  });

  test("a closed key needs no word about it", async () => {
    const { inDoubt: sale, ...numbering } = await passed();
    expect(await numbering.decide(sale.id, { decision: "reject", bar: true, unseen: true })).toMatchObject(decided);
  });

  test("once it is shown, it is judged by what it shows", async () => {
    const { own, inDoubt: sale, named, despite, ...numbering } = await passed();
    numbering.granted(1, own);
    expect(await numbering.decide(sale.id, { decision: "renumber", unseen: true })).toEqual(
      notDecided(named, "--adopt --number 1", `--despite ${named}`),
    );
    numbering.granted(1, numbering.sale(priceOf()));
    expect(await numbering.decide(sale.id, { decision: "renumber", unseen: true })).toMatchObject(decided);
    expect(numbering.sent).toEqual([3]);
  });

  test("once it is imported as another sale's, it stands in nobody's way", async () => {
    const { inDoubt: sale, ...numbering } = await passed();
    await numbering.imports(1, numbering.sale(priceOf()));
    expect(await numbering.decide(sale.id, { decision: "reject", unseen: true })).toMatchObject(decided);
  });

  test("where nobody can ask, it stands against an open key, too", async () => {
    const { inDoubt: sale, named, despite, ...numbering } = await passed();
    const reason = notAsked({ kind: "notDelegated", services: ["wsfe"], detail: "no ticket" });
    numbering.refuse({ outcome: "unavailable", heard: "notAsked", reason });
    const word = { decision: "reject" as const, unseen: true };
    expect(await numbering.decide(sale.id, word)).toEqual(notDecided("Number 1", `--despite ${named}`));
    expect(await numbering.decide(sale.id, { ...word, despite })).toMatchObject(decided);
  });

  test("no other number's voucher is taken beside it", async () => {
    const { own, inDoubt: sale, named, despite, ...numbering } = await passed();
    numbering.granted(2, numbering.sale(priceOf()));
    numbering.granted(3, own);
    const told = notDecided("Number 1", "reconcile --import", `--despite ${named}`);
    expect(await numbering.adoptNumber(sale.id, { number: 3 })).toEqual(told);
    expect(await numbering.adoptNumber(sale.id, { number: 3, despite })).toEqual(decided);
  });
});

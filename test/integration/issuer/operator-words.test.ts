import { afterAll, describe, expect, test } from "vitest";
import { closedTo } from "../../../issuer/operator/closed-authority.js";
import { maxLooked } from "../../../shared/db/adoption/claimants.js";
import { findIssuance } from "../../../shared/db/issuing/open-issuances.js";
import { settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { notAsked } from "../../../shared/domain/issuance-outcome.js";
import type { IssuanceRequest } from "../../../shared/domain/issuance-request.js";
import { commandLineInside } from "../../support/processes/command-line.js";
import { caeOf, decided, notDecided, openDesk, processedAt, saleOf } from "./operator-desk.js";

const desk = await openDesk();
afterAll(() => desk.system[Symbol.asyncDispose]());

const refused = { code: "TAXAUTH_ERROR" as const, reasons: [] };

let lastPrice = 1_000;
/** No test's sale equals another test's: vouchers count in the whole company. */
const priceOf = () => ++lastPrice;

/** A sale whose number is another sale's, and of which a voucher may stand under number 2. */
async function besideAnother() {
  const numbering = await desk.openNumbering();
  const price = priceOf();
  const own = numbering.sale(price);
  const inDoubt = await numbering.inDoubt(own);
  numbering.granted(1, numbering.sale(priceOf()));
  return { ...numbering, own, price, inDoubt };
}

describe("a voucher without a key that equals the sale", () => {
  test("imported in its numbering, it stands against asking again and against an open key", async () => {
    const { own, inDoubt: sale, price, ...numbering } = await besideAnother();
    numbering.granted(2, own);
    await numbering.imports(2, own);
    const name = `${numbering.key.posNumber}-6-2`;
    const told = notDecided(
      `${name} (CAE ${caeOf(numbering.key.posNumber, 2)}`,
      processedAt,
      "--adopt --number 2",
      `--despite ${name}`,
    );
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toEqual(told);
    expect(await numbering.decide(sale.id, { decision: "reject" })).toEqual(told);
    // Whoever looked at the authority's own pages saw it too.
    expect(await numbering.decide(sale.id, { decision: "renumber", unseen: true })).toEqual(told);
    expect([numbering.sent, await desk.auditOf(sale.id)]).toEqual([[], []]);

    expect(await numbering.show(sale.id)).toMatchObject({
      evidence: {
        choices: { renumber: { allowed: false, effect: told.why }, reject: { allowed: false, effect: told.why } },
      },
    });
    expect(await numbering.adoptNumber(sale.id, { number: 2 })).toEqual(decided);
    expect(await numbering.vouchers()).toEqual([[2, own.idempotency]]);
  });

  test("named as another sale's, it is stepped over, and the audit log tells it", async () => {
    const { own, inDoubt: sale, price, ...numbering } = await besideAnother();
    numbering.granted(2, own);
    await numbering.imports(2, own);
    const despite = [numbering.name(2)];
    expect(await numbering.decide(sale.id, { decision: "renumber", despite })).toMatchObject(decided);
    expect(await numbering.vouchers()).toEqual([
      [1, null],
      [2, null],
      [3, own.idempotency],
    ]);
    expect(await desk.auditOf(sale.id)).toMatchObject([
      { decision: "renumber", despite: [`${numbering.key.posNumber}-6-2`] },
    ]);
  });

  test("a closed key needs no word about it", async () => {
    const { own, inDoubt: sale, price, ...numbering } = await besideAnother();
    numbering.granted(2, own);
    await numbering.imports(2, own);
    expect(await numbering.decide(sale.id, { decision: "reject", bar: true })).toMatchObject(decided);
    expect(await desk.stateOf(sale.id)).toEqual({ state: "rejected", number: null, barred: true });
    expect(await findIssuance(desk.db, numbering.key, sale.id)).toMatchObject({ barred: true });
  });

  test("the key of a sale in line is closed once it has ended, and the command says so", async () => {
    const numbering = await desk.openNumbering();
    const waiting = await numbering.record(numbering.sale(priceOf()));
    const { DATABASE_URL } = desk.system.deps.config;
    const words = `issuance resolve ${waiting?.id} --company demo --reject --bar --because x --json`;
    expect(await commandLineInside({ DATABASE_URL })(...words.split(" "))).toMatchObject({
      exitCode: 1,
      json: { error: expect.stringMatching(/waits for its turn\. .*once it has ended.*batch cancel/) },
    });
  });

  test("beside one under its own number, a refusal tells both at once", async () => {
    const numbering = await desk.openNumbering();
    const own = numbering.sale(priceOf());
    const sale = await numbering.inDoubt(own);
    for (const number of [1, 2]) numbering.granted(number, own);
    const name = (number: number) => `--despite ${numbering.key.posNumber}-6-${number}`;
    const told = notDecided(name(1), name(2));
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toEqual(told);
    expect(await numbering.show(sale.id)).toMatchObject({ evidence: { choices: { reject: { effect: told.why } } } });
    const despite = [numbering.name(1), numbering.name(2)];
    expect(await numbering.decide(sale.id, { decision: "renumber", despite })).toMatchObject(decided);
    expect(numbering.sent).toEqual([3]);
  });

  test("imported at another point of sale, it counts as well; a note or another total does not", async () => {
    const { own, inDoubt: sale, price, ...numbering } = await besideAnother();
    const elsewhere = (await desk.start(0, 6)).taken.key;
    const notes = (await desk.start(0, 8)).taken.key;
    await desk.importAt(notes, 5, { ...own, ...{ posNumber: notes.posNumber, voucherType: 8 } });
    await desk.importAt(elsewhere, 4, saleOf(elsewhere, priceOf()));
    await desk.importAt(elsewhere, 5, saleOf(elsewhere, price));
    const { why } = { why: "", ...(await numbering.decide(sale.id, { decision: "renumber" })) };
    expect([...why.matchAll(/--despite (\S+?)[.;]/g)].map(([, name]) => name)).toEqual([`${elsewhere.posNumber}-6-5`]);
    const despite = [{ posNumber: elsewhere.posNumber, voucherType: 6, number: 5 }];
    expect(await numbering.decide(sale.id, { decision: "reject", despite })).toMatchObject(decided);
  });

  test("at the authority alone, under a number that nothing here explains, it counts as well", async () => {
    const { own, inDoubt: sale, price, ...numbering } = await besideAnother();
    numbering.granted(2, numbering.sale(priceOf()));
    numbering.granted(3, { ...own, idempotency: "other" });
    const name = `${numbering.key.posNumber}-6-3`;
    expect(await numbering.decide(sale.id, { decision: "reject" })).toEqual(notDecided(`--despite ${name}`));
    const despite = [numbering.name(3)];
    expect(await numbering.decide(sale.id, { decision: "renumber", despite })).toMatchObject(decided);
    expect(numbering.sent).toEqual([4]);
  });
});

describe("what could not be looked at", () => {
  test("more numbers than are looked at: imported first, or seen by a person", async () => {
    const { own, inDoubt: sale, price, ...numbering } = await besideAnother();
    for (let number = 2; number <= maxLooked + 2; number++) numbering.granted(number, numbering.sale(priceOf()));
    const told = notDecided(`(${maxLooked})`, "reconcile --import", "--unseen");
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toEqual(told);
    // One that is seen stands against it, whatever a person saw.
    numbering.granted(maxLooked, own);
    const seen = await numbering.decide(sale.id, { decision: "renumber", unseen: true });
    expect(seen).toEqual(notDecided(`--despite ${numbering.key.posNumber}-6-${maxLooked}`));
    numbering.granted(maxLooked, numbering.sale(priceOf()));
    expect(await numbering.decide(sale.id, { decision: "renumber", unseen: true })).toMatchObject(decided);
    expect(numbering.sent).toEqual([maxLooked + 3]);
  });

  test("it ends at a voucher of an earlier day: dates never go back", async () => {
    const { own, inDoubt: sale, ...numbering } = await besideAnother();
    const earlier = { ...own, voucherDate: "20261001" };
    for (let number = 2; number <= maxLooked + 2; number++) numbering.granted(number, earlier);
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toMatchObject(decided);
  });

  test.each([
    ["does not answer", true],
    ["counts and does not show", false],
  ])("a number that the authority %s: once it tells, or seen by a person", async (_, isUntold) => {
    const { inDoubt: sale, ...numbering } = await besideAnother();
    numbering.granted(3, numbering.sale(priceOf()));
    if (isUntold) numbering.untold.add(2);
    const told = notDecided("could be looked at", isUntold ? "no answer" : "counts number 2", "--unseen");
    expect(await numbering.decide(sale.id, { decision: "reject" })).toEqual(told);
    expect(await numbering.decide(sale.id, { decision: "reject", unseen: true })).toMatchObject(decided);
    expect(await desk.auditOf(sale.id)).toMatchObject([{ unseen: true }]);
  });
});

describe("a voucher that is named", () => {
  test("and is not there, has a key, or does not equal the sale is refused with why", async () => {
    const numbering = await desk.openNumbering();
    const [first, own] = [numbering.sale(priceOf()), numbering.sale(priceOf())];
    const granted = await numbering.inDoubt(first);
    numbering.granted(1, first);
    expect(await numbering.decide(granted.id, { decision: "adopt" })).toMatchObject(decided);
    const sale = await numbering.inDoubt(own);
    numbering.granted(2, numbering.sale(priceOf()));
    const other = numbering.sale(priceOf());
    numbering.granted(3, other);
    await numbering.imports(3, other);
    const { posNumber } = numbering.key;
    const naming = (...despite: Parameters<typeof numbering.decide>[1]["despite"] & object) =>
      numbering.decide(sale.id, { decision: "renumber", despite });
    expect(await naming(numbering.name(1))).toEqual(notDecided(`${posNumber}-6-1`, `the key ${first.idempotency}`));
    expect(await naming(numbering.name(2))).toEqual(notDecided(`${posNumber}-6-2 does not equal`));
    expect(await naming(numbering.name(3))).toEqual(notDecided(`${posNumber}-6-3 does not equal`));
    expect(await naming(numbering.name(9))).toEqual(notDecided(`shows no voucher ${posNumber}-6-9`));
    expect(await naming({ ...numbering.name(9), posNumber: 9_999 })).toEqual(notDecided("No voucher 9999-6-9"));
    expect(await desk.auditOf(sale.id)).toEqual([]);
  });

  test("under the decided number itself is left to the other installation, and imported", async () => {
    const numbering = await desk.openNumbering();
    const own = numbering.sale(priceOf());
    const sale = await numbering.inDoubt(own);
    numbering.granted(1, own);
    const name = `${numbering.key.posNumber}-6-1`;
    // It was processed before the sale existed: that alone does not say whose it is.
    await desk.db.$executeRaw`UPDATE issuance SET authority_time = '2030-01-01' WHERE id = ${sale.id}`;
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toEqual(
      notDecided("adopt it", `--despite ${name}`),
    );
    const despite = [numbering.name(1)];
    expect(await numbering.decide(sale.id, { decision: "renumber", despite })).toMatchObject(decided);
    expect(await numbering.vouchers()).toEqual([
      [1, null],
      [2, own.idempotency],
    ]);
    expect(await desk.sequenceOf(numbering.line)).toMatchObject({ shared: true });
  });

  test("under the decided number may be left with an open key, too: the word is not forgotten", async () => {
    const numbering = await desk.openNumbering();
    const own = numbering.sale(priceOf());
    const sale = await numbering.inDoubt(own);
    numbering.granted(1, own);
    const despite = [numbering.name(1)];
    expect(await numbering.decide(sale.id, { decision: "reject", despite })).toMatchObject(decided);
    expect(await numbering.vouchers()).toEqual([[1, null]]);
    expect(await desk.db.freedNumber.count({ where: { issuanceId: sale.id } })).toBe(0);
    expect(await numbering.record(own)).toMatchObject({ id: sale.id, revision: 2 });
  });
});

describe("a number that is left to its voucher", () => {
  /** K was refused under 1, which is free and remembered; the next sale has it, and then K's late voucher comes. */
  async function lateVoucher() {
    const numbering = await desk.openNumbering();
    const [late, next] = [numbering.sale(priceOf()), numbering.sale(priceOf())];
    await numbering.record(late);
    const freed = await numbering.submit();
    const release = { isRemembered: true };
    await settleWithoutVoucher(desk.db, await numbering.taken(), freed, "rejected", refused, release);
    const sale = await numbering.inDoubt(next);
    expect(sale.number).toBe(1);
    numbering.granted(1, late);
    return { ...numbering, late, next, freed, sale };
  }

  test("is imported, says whose it looks like, and that key takes it", async () => {
    const { late, next, freed, sale, ...numbering } = await lateVoucher();
    expect(await numbering.adoptNumber(freed.id, { number: 1 })).toEqual(
      notDecided(`issuance ${sale.id}: decide that one first`),
    );
    const give = `the key ${late.idempotency} (issuance resolve ${freed.id} --adopt --number 1)`;
    expect(await numbering.show(sale.id)).toMatchObject({
      evidence: { choices: { renumber: { allowed: true, effect: expect.stringContaining(give) } } },
    });
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toEqual({
      ...decided,
      passed: [
        { number: 1, cae: caeOf(numbering.key.posNumber, 1), like: [{ issuanceId: freed.id, key: late.idempotency }] },
      ],
    });
    expect(await desk.auditOf(sale.id)).toMatchObject([{ effect: expect.stringContaining(give) }]);
    // It may be ours, so it shows nobody else there.
    expect(await desk.sequenceOf(numbering.line)).toMatchObject({ shared: false });
    expect(await numbering.adoptNumber(freed.id, { number: 1 })).toEqual(decided);
    expect(await numbering.vouchers()).toEqual([
      [1, late.idempotency],
      [2, next.idempotency],
    ]);
  });

  test("is imported when the sale ends, too", async () => {
    const { freed, sale, late, ...numbering } = await lateVoucher();
    expect(await numbering.decide(sale.id, { decision: "reject" })).toMatchObject({
      passed: [{ like: [{ issuanceId: freed.id }] }],
    });
    expect(await numbering.vouchers()).toEqual([[1, null]]);
  });

  test("that looks like none of ours shows that others issue there", async () => {
    const { inDoubt: sale, ...numbering } = await besideAnother();
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toMatchObject({
      passed: [{ number: 1, like: [] }],
    });
    expect(await desk.sequenceOf(numbering.line)).toMatchObject({ shared: true });
    expect((await numbering.vouchers())[0]).toEqual([1, null]);
  });

  test("a freed number between it and the authority's last is looked up, and imported likewise", async () => {
    const numbering = await desk.openNumbering();
    const [first, late] = [numbering.sale(priceOf()), numbering.sale(priceOf())];
    // The late one was refused under 2; 1 is out again.
    await numbering.record(first);
    const one = await numbering.submit();
    await settleWithoutVoucher(desk.db, await numbering.taken(), one, "rejected", refused);
    await numbering.record(late);
    await desk.db.$executeRaw`UPDATE sequence SET last_number = 1 WHERE id = ${numbering.line.taken.id}`;
    const freed = await numbering.submit();
    expect(freed.number).toBe(2);
    await settleWithoutVoucher(desk.db, await numbering.taken(), freed, "rejected", refused, { isRemembered: true });
    await desk.db.$executeRaw`UPDATE sequence SET last_number = 0 WHERE id = ${numbering.line.taken.id}`;
    const sale = await numbering.inDoubt(numbering.sale(priceOf()));
    numbering.granted(1, numbering.sale(priceOf()));
    numbering.granted(3, numbering.sale(priceOf()));
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toMatchObject({ outcome: "notDecided" });
    numbering.granted(2, late);
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toMatchObject({
      passed: [{ number: 1 }, { number: 2, like: [{ issuanceId: freed.id }] }],
    });
    expect(await numbering.vouchers()).toEqual([
      [1, null],
      [2, null],
      [4, expect.any(String)],
    ]);
    expect(await desk.sequenceOf(numbering.line)).toMatchObject({ shared: false });
  });
});

describe("the numbers behind the decided one", () => {
  /** Two sales whose numbers are out together: the first's is another sale's. */
  async function twoOut(secondOf = (sale: IssuanceRequest) => saleOf(sale, priceOf())) {
    const numbering = await desk.openNumbering();
    const first = numbering.sale(priceOf());
    const second = secondOf(first);
    await numbering.record(first);
    await numbering.record(second);
    const [one, two] = await numbering.submitAll(2);
    if (!two) throw new Error("two were submitted");
    numbering.granted(1, numbering.sale(priceOf()));
    return { ...numbering, first, second, one, two };
  }

  test("one that has the sale's own voucher returns to the line when the key is closed, and the key takes the voucher", async () => {
    const { first, second, one, two, ...numbering } = await twoOut();
    numbering.granted(2, first);
    expect(await numbering.decide(one.id, { decision: "renumber" })).toEqual(notDecided("--adopt --number 2"));
    expect(await numbering.adoptNumber(one.id, { number: 2 })).toEqual(
      notDecided(`issuance ${two.id}`, "--reject --bar"),
    );
    expect(await numbering.decide(one.id, { decision: "reject", bar: true })).toMatchObject(decided);
    expect(await numbering.adoptNumber(one.id, { number: 2 })).toEqual(decided);
    expect(await desk.stateOf(two.id)).toMatchObject({ state: "queued" });
    expect(await numbering.submit()).toMatchObject({ id: two.id, number: 3 });
  });

  test("one that may have its own voucher is not returned to the line, unless a person knows better", async () => {
    const { second, one, ...numbering } = await twoOut();
    numbering.granted(2, second);
    expect(await numbering.decide(one.id, { decision: "renumber" })).toEqual(
      notDecided("number 2 looks like", "--unseen"),
    );
    expect(await numbering.decide(one.id, { decision: "renumber", unseen: true })).toMatchObject(decided);
  });

  test.each([
    ["is not shown", false],
    ["looks like the sale that has it", true],
  ])("what stands behind one that %s is imported all the same by a person's word", async (_, isLike) => {
    const numbering = await desk.openNumbering();
    const sales = [1, 2, 3].map(() => numbering.sale(priceOf()));
    for (const sale of sales) await numbering.record(sale);
    const [one] = await numbering.submitAll(3);
    for (const number of [1, 3]) numbering.granted(number, numbering.sale(priceOf()));
    if (isLike && sales[1]) numbering.granted(2, sales[1]);
    expect(await numbering.decide(one.id, { decision: "reject", bar: true })).toEqual(
      notDecided("number 2", "--unseen"),
    );
    expect(await numbering.decide(one.id, { decision: "reject", bar: true, unseen: true })).toMatchObject(decided);
    expect(await numbering.vouchers()).toEqual([
      [1, null],
      [3, null],
    ]);
  });

  test("one that two open sales equal is given to the lower one: its key is closed first", async () => {
    const { first, one, two, ...numbering } = await twoOut((sale) => ({ ...sale, idempotency: "the equal one" }));
    numbering.granted(2, first);
    expect(await numbering.adoptNumber(one.id, { number: 2 })).toEqual(
      notDecided(`issuance ${two.id}`, "--reject --bar", "--unseen", "--adopt --number 2"),
    );
    const closing = { decision: "reject" as const, bar: true };
    expect(await numbering.decide(one.id, closing)).toEqual(notDecided("number 2 looks like", "--unseen"));
    expect(await numbering.decide(one.id, { ...closing, unseen: true })).toMatchObject(decided);
    expect(await desk.stateOf(two.id)).toMatchObject({ state: "queued" });
    expect(await numbering.adoptNumber(one.id, { number: 2 })).toEqual(notDecided(`issuance ${two.id}`, "--despite"));
    expect(await numbering.adoptNumber(one.id, { number: 2, despite: [numbering.name(2)] })).toEqual(decided);
    expect(await desk.stateOf(one.id)).toEqual({ state: "approved", number: 2, barred: false });
    expect(await numbering.submit()).toMatchObject({ id: two.id, number: 3 });
  });
});

describe("the voucher under another number, beside an equal one that is another sale's", () => {
  /** The sale's voucher stands under 2. Number 1, its own, has another installation's that equals it. */
  async function equalUnderOwn() {
    const numbering = await desk.openNumbering();
    const own = numbering.sale(priceOf());
    const sale = await numbering.inDoubt(own);
    for (const number of [1, 2]) numbering.granted(number, own);
    return { ...numbering, own, sale, named: `${numbering.key.posNumber}-6-1`, despite: [numbering.name(1)] };
  }

  test("under its own number: a person names it, and it is imported", async () => {
    const { own, sale, named, despite, ...numbering } = await equalUnderOwn();
    expect(await numbering.adoptNumber(sale.id, { number: 2 })).toEqual(notDecided("adopt it", `--despite ${named}`));
    expect(await numbering.adoptNumber(sale.id, { number: 2, despite })).toEqual(decided);
    expect(await numbering.vouchers()).toEqual([
      [1, null],
      [2, own.idempotency],
    ]);
    expect(await desk.auditOf(sale.id)).toMatchObject([{ decision: "adopt", number: 2, despite: [named] }]);
  });

  test("under its own number, and processed before the sale was sent: no request of it made that one", async () => {
    const { own, sale, ...numbering } = await equalUnderOwn();
    await desk.db
      .$executeRaw`UPDATE issuance SET authority_time = ${processedAt}::timestamptz + interval '1 hour' WHERE id = ${sale.id}`;
    expect(await numbering.adoptNumber(sale.id, { number: 2 })).toEqual(decided);
    expect(await numbering.vouchers()).toEqual([[2, own.idempotency]]);
  });

  test("under a number that it had before: likewise", async () => {
    const { own, sale, named, despite, ...numbering } = await equalUnderOwn();
    expect(await numbering.decide(sale.id, { decision: "reject", bar: true })).toMatchObject(decided);
    expect(await numbering.adoptNumber(sale.id, { number: 2 })).toEqual(notDecided("Number 1", `--despite ${named}`));
    expect(await numbering.adoptNumber(sale.id, { number: 2, despite })).toEqual(decided);
    expect(await numbering.vouchers()).toEqual([
      [1, null],
      [2, own.idempotency],
    ]);
  });

  test("what is named and stands in nobody's way is a slip, and refused", async () => {
    const { sale, despite, ...numbering } = await equalUnderOwn();
    for (const number of [2, 9])
      expect(
        await numbering.adoptNumber(sale.id, { number: 2, despite: [...despite, numbering.name(number)] }),
      ).toEqual(notDecided(`${numbering.key.posNumber}-6-${number}`, "not needed"));
    expect(await numbering.adoptNumber(sale.id, { number: 1, despite })).toEqual(notDecided("not needed"));
    expect(await desk.auditOf(sale.id)).toEqual([]);
  });

  test("a sale whose content is not kept any more can only be closed", async () => {
    const { sale, ...numbering } = await equalUnderOwn();
    expect(await numbering.decide(sale.id, { decision: "reject", bar: true })).toMatchObject(decided);
    await desk.db.$executeRaw`UPDATE issuance SET body = NULL, amounts = NULL, declared = NULL WHERE id = ${sale.id}`;
    expect(await numbering.adoptNumber(sale.id, { number: 2 })).toEqual(
      notDecided("not kept any more", "--reject --bar", "Do not have it sent again"),
    );
  });
});

describe("where no ticket can be had", () => {
  const problem = (kind: "down" | "notDelegated") => notAsked({ kind, services: ["wsfe"], detail: "no ticket" });
  const unavailable = { outcome: "unavailable" as const, heard: "notAsked" as const };

  test.each([
    ["the login is refused for good", { ...unavailable, reason: problem("notDelegated") }],
    [
      "the login is refused for the moment, or paced",
      { ...unavailable, reason: problem("down"), isWithheld: true as const },
    ],
    [
      "there is no certificate",
      { ...unavailable, reason: { code: "VALIDATION_ERROR" as const, obstacle: { why: "noCertificate" as const } } },
    ],
  ])(
    "%s: who looked at the authority's pages decides, and the audit log says that nobody could ask",
    async (_, why) => {
      const numbering = await desk.openNumbering();
      const sale = await numbering.inDoubt(numbering.sale(priceOf()));
      numbering.refuse(why);
      expect(await numbering.decide(sale.id, { decision: "reject" })).toMatchObject({ outcome: "notDecided" });
      expect(await numbering.decide(sale.id, { decision: "reject", unseen: true })).toMatchObject(decided);
      expect(await desk.auditOf(sale.id)).toMatchObject([{ unseen: true, nobodyCouldAsk: true }]);
      expect(await desk.db.freedNumber.count({ where: { issuanceId: sale.id } })).toBe(1);
    },
  );

  test("an imported voucher that equals the sale stands against it there, too", async () => {
    const numbering = await desk.openNumbering();
    const own = numbering.sale(priceOf());
    const sale = await numbering.inDoubt(own);
    await numbering.imports(2, own);
    numbering.refuse({ ...unavailable, reason: problem("notDelegated") });
    const word = { decision: "reject" as const, unseen: true };
    expect(await numbering.decide(sale.id, word)).toEqual(notDecided(`--despite ${numbering.key.posNumber}-6-2`));
    expect(await numbering.decide(sale.id, { ...word, despite: [numbering.name(2)] })).toMatchObject(decided);
  });

  test("an outage is waited for", async () => {
    const numbering = await desk.openNumbering();
    const sale = await numbering.inDoubt(numbering.sale(priceOf()));
    numbering.refuse({ ...unavailable, heard: "nothing", reason: problem("down") });
    expect(await numbering.decide(sale.id, { decision: "reject", unseen: true })).toEqual(
      notDecided("must be asked first"),
    );
  });

  test("nobody can take another number, whatever a person saw", async () => {
    const numbering = await desk.openNumbering();
    const own = numbering.sale(priceOf());
    const sale = await numbering.inDoubt(own);
    await numbering.imports(2, own);
    numbering.refuse({ ...unavailable, reason: problem("notDelegated") });
    const { why } = { why: "", ...(await numbering.adoptNumber(sale.id, { number: 2 })) };
    expect(why).toContain("must be asked first");
    expect(why).not.toContain("--unseen");
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toEqual(notDecided("--reject --unseen"));
  });

  test("a closed authority answers nothing", async () => {
    expect(await closedTo("no ticket").consult(1)).toEqual({ outcome: "unknown", cause: "no ticket" });
  });
});

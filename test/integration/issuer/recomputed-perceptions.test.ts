import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { perceiveSale } from "../../../api/issuing/perceive-sale.js";
import { setProvince } from "../../../api/operations/sircip-provinces.js";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { submitNext } from "../../../shared/db/issuing/write-ahead.js";
import { computeAmounts } from "../../../shared/domain/amounts.js";
import { toFiscalDate } from "../../../shared/domain/calendar.js";
import type { IssuanceRequest } from "../../../shared/domain/issuance-request.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { invoiceB, today } from "../../support/samples/invoice.js";
import { padronLine } from "../../support/samples/sircip.js";
import { loadLines } from "../../support/servers/load-lines.js";
import { decided, notDecided, openDesk } from "./operator-desk.js";

// A sale with perceptions that is sent again has them computed anew: its total may be another, though its caller changed nothing. Where the database
// may have forgotten an attempt, the voucher of that is still its own.

const desk = await openDesk();
afterAll(() => desk.system[Symbol.asyncDispose]());

const period = today().slice(0, 6);
const receiver = { docType: 80, docNumber: "30100100106", name: "Empresa de prueba", taxType: 4, stateId: 2 };

beforeAll(async () => {
  const answer = await desk.system.app.request("/api/demo/fiscal-data", {
    method: "PATCH",
    headers: { authorization: `Bearer ${desk.system.keys.keys.test}`, "content-type": "application/json" },
    body: JSON.stringify({ sircip: { from: "20260101", ownPerceptions: [], exempt: [] } }),
  });
  expect(answer.status).toBe(200);
  await setProvince(desk.db, { type: "admin", name: "ana" }, 2, "2026-01-01");
});

/** Replaces the padrón of this month: the receiver has another letter, and so another rate. */
const loadLetter = (letter: string) =>
  loadLines(desk.system.deps.config.DATABASE_URL, [padronLine({ period, cuit: receiver.docNumber, letter })]);

let lastPrice = 11_000;
/** What a caller sends: the same each time. */
function askedFor({ posNumber }: SequenceKey): IssuanceRequest {
  const items = [{ description: "Silla", quantity: 1, price: ++lastPrice, taxType: 5 }];
  const checked = checkIssuance(
    invoiceB({ posNumber, items, customer: receiver, perceptions: "sircip", deliveryStateId: 2 }),
  );
  if (!checked.ok) throw new Error("the sample is not valid");
  return checked.body;
}

/** What is recorded of it now. */
async function contentOf(key: SequenceKey, body: IssuanceRequest, letter: string): Promise<IssuanceRequest> {
  await loadLetter(letter);
  const amounts = computeAmounts(body);
  const content = await perceiveSale(desk.db, key, { body, amounts, net: amounts.net });
  if ("refusal" in content) throw new Error(content.refusal.message.en);
  return content.body;
}

const yesterday = (sale: IssuanceRequest): IssuanceRequest => {
  const { voucherDate: date } = sale;
  const noon = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6)), 12);
  return { ...sale, voucherDate: toFiscalDate(new Date(noon - 86_400_000).toISOString().slice(0, 10)) };
};

/** A numbering that lost commits, and a sale as it was sent in them and as it is recorded when its caller sends it again. */
async function lost() {
  const numbering = await desk.openNumbering();
  const asked = askedFor(numbering.key);
  const before = await contentOf(numbering.key, asked, "C");
  const now = await contentOf(numbering.key, asked, "X");
  expect(computeAmounts(now).total).not.toBe(computeAmounts(before).total);
  const forget = () => desk.db.$executeRaw`UPDATE sequence SET unverified = true WHERE id = ${numbering.line.taken.id}`;
  return { ...numbering, asked, before, now, forget };
}

const nextOf = async ({ taken }: Pick<Awaited<ReturnType<typeof lost>>, "taken">) =>
  (await submitNext(desk.db, [{ taken: await taken(), limit: 9 }]))[0];

describe("a forgotten sale that stands in line with perceptions of today", () => {
  test.each([
    ["of today", (sale: IssuanceRequest) => sale],
    ["of yesterday", yesterday],
  ])("gets no turn once its voucher %s is imported", async (_, dated) => {
    const { before, now, forget, ...numbering } = await lost();
    await numbering.record(now);
    await forget();
    await numbering.imports(1, dated(before));
    expect(await nextOf(numbering)).toMatchObject({ outcome: "drained" });
  });

  test("a voucher whose net is another is none of it", async () => {
    const { now, forget, ...numbering } = await lost();
    await numbering.record(now);
    await forget();
    await numbering.imports(1, await contentOf(numbering.key, askedFor(numbering.key), "C"));
    expect(await nextOf(numbering)).toMatchObject({ outcome: "submitted" });
  });
});

describe("an operator's word", () => {
  test.each([
    ["of today", (sale: IssuanceRequest) => sale],
    ["of yesterday", yesterday],
  ])("does not ask for it again beside its forgotten voucher %s under its own number", async (_, dated) => {
    const { before, now, forget, ...numbering } = await lost();
    const sale = await numbering.inDoubt(now);
    await forget();
    numbering.granted(1, dated(before));
    const told = notDecided("--reject --bar", `--despite ${numbering.key.posNumber}-6-1`);
    expect(await numbering.decide(sale.id, { decision: "renumber" })).toEqual(told);
    expect(await numbering.decide(sale.id, { decision: "reject" })).toEqual(told);
    expect(numbering.sent).toEqual([]);
    const despite = [numbering.name(1)];
    expect(await numbering.decide(sale.id, { decision: "renumber", despite })).toMatchObject(decided);
  });

  test("does not give its today's content the code that was granted to another total", async () => {
    const { before, now, forget, ...numbering } = await lost();
    const sale = await numbering.inDoubt(now);
    await forget();
    numbering.granted(1, before);
    expect(await numbering.decide(sale.id, { decision: "adopt" })).toEqual(notDecided("--reject --bar"));
  });

  test.each(["imported", "at the authority alone"])("nor beside one that is %s", async (where) => {
    const { before, now, forget, ...numbering } = await lost();
    const sale = await numbering.inDoubt(now);
    await forget();
    numbering.granted(1, await contentOf(numbering.key, askedFor(numbering.key), "C"));
    numbering.granted(2, before);
    if (where === "imported") await numbering.imports(2, before);
    const told = notDecided(`${numbering.key.posNumber}-6-2`, "--reject --bar");
    expect(await numbering.decide(sale.id, { decision: "renumber", unseen: true })).toEqual(told);
  });

  test("does not give its forgotten voucher to a sale that equals it", async () => {
    const { before, now, forget, ...numbering } = await lost();
    const other = { ...before, idempotency: `${before.idempotency}-other` };
    const sale = await numbering.inDoubt(other);
    await forget();
    await numbering.record(now);
    await desk.db.$executeRaw`UPDATE issuance SET suspect_since = now() - interval '1 day'
      WHERE company_id = ${numbering.key.companyId} AND idempotency = ${now.idempotency}`;
    numbering.granted(1, before);
    expect(await numbering.decide(sale.id, { decision: "adopt" })).toEqual(
      notDecided(now.idempotency, `--despite ${numbering.key.posNumber}-6-1`),
    );
  });
});

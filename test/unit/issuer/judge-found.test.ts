import { expect, test } from "vitest";
import { judgeFound } from "../../../issuer/issuing/judge-found.js";
import { openLookupBudget } from "../../../issuer/issuing/lookup-budget.js";
import type { Situation } from "../../../shared/db/issuing/sequences.js";
import type { AuthorityVoucher } from "../../../shared/domain/cae-outcome.js";
import type { Declaration } from "../../../shared/domain/declaration.js";
import { isEarly } from "../../../shared/domain/evidence.js";
import { heldVoucher, last, nearSale, noLast, openScript, otherSale, type Script } from "./scripted-authority.js";
import { submission } from "./submission.js";

interface Finding extends Script {
  firstSend?: boolean;
  authorityTimeMs?: number | null;
}

/** Judges a voucher that was found under number 42. */
async function judge(found: AuthorityVoucher, { firstSend = false, authorityTimeMs = null, ...script }: Finding = {}) {
  const { sequence, told } = openScript(script);
  const asked = { ...submission, authorityTimeMs };
  const step = await judgeFound(openLookupBudget(sequence, asked), asked, found, firstSend);
  return { step, told, ...told };
}

test("our voucher is adopted with the authority's data, and not as an answer to a request", async () => {
  const observations = [{ code: 10217, msg: "a remark" }];
  const { step, done, approvals } = await judge(heldVoucher({}, { processedAtMs: 9_000, observations }));

  expect(step).toBe("settled");
  expect(done).toEqual(["approve 42"]);
  expect(approvals).toMatchObject([
    { cae: "70000000000000", caeExpirationDate: "20261202", observations, authorityTimeMs: null, isAnswer: false },
  ]);
});

test.each([
  { name: "behind later foreign vouchers", lastNumber: 44, numberTo: 42, next: 45 },
  { name: "behind the found voucher when the counter lags", lastNumber: 40, numberTo: 42, next: 43 },
  { name: "behind the whole lot when the counter lags", lastNumber: 43, numberTo: 60, next: 61 },
  { name: "behind both", lastNumber: 61, numberTo: 60, next: 62 },
])("a foreign voucher moves ours $name: $next", async ({ lastNumber, numberTo, next }) => {
  const lot = { CbteHasta: String(numberTo) };
  const { step, done, renumberings } = await judge(heldVoucher({ ...otherSale, ...lot }, { numberTo }), {
    lastNumbers: [last(lastNumber, 9_000)],
  });

  expect(done).toEqual(["ask the last", `renumber ${next}`]);
  expect(renumberings).toEqual([{ lastNumber: next - 1, authorityTimeMs: 9_000, isForeign: true, isCompared: true }]);
  expect(step).toMatchObject({ unsent: { submissions: [{ id: 1, number: next }], heldAtMs: 5_000 } });
});

test("a foreign lot over our number is another sale, even with our receiver, date, total and currency", async () => {
  const { done } = await judge(heldVoucher({ CbteDesde: "41", CbteHasta: "43" }, { numberTo: 43 }), {
    lastNumbers: [last(43)],
  });

  expect(done).toEqual(["ask the last", "renumber 44"]);
});

test("without a readable last number a foreign voucher moves nothing, and no operator is asked", async () => {
  const { step, done } = await judge(heldVoucher(otherSale), { lastNumbers: [noLast] });

  expect(done).toEqual(["ask the last"]);
  expect(step).toEqual({ undecided: true, again: false });
});

test.each([
  { name: "and goes on", heardNowMs: 700_000, next: "renumber 43" },
  { name: "and goes on without a time in the answer", heardNowMs: null, next: "renumber 43" },
  { name: "but shows now that it was set back: an operator decides", heardNowMs: 101_000, next: undefined },
])(
  "the authority's clock says that an equal voucher is older than our request, $name",
  async ({ heardNowMs, next }) => {
    const { step, done } = await judge(heldVoucher({}, { processedAtMs: 100_000 }), {
      ...{ firstSend: true, authorityTimeMs: 690_000, lastNumbers: [last(42, heardNowMs)] },
      situation: { kind: "shared" },
    });

    expect(done).toEqual(["ask the last", ...(next ? [next] : [])]);
    if (!next) expect(step).toMatchObject({ undecided: true, why: expect.stringContaining("its clock was set back") });
  },
);

test("a renumbering that another taker made void ends as superseded", async () => {
  const { step } = await judge(heldVoucher(otherSale), { lastNumbers: [last(42)], isVoid: ["renumber"] });

  expect(step).toBe("superseded");
});

test("a nearly equal voucher is left to an operator, and the log names the fields and the command", async () => {
  const { step, done, errors } = await judge(heldVoucher(nearSale));

  const why = expect.stringMatching(/number 42 with our receiver.*\(sent \/ found: ImpNeto 82\.64 \/ 7\)$/);
  expect(step).toEqual({ undecided: true, again: false, why });
  expect(done).toEqual([]);
  expect(errors).toEqual([
    {
      fields: {
        requestId: "r-1",
        issuanceId: 1,
        number: 42,
        command: "npm run -s admin -- issuance show 1 --company demo",
      },
      message: expect.stringMatching(/^an operator must decide: .*ImpNeto/),
    },
  ]);
});

const of = (changes: Partial<Declaration>): Declaration => ({ ...submission.declared, ...changes });
const otherDeclared = of({ docNumber: otherSale.DocNro, total: otherSale.ImpTotal });
const early = { authorityTimeMs: 60_000 };
const processed = { processedAtMs: 0 };

test.each<{ name: string; found: AuthorityVoucher; finding: Finding; why: RegExp }>([
  {
    name: "a voucher like a sale whose number a refusal freed",
    found: heldVoucher(otherSale),
    finding: { freed: [of({ total: "3.00" }), otherDeclared] },
    why: /looks like one whose request was refused before \(sent \/ found: .*ImpTotal/,
  },
  {
    name: "a voucher nearly like a sale whose number a refusal freed",
    found: heldVoucher({ ...otherSale, ImpNeto: "1" }),
    finding: { freed: [otherDeclared] },
    why: /looks like one whose request was refused before/,
  },
  {
    name: "a foreign voucher at an exclusive point of sale",
    found: heldVoucher(otherSale),
    finding: { situation: { kind: "own" } },
    why: /is not ours \(sent \/ found: .*ImpTotal 100 \/ 7\), though only this service/,
  },
  {
    name: "a foreign voucher after the database lost its last commits",
    found: heldVoucher(otherSale),
    finding: { situation: { unverified: true } },
    why: /may have forgotten: it lost its last commits/,
  },
  {
    name: "our voucher after the database lost its last commits, though our only request was refused",
    found: heldVoucher(),
    finding: { situation: { unverified: true }, firstSend: true },
    why: /may have forgotten: it lost its last commits/,
  },
  {
    name: "an equal voucher that was imported before ours had the number, and that no key has",
    found: heldVoucher(),
    finding: { kept: "unclaimed" },
    why: /equals ours and was imported before ours had it: .*--adopt --number 42/,
  },
  {
    name: "another key's voucher after the database lost its last commits",
    found: heldVoucher(),
    finding: { kept: "another's", situation: { unverified: true } },
    why: /another key's, and the database lost its last commits/,
  },
  {
    name: "our voucher, but early, at a shared point of sale",
    found: heldVoucher({}, processed),
    finding: { ...early, situation: { kind: "shared" } },
    why: /equals ours, but was processed before we asked/,
  },
  {
    name: "our voucher, but early, though our only request was refused",
    found: heldVoucher({}, processed),
    finding: { ...early, firstSend: true },
    why: /equals ours, but was processed before we asked/,
  },
  {
    name: "our voucher at a shared point of sale, though our only request was refused",
    found: heldVoucher(),
    finding: { firstSend: true, situation: { kind: "shared" } },
    why: /equals ours, but our request for it was refused, and others issue there too/,
  },
])("$name: an operator decides, and nothing is asked or done", async ({ found, finding, why }) => {
  const { step, done, told } = await judge(found, finding);

  expect(step).toEqual({ undecided: true, again: false, why: expect.stringMatching(why) });
  expect(done).toEqual([]);
  expect(told.errors).toHaveLength(1);
});

test("a voucher unlike every sale whose number was freed is foreign", async () => {
  const { done } = await judge(heldVoucher(otherSale), {
    freed: [of({ total: "3.00" }), of({ docNumber: "1" })],
    lastNumbers: [last(42)],
  });

  expect(done).toEqual(["ask the last", "renumber 43"]);
});

test.each<{ name: string; lastNumber: number; explained: number; next: number }>([
  { name: "the next number", lastNumber: 42, explained: 0, next: 43 },
  { name: "behind all that have a voucher here", lastNumber: 45, explained: 3, next: 46 },
  { name: "the next number when one behind is unknown", lastNumber: 45, explained: 2, next: 43 },
])("an equal voucher of another key moves ours to $name, and makes nobody foreign", async (one) => {
  const { lastNumber, explained, next } = one;
  for (const kind of ["own", "open", "shared"] as const) {
    const finding: Finding = { kept: "another's", explained, situation: { kind }, lastNumbers: [last(lastNumber)] };
    const { done, renumberings } = await judge(heldVoucher(), finding);
    expect(done).toEqual(["ask the last", `renumber ${next}`]);
    expect(renumberings).toMatchObject([{ lastNumber: next - 1, isForeign: false }]);
  }
});

test("our voucher is adopted even if a sale freed from this number declared the same", async () => {
  const { done } = await judge(heldVoucher(), { freed: [submission.declared] });

  expect(done).toEqual(["approve 42"]);
});

test.each<{ name: string; situation: Partial<Situation>; changes: Record<string, string>; done: string[] }>([
  { name: "our voucher is adopted", situation: {}, changes: {}, done: ["approve 42"] },
  { name: "our voucher at a shared point of sale is left alone", situation: { kind: "shared" }, changes: {}, done: [] },
  { name: "a foreign voucher moves ours", situation: {}, changes: otherSale, done: ["ask the last", "renumber 45"] },
])("found although our only request was refused as out of order: $name", async ({ situation, changes, done }) => {
  const judged = await judge(heldVoucher(changes), { firstSend: true, situation, lastNumbers: [last(44)] });

  expect(judged.done).toEqual(done);
});

test("a reason stays short however many fields differ", async () => {
  const rows = Array.from({ length: 200 }, (_, at) => [`Iva.AlicIva.${at + 1}.Id`, "4"]);
  const { errors } = await judge(heldVoucher(Object.fromEntries(rows)));

  expect(errors[0]?.message.length).toBeLessThan(700);
});

test.each([
  { authorityTimeMs: 10_000, processedAtMs: 7_000, is: true },
  { authorityTimeMs: 10_000, processedAtMs: 7_999, is: true },
  { authorityTimeMs: 10_000, processedAtMs: 8_000, is: false },
  { authorityTimeMs: 10_000, processedAtMs: 10_000, is: false },
  { authorityTimeMs: 10_000, processedAtMs: 11_000, is: false },
  { authorityTimeMs: null, processedAtMs: 0, is: false },
  { authorityTimeMs: 10_000, processedAtMs: null, is: false },
])(
  "heard at $authorityTimeMs and processed at $processedAtMs: early is $is",
  ({ authorityTimeMs, processedAtMs, is }) => {
    expect(isEarly({ authorityTimeMs }, heldVoucher({}, { processedAtMs }))).toBe(is);
  },
);

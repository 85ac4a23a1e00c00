import { expect, test } from "vitest";
import { checkIssuance } from "../../../../api/schemas/check-issuance.js";
import { type AskedNote, checkingNote } from "../../../../api/schemas/check-note.js";
import { toDetail } from "../../../../issuer/authority/wsfe/cae-request.js";
import { writeXml } from "../../../../issuer/authority/xml.js";
import { type Amounts, computeAmounts } from "../../../../shared/domain/amounts.js";
import { type CountedNote, findExcess } from "../../../../shared/domain/credit-bound.js";
import { toDeclaration } from "../../../../shared/domain/declaration.js";
import type { IssuanceRequest } from "../../../../shared/domain/issuance-request.js";
import type { Original } from "../../../../shared/domain/note-of-voucher.js";
import { atOnce } from "../../../../shared/domain/steps.js";
import { readPayload, toStoredPayload, writePayload } from "../../../../shared/domain/stored-payload.js";
import { type DeclaredVoucher, readDeclaredVoucher } from "../../../authority/declared-voucher.js";
import { parseXml } from "../../../authority/xml-element.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { createRandom, type Random } from "../../../support/samples/random.js";

const checkNote = (raw: unknown, asked: AskedNote) => atOnce(checkingNote(raw, asked));

const cuit = "30712345671";
const noteOf: Record<number, number> = { 1: 3, 2: 3, 6: 8, 7: 8, 11: 13, 12: 13 };

/** Cents as an integer, by no code of the service. */
function cents(amount: string | undefined): bigint {
  const [, whole = "", fraction = ""] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(amount ?? "") ?? [];
  if (whole === "") throw new Error(`${amount} is no amount`);
  return BigInt(whole + fraction.padEnd(2, "0"));
}

const write = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, "0")}`;

function anyItem(random: Random) {
  const price = random.integer(1, 100_000_000) / random.pick([1, 100, 100, 10_000, 1_000_000]);
  return {
    description: "Artículo",
    quantity: random.pick([1, 1, 2, 3, 12, 0.5, 1.2345]),
    price,
    taxType: random.pick([1, 2, 3, 4, 5, 5, 5, 6, 8, 9]),
    ...(random.chance(0.3) && { discount: random.integer(0, 10_000) / 100 }),
  };
}

const anyTributes = (random: Random) =>
  random.chance(0.3)
    ? [{ type: 99, baseAmount: 10, aliquot: 1, subtotal: random.integer(0, 5_000) / 100, description: "Tasa" }]
    : [];

function anyOriginal(random: Random): { original: Original; sent: DeclaredVoucher } {
  const voucherType = random.pick([1, 2, 6, 7, 11, 12]);
  const isForeign = random.chance(0.25);
  const cents = random.chance(0.3);
  const checked = checkIssuance({
    idempotency: "original",
    posNumber: random.integer(1, 99_998),
    voucherType,
    concept: 3,
    voucherDate: "20260801",
    serviceFrom: "20260701",
    serviceTo: "20260731",
    serviceExpiration: random.pick(["20260801", "20260820", "20271231"]),
    customer: { docType: 80, docNumber: "30710151543", name: "S.R.L.", taxType: random.pick([1, 4, 5, 6]) },
    // Many equal lines of few cents are what the authority's tolerance refuses.
    items: cents
      ? Array.from({ length: random.integer(2, 40) }, () => ({
          ...anyItem(random),
          quantity: 1,
          price: 0.12,
          discount: 0,
          taxType: 5,
        }))
      : Array.from({ length: random.integer(1, 6) }, () => anyItem(random)),
    priceIncludesVat: random.chance(0.5),
    tributes: anyTributes(random),
    ...(isForeign && { currency: { id: "DOL", quotation: random.integer(1, 2_000_000_000) / 1_000_000 } }),
    ...([2, 7, 12].includes(voucherType) && { associatedPeriod: { from: "20260701", to: "20260731" } }),
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  const { body } = checked;
  // As the issuer issues it: the literal sums, or the authority's split.
  const amounts = random.chance(0.5) ? computeAmounts(body, "authority") : checked.amounts;
  const { posNumber, voucherDate, currency } = body;
  const payload = readPayload(writePayload(toStoredPayload(body)));
  const original = {
    id: 1,
    voucherType,
    posNumber,
    voucherNumber: 7,
    voucherDate,
    currency,
    amounts,
    payload,
    isImported: false,
    askedPos: posNumber,
    cuit,
  };
  return { original, sent: asReceived(body, amounts) };
}

/** What the authority reads in the request. */
const asReceived = (body: IssuanceRequest, amounts: Amounts): DeclaredVoucher =>
  readDeclaredVoucher(parseXml(`<d>${writeXml(toDetail({ number: 7, declared: toDeclaration(body, amounts) }))}</d>`));

function check(original: Original, body: object): { body: IssuanceRequest; amounts: Amounts; isFull: boolean } {
  const voucherType = noteOf[original.voucherType] ?? 0;
  const checked = checkNote(
    { idempotency: "note", ...body },
    { kind: "credit", original, voucherType, today: "20260815", fce: null, withheldA: false },
  );
  if (!checked.ok || !checked.noteOf) throw new Error(JSON.stringify(checked));
  return { ...checked, isFull: checked.noteOf.isFull };
}

const moneyOf = ({ currency }: { currency: IssuanceRequest["currency"] }, { total }: Amounts) => ({
  total,
  currency: currency.id,
  quotation: currency.quotation,
});

/** Every sum of the request is right, and it names the original. */
function expectRight(note: DeclaredVoucher, original: Original): void {
  expect(note.CbtesAsoc).toEqual([
    { Tipo: original.voucherType, PtoVta: original.posNumber, Nro: 7, Cuit: cuit, CbteFch: "20260801" },
  ]);
  expect(note.PeriodoAsoc).toBeUndefined();
  expect(note.CbteFch).toBe("20260815");
  const parts = [note.ImpTotConc, note.ImpNeto, note.ImpOpEx, note.ImpTrib, note.ImpIVA].map(cents);
  expect(parts.reduce((sum, part) => sum + part)).toBe(cents(note.ImpTotal));
  const sumOf = (amounts: string[]) => amounts.map(cents).reduce((sum, one) => sum + one, 0n);
  if (note.Iva) {
    expect(sumOf(note.Iva.map(({ BaseImp }) => BaseImp))).toBe(cents(note.ImpNeto));
    expect(sumOf(note.Iva.map(({ Importe }) => Importe))).toBe(cents(note.ImpIVA));
  }
  expect(sumOf((note.Tributos ?? []).map(({ Importe }) => Importe))).toBe(cents(note.ImpTrib));
}

const amountsOf = ({
  ImpTotal,
  ImpTotConc,
  ImpNeto,
  ImpOpEx,
  ImpTrib,
  ImpIVA,
  Iva,
  Tributos,
  MonId,
  MonCotiz,
  DocTipo,
  DocNro,
  Concepto,
  CondicionIVAReceptorId,
}: DeclaredVoucher) => ({
  ImpTotal,
  ImpTotConc,
  ImpNeto,
  ImpOpEx,
  ImpTrib,
  ImpIVA,
  Iva,
  Tributos,
  MonId,
  MonCotiz,
  DocTipo,
  DocNro,
  Concepto,
  CondicionIVAReceptorId,
});

test("credits of any original never exceed it, its rest comes to exactly zero, and the request declares them right", {
  timeout: 600_000,
}, () => {
  const { seed, numRuns } = propertyRuns(10_000);
  const seen = { notes: 0, refused: 0, cured: 0, foreign: 0 };
  for (let run = 0; run < numRuns; run++) {
    const random = createRandom(seed + run, 3);
    const { original, sent } = anyOriginal(random);
    const isRight = () => {
      if (original.amounts.rounding === "authority") seen.cured++;
      if (original.currency.id !== "PES") seen.foreign++;

      // The whole of it has exactly its amounts.
      const whole = check(original, {});
      const full = asReceived(whole.body, whole.amounts);
      expectRight(full, original);
      expect(amountsOf(full)).toEqual(amountsOf(sent));
      expect(whole.amounts.lines).toEqual(original.amounts.lines);

      const money = moneyOf(original, original.amounts);
      const notes: CountedNote[] = [];
      let left = cents(sent.ImpTotal);
      const total = left;
      const credit = (body: object): boolean => {
        const note = check(original, body);
        const asked = cents(note.amounts.total);
        const mayBe = note.isFull ? notes.every(({ isCredit }) => !isCredit) : asked <= left;
        const excess = findExcess(money, notes, { ...moneyOf(note.body, note.amounts), isFull: note.isFull });
        expect(excess === undefined, `${write(asked)} of ${write(left)}`).toBe(mayBe);
        if (excess) {
          seen.refused++;
          expect(excess).toMatchObject({ asked: write(asked), left: write(left) });
          return false;
        }
        const received = asReceived(note.body, note.amounts);
        expectRight(received, original);
        expect(cents(received.ImpTotal)).toBe(asked);
        notes.push({ ...moneyOf(note.body, note.amounts), isCredit: true });
        left -= asked;
        seen.notes++;
        expect(left >= 0n).toBe(true);
        return true;
      };

      let debited = 0n;
      for (let step = random.integer(0, 4); step > 0; step--) {
        if (random.chance(0.2)) {
          const debit = BigInt(random.integer(1, 10_000));
          notes.push({ isCredit: false, ...money, total: write(debit) });
          [left, debited] = [left + debit, debited + debit];
        }
        credit(
          random.chance(0.15)
            ? {}
            : {
                items: Array.from({ length: random.integer(1, 3) }, () => anyItem(random)),
                tributes: anyTributes(random),
              },
        );
        // A part of what is left, in the original's own way of pricing.
        if (left > 0n) credit({ items: [exactly((left * BigInt(random.integer(1, 100))) / 100n)] });
      }
      if (left > 0n) expect(credit({ items: [exactly(left)] })).toBe(true);
      expect(left).toBe(0n);
      expect(notes.filter((one) => one.isCredit).reduce((sum, one) => sum + cents(one.total), 0n)).toBe(
        total + debited,
      );
      expect(credit({ items: [exactly(1n)] })).toBe(false);
    };
    try {
      isRight();
    } catch (error) {
      throw new Error(`with seed ${seed + run}: PROPERTY_SEED=${seed + run} PROPERTY_RUNS=0.0001`, { cause: error });
    }
  }
  console.log(
    `${numRuns} originals (${seen.cured} with the authority's split, ${seen.foreign} in dollars): ${seen.notes} notes, ${seen.refused} refused`,
  );
});

/** A line of exactly this amount, whatever the prices include: it is not taxable. */
const exactly = (amount: bigint) => ({ description: "Resto", quantity: 1, price: Number(write(amount)), taxType: 1 });

import { expect, test } from "vitest";
import { checkIssuance } from "../../../../api/schemas/check-issuance.js";
import { type AskedNote, checkingNote } from "../../../../api/schemas/check-note.js";
import { toDetail } from "../../../../issuer/authority/wsfe/cae-request.js";
import { writeXml } from "../../../../issuer/authority/xml.js";
import { type Amounts, computeAmounts } from "../../../../shared/domain/amounts.js";
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

/** What the authority checks in the request of a credit invoice or its note, by code of its own and in whole cents. */
const own = "30712345671";
const company = { cbu: "2850590940090418135201", alias: "empresa.cobros", transfer: "SCA" as const };
const otherCbu = "0170099220000067797370";
const invoices = [201, 206, 211];
const debits: Record<number, number> = { 201: 202, 206: 207, 211: 212 };
const credits: Record<number, number> = { 201: 203, 206: 208, 211: 213 };

const cents = (amount: string): bigint => {
  const [, whole, fraction = ""] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  if (whole === undefined) throw new Error(`${amount} is no amount`);
  return BigInt(whole + fraction.padEnd(2, "0"));
};
const sumOf = (amounts: string[]) => amounts.map(cents).reduce((sum, one) => sum + one, 0n);
/** In thousandths. */
const rates: Record<number, bigint> = { 3: 0n, 4: 105n, 5: 210n, 6: 270n, 8: 50n, 9: 25n };

const day = (random: Random, month: string) => `2026${month}${String(random.integer(1, 28)).padStart(2, "0")}`;
const maybe = <Value>(random: Random, chance: number, value: () => Value) =>
  random.chance(chance) ? value() : undefined;

const anyItems = (random: Random) =>
  random.chance(0.3)
    ? Array.from({ length: random.integer(2, 40) }, () => ({
        description: "Bulón",
        quantity: 1,
        price: 0.12,
        taxType: 5,
      }))
    : Array.from({ length: random.integer(1, 6) }, () => ({
        description: "Artículo",
        quantity: random.pick([1, 2, 12, 0.5, 1.2345]),
        price: random.integer(100, 100_000_000) / random.pick([1, 100, 10_000]),
        taxType: random.pick([1, 2, 3, 4, 5, 5, 5, 6, 8, 9]),
        ...(random.chance(0.3) && { discount: random.integer(0, 9_900) / 100 }),
      }));

/** The dates of a service, of goods that name all of them, or of goods that name some. */
function anyPeriod(random: Random) {
  const concept = random.pick([1, 1, 2, 3]);
  const whole = concept !== 1 || random.chance(0.2);
  return {
    concept,
    ...((whole || random.chance(0.2)) && { serviceFrom: "20260701" }),
    ...(whole && { serviceTo: "20260731" }),
  };
}

const anyBody = (random: Random, voucherType: number) => ({
  idempotency: "sale",
  posNumber: random.integer(1, 99_998),
  voucherType,
  voucherDate: day(random, "08"),
  customer: { docType: 80, docNumber: "30500010912", name: "Gran Empresa", taxType: random.pick([1, 4, 6]) },
  items: anyItems(random),
  priceIncludesVat: random.chance(0.5),
  ...(random.chance(0.3) && {
    tributes: [{ type: 99, baseAmount: 10, aliquot: 1, subtotal: random.integer(1, 5_000) / 100, description: "Tasa" }],
  }),
  ...(random.chance(0.2) && { currency: { id: "DOL", quotation: random.integer(1, 2_000_000_000) / 1_000_000 } }),
  ...anyPeriod(random),
});

interface Checked {
  body: IssuanceRequest;
  amounts: Amounts;
}
function accepted(checked: ReturnType<typeof checkIssuance>): Checked {
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  return checked;
}
/** As it is issued: the literal sums where the authority takes them, otherwise with its split. */
function received({ body, amounts }: Checked): DeclaredVoucher {
  const detail = toDetail({ number: 7, declared: toDeclaration(body, amounts) });
  return readDeclaredVoucher(parseXml(`<d>${writeXml(detail)}</d>`));
}
const asIssued = (checked: Checked): Checked =>
  received(checked).Iva?.every(fitsRate) === false
    ? { ...checked, amounts: computeAmounts(checked.body, "authority") }
    : checked;

/** Off by a cent at most, or by a ten-thousandth of what is expected: in thousandths of a cent. */
function fitsRate({ Id, BaseImp, Importe }: { Id: number; BaseImp: string; Importe: string }): boolean {
  const expected = cents(BaseImp) * (rates[Id] ?? 0n);
  const off = cents(Importe) * 1_000n - expected;
  const error = off < 0n ? -off : off;
  return error <= 1_000n || error * 10_000n <= expected;
}

function expectSums(voucher: DeclaredVoucher, isC: boolean): void {
  const { ImpTotConc, ImpNeto, ImpOpEx, ImpTrib, ImpIVA, ImpTotal } = voucher;
  expect(sumOf([ImpTotConc, ImpNeto, ImpOpEx, ImpTrib, ImpIVA])).toBe(cents(ImpTotal));
  expect(sumOf((voucher.Tributos ?? []).map(({ Importe }) => Importe))).toBe(cents(ImpTrib));
  if (isC) {
    expect([voucher.Iva, cents(ImpIVA)]).toEqual([undefined, 0n]);
    return;
  }
  const rows = voucher.Iva ?? [];
  expect(sumOf(rows.map(({ BaseImp }) => BaseImp))).toBe(cents(ImpNeto));
  expect(sumOf(rows.map(({ Importe }) => Importe))).toBe(cents(ImpIVA));
  // Its notes are no exception.
  expect(rows.filter((row) => !fitsRate(row))).toEqual([]);
}

const periodOf = ({ FchServDesde, FchServHasta }: DeclaredVoucher) => [FchServDesde, FchServHasta];
const optionalsOf = ({ Opcionales = [] }: DeclaredVoucher) => Opcionales.map(({ Id, Valor }) => `${Id}=${Valor}`);

test("[F2 F3 F4 F5] of random credit invoices and notes the request says what the authority asks of each", {
  timeout: 600_000,
}, () => {
  const { seed, numRuns } = propertyRuns(10_000);
  const seen = { notes: 0, cancellations: 0, ofDebits: 0, split: 0 };

  function run(random: Random): void {
    const voucherType = random.pick(invoices);
    const isC = voucherType === 211;
    const asked = {
      cbu: maybe(random, 0.3, () => random.pick([company.cbu, otherCbu])),
      alias: maybe(random, 0.3, () => random.pick(["otro.alias", null])),
      transfer: maybe(random, 0.3, () => random.pick(["SCA", "ADC"])),
    };
    const draft = anyBody(random, voucherType);
    const due = random.pick([draft.voucherDate, day(random, "09")]);
    const said = random.chance(0.7) ? asked : null;
    const sold = asIssued(
      accepted(checkIssuance({ ...draft, serviceExpiration: due, fce: said }, { fce: company, withheldA: false })),
    );
    if (sold.amounts.rounding === "authority") seen.split++;
    const invoice = received(sold);
    expectSums(invoice, isC);
    expect([invoice.FchVtoPago, invoice.CbteFch, invoice.DocTipo, invoice.DocNro]).toEqual([
      due,
      draft.voucherDate,
      80,
      30_500_010_912,
    ]);
    const isWhole = "serviceTo" in draft;
    expect(periodOf(invoice)).toEqual(isWhole ? ["20260701", "20260731"] : [undefined, undefined]);
    expect([invoice.CbtesAsoc, invoice.PeriodoAsoc]).toEqual([undefined, undefined]);
    // The company's alias goes with the company's account alone.
    const cbu = said?.cbu ?? company.cbu;
    const ownAlias = cbu === company.cbu ? company.alias : null;
    const alias = said?.alias === undefined ? ownAlias : said.alias;
    expect(optionalsOf(invoice)).toEqual([
      `2101=${cbu}`,
      ...(alias ? [`2102=${alias}`] : []),
      `27=${said?.transfer ?? company.transfer}`,
    ]);

    const original = toOriginal(sold, voucherType);
    const named = { Tipo: voucherType, PtoVta: draft.posNumber, Nro: 7, Cuit: own, CbteFch: draft.voucherDate };
    const expectNote = (note: DeclaredVoucher, of: object, isCancellation: boolean) => {
      seen.notes++;
      expectSums(note, isC);
      expect(note.CbtesAsoc).toEqual([of]);
      expect([note.PeriodoAsoc, note.FchVtoPago]).toEqual([undefined, undefined]);
      expect(optionalsOf(note)).toEqual([isCancellation ? "22=S" : "22=N"]);
      expect([note.DocTipo, note.DocNro]).toEqual([80, 30_500_010_912]);
      expect(periodOf(note)).toEqual(note.Concepto === 1 ? [undefined, undefined] : ["20260701", "20260731"]);
    };
    const credit = (of: Original, body: object = {}) =>
      asIssued(
        accepted(
          checkNote(
            { idempotency: "note", ...body },
            {
              kind: "credit",
              original: of,
              voucherType: credits[voucherType] ?? 0,
              today: "20260828",
              fce: company,
              withheldA: false,
            },
          ),
        ),
      );

    const cancels = random.chance(0.3);
    if (cancels) seen.cancellations++;
    const whole = received(credit(original, { fce: { cancellation: cancels } }));
    expectNote(whole, named, cancels);
    expect([whole.ImpTotal, whole.ImpNeto, whole.Iva]).toEqual([invoice.ImpTotal, invoice.ImpNeto, invoice.Iva]);
    const part = credit(original, {
      items: anyItems(random),
      ...(random.chance(0.5) && { fce: { cancellation: null } }),
    });
    expectNote(received(part), named, false);

    const debitType = debits[voucherType] ?? 0;
    const { serviceFrom: _, ...toDebit } = anyBody(random, debitType);
    const associated = {
      voucherType,
      posNumber: draft.posNumber,
      voucherNumber: 7,
      cuit: own,
      date: draft.voucherDate,
    };
    const debit = asIssued(
      accepted(
        checkIssuance(
          {
            ...toDebit,
            ...(toDebit.concept !== 1 && { serviceFrom: "20260701" }),
            associatedVouchers: [associated],
          },
          { fce: company, withheldA: false },
        ),
      ),
    );
    expectNote(received(debit), named, false);
    const ofDebit = {
      Tipo: debitType,
      PtoVta: debit.body.posNumber,
      Nro: 7,
      Cuit: own,
      CbteFch: debit.body.voucherDate,
    };
    const isCancelled = random.chance(0.3);
    expectNote(
      received(credit(toOriginal(debit, debitType), { fce: { cancellation: isCancelled } })),
      isCancelled ? ofDebit : named,
      isCancelled,
    );
    seen.ofDebits++;
  }

  for (let each = 0; each < numRuns; each++) {
    try {
      run(createRandom(seed + each, 5));
    } catch (error) {
      throw new Error(`with seed ${seed + each}: PROPERTY_SEED=${seed + each} PROPERTY_RUNS=0.0001`, { cause: error });
    }
  }
  console.log(
    `${numRuns} credit invoices (${seen.split} with the authority's split): ${seen.notes} notes, ${seen.cancellations} cancellations, ${seen.ofDebits} of debit notes`,
  );
});

const toOriginal = ({ body, amounts }: Checked, voucherType: number): Original => ({
  id: 1,
  voucherType,
  posNumber: body.posNumber,
  voucherNumber: 7,
  voucherDate: body.voucherDate,
  currency: body.currency,
  amounts,
  payload: readPayload(writePayload(toStoredPayload(body))),
  isImported: false,
  askedPos: body.posNumber,
  cuit: own,
});

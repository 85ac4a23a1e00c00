import type { AssociatedVoucher, DeclaredVoucher } from "../../authority/declared-voucher.js";
import { defaultSettings, type Settings } from "../../authority/settings.js";

/**
 * The cases of credit-invoices.test.ts. Today is 2026-11-30. Granted are, of each letter, invoice 1 of 1210.00, debit note 1 and credit
 * note 1 of 121.00 that adjust it, all of 2026-11-26, and invoice 2 of letter A, also of 1210.00, of 2026-11-29.
 */
export const today = "20261130";
export const cuit = "30712345671";
export const large = "30500010912";

export type Case = {
  code: number;
  title: string;
  type: number;
  /** Against a voucher that would be granted. */
  change?: Partial<DeclaredVoucher>;
  /** Codes that come with it. */
  also?: number[];
  fce?: Partial<Settings["fce"]>;
  /** What the buyer rejected before: type and number. */
  rejected?: [type: number, number: number][];
  /** How often the voucher stands in the request. */
  copies?: number;
  /** The code is a remark. */
  isGranted?: true;
};

const cbu = "2850590940090418135201";
const optional = (values: Record<string, string>) => ({
  Opcionales: Object.entries(values).map(([Id, Valor]) => ({ Id, Valor })),
});
/** The optional fields of an invoice; undefined leaves one out. */
export const terms = (change: Record<string, string | undefined> = {}) =>
  optional(
    Object.fromEntries(
      Object.entries({ "2101": cbu, "27": "SCA", ...change }).flatMap(([id, value]) =>
        value === undefined ? [] : [[id, value]],
      ),
    ),
  );
export const annulment = optional({ "22": "S" });
const adjustment = optional({ "22": "N" });

/** What a note names. */
export const named = (Tipo: number, change: Partial<AssociatedVoucher> = {}): AssociatedVoucher => ({
  Tipo,
  PtoVta: 3,
  Nro: 1,
  Cuit: cuit,
  CbteFch: "20261126",
  ...change,
});
const naming = (...rows: AssociatedVoucher[]) => ({ CbtesAsoc: rows });
const remito = named(991, { PtoVta: 9 });

export const amountsOf = (net: number) => ({
  ImpTotal: String((net * 121) / 100),
  ImpNeto: String(net),
  ImpIVA: String((net * 21) / 100),
  Iva: [{ Id: 5, BaseImp: String(net), Importe: String((net * 21) / 100) }],
});
const issuer = (change: Omit<Settings["fce"]["issuers"][number], "cuit">) => ({ issuers: [{ cuit, ...change }] });
const receiver = (change: Partial<Settings["fce"]["receivers"][number]>) => ({
  receivers: [{ cuit: large, ...change }],
});
export const services = { Concepto: 2, FchServDesde: "20261101", FchServHasta: "20261130" };
/** 5,549,862.00 with VAT at 21 %, to the cent. */
export const atMinimum = {
  ImpTotal: "5549862",
  ImpNeto: "4586662.81",
  ImpIVA: "963199.19",
  Iva: [{ Id: 5, BaseImp: "4586662.81", Importe: "963199.19" }],
};

export const cases: Case[] = [
  { code: 10000, title: "an issuer that is no registered small company", type: 201, fce: issuer({ pyme: false }) },
  { code: 10000, title: "an issuer without electronic fiscal address", type: 203, fce: issuer({ address: false }) },
  { code: 10003, title: "two in one request", type: 201, copies: 2 },
  { code: 10012, title: "a lot", type: 206, change: { CbteHasta: 9 } },
  { code: 10015, title: "a receiver named by a DNI", type: 206, change: { DocTipo: 96, DocNro: 12_345_678 } },
  { code: 10016, title: "an invoice of six days ago", type: 206, change: { CbteFch: "20261124" } },
  { code: 10016, title: "an invoice two days ahead", type: 206, change: { CbteFch: "20261202" } },
  {
    code: 10016,
    title: "a note of tomorrow, and nothing else is told",
    type: 203,
    change: { CbteFch: "20261201", ...terms() },
  },
  { code: 10040, title: "an invoice that names an invoice", type: 201, change: naming(named(201)) },
  {
    code: 10042,
    title: "a tribute without a description",
    type: 201,
    change: { ImpTotal: "122", ImpTrib: "1", Tributos: [{ Id: 2, BaseImp: "100", Alic: "1", Importe: "1" }] },
  },
  {
    code: 10051,
    title: "a debit note whose VAT fits no rate",
    type: 202,
    change: { ImpTotal: "150", ImpIVA: "50", Iva: [{ Id: 5, BaseImp: "100", Importe: "50" }] },
  },
  {
    code: 10061,
    title: "a credit note whose rows do not add up to the net",
    type: 208,
    change: { Iva: [{ Id: 5, BaseImp: "90", Importe: "21" }] },
    also: [10051],
  },
  {
    code: 10151,
    title: "a note that does not say whose voucher it names",
    type: 203,
    change: naming(named(201, { Cuit: undefined })),
  },
  {
    code: 10152,
    title: "services of tomorrow in another month",
    type: 201,
    change: { ...services, CbteFch: "20261201", FchVtoPago: "20261231" },
  },
  { code: 10153, title: "a note that names nothing", type: 202, change: { CbtesAsoc: undefined }, also: [10197] },
  { code: 10154, title: "an annulment of what nobody rejected", type: 203, change: annulment },
  { code: 10154, title: "an adjustment of a rejected invoice", type: 203, rejected: [[201, 1]] },
  {
    code: 10155,
    title: "a note of another issuer's invoice",
    type: 203,
    change: naming(named(201, { Cuit: "30710151543" })),
    also: [10160],
  },
  {
    code: 10156,
    title: "an adjustment of two invoices",
    type: 203,
    change: naming(named(201), named(201, { Nro: 2, CbteFch: "20261129" })),
  },
  {
    code: 10157,
    title: "an adjustment that names a debit note too",
    type: 203,
    change: naming(named(201), named(202)),
  },
  {
    code: 10158,
    title: "a note without its invoice's date",
    type: 203,
    change: naming(named(201, { CbteFch: undefined })),
  },
  {
    code: 10159,
    title: "a note before its invoice",
    type: 203,
    change: { CbteFch: "20261128", ...naming(named(201, { Nro: 2, CbteFch: "20261129" })) },
  },
  {
    code: 10160,
    title: "a note with a wrong date of its invoice",
    type: 203,
    change: naming(named(201, { CbteFch: "20261125" })),
  },
  {
    code: 10160,
    title: "a note of an invoice that was never granted",
    type: 203,
    change: naming(named(201, { Nro: 9 })),
    also: [10041],
  },
  { code: 10161, title: "a receiver without electronic fiscal address", type: 201, fce: receiver({ address: false }) },
  { code: 10162, title: "no optional fields", type: 201, change: { Opcionales: undefined } },
  { code: 10163, title: "an invoice without a due date", type: 201, change: { FchVtoPago: undefined } },
  {
    code: 10164,
    title: "an invoice due yesterday",
    type: 206,
    change: { CbteFch: "20261128", FchVtoPago: "20261129" },
  },
  { code: 10165, title: "a CBU of 21 digits", type: 201, change: terms({ "2101": cbu.slice(1) }) },
  { code: 10166, title: "an alias of five letters", type: 201, change: terms({ "2102": "pagos" }) },
  { code: 10167, title: "an annulment that is neither S nor N", type: 203, change: optional({ "22": "X" }) },
  { code: 10168, title: "an invoice without a CBU", type: 201, change: terms({ "2101": undefined }) },
  { code: 10169, title: "a plain invoice with a CBU", type: 1, change: optional({ "2101": cbu }) },
  { code: 10170, title: "a reference alone", type: 201, change: optional({ "23": "PO-1" }), also: [10168, 10216] },
  { code: 10171, title: "an invoice that says whether it cancels", type: 201, change: terms({ "22": "N" }) },
  { code: 10172, title: "a note with a transfer option", type: 203, change: optional({ "22": "N", "27": "SCA" }) },
  {
    code: 10173,
    title: "a note that does not say whether it cancels",
    type: 203,
    change: optional({ "23": "PO-1" }),
    also: [10170],
  },
  { code: 10174, title: "somebody else's CBU", type: 201, fce: issuer({ cbus: ["0110599520000001235579"] }) },
  { code: 10175, title: "an adjustment with a due date", type: 203, change: { FchVtoPago: today } },
  {
    code: 10175,
    title: "an adjustment of services with a due date, without 10049",
    type: 203,
    change: { ...services, FchVtoPago: today },
  },
  {
    code: 10176,
    title: "a receiver that is not active",
    type: 206,
    change: { DocNro: 30_700_000_008 },
    fce: receiver({ cuit: "30700000008" }),
  },
  {
    code: 10177,
    title: "letter A to a monotributista",
    type: 201,
    change: { DocNro: 20_111_111_112 },
    fce: receiver({ cuit: "20111111112" }),
    also: [10217],
  },
  {
    code: 10177,
    title: "letter B to somebody without taxes",
    type: 206,
    change: { DocNro: 20_222_222_223 },
    fce: receiver({ cuit: "20222222223" }),
  },
  { code: 10178, title: "an uncategorised receiver", type: 206, change: { DocNro: 23_000_000_000 } },
  { code: 10180, title: "a receiver outside the regime", type: 201, change: { DocNro: 30_202_020_204 } },
  { code: 10180, title: "a receiver before its first day", type: 201, fce: receiver({ from: "20261201" }) },
  { code: 10181, title: "a note in another currency", type: 202, change: { MonId: "DOL", MonCotiz: "1155.114" } },
  { code: 10183, title: "a note to another receiver", type: 203, change: { DocNro: 30_558_515_305 } },
  {
    code: 10183,
    title: "a credit note that cancels a credit note",
    type: 203,
    change: { ...annulment, ...naming(named(203)) },
    rejected: [[203, 1]],
  },
  {
    code: 10183,
    title: "a debit note that cancels an invoice",
    type: 202,
    change: annulment,
    rejected: [[201, 1]],
  },
  { code: 10184, title: "a credit of the whole balance", type: 203, change: amountsOf(1000) },
  {
    code: 10186,
    title: "an annulment of letter A that names a delivery note",
    type: 203,
    change: { ...annulment, ...naming(named(201), remito) },
    rejected: [[201, 1]],
  },
  {
    code: 10187,
    title: "an annulment of letter B that names a delivery note",
    type: 208,
    change: { ...annulment, ...naming(named(206), remito) },
    rejected: [[206, 1]],
  },
  {
    code: 10188,
    title: "a plain invoice to a company that opted in",
    type: 1,
    change: atMinimum,
    fce: receiver({ optedIn: true }),
    isGranted: true,
  },
  { code: 10189, title: "a reference of 51 characters", type: 201, change: terms({ "23": "x".repeat(51) }) },
  {
    code: 10190,
    title: "a reference twice",
    type: 201,
    change: { Opcionales: [...terms().Opcionales, { Id: "23", Valor: "PO-1" }, { Id: "23", Valor: "PO-1" }] },
  },
  { code: 10192, title: "a plain invoice to a large company", type: 1, change: atMinimum },
  {
    code: 10192,
    title: "a plain invoice in dollars to a large company",
    type: 1,
    change: { ...amountsOf(10_000), MonId: "DOL", MonCotiz: "1155.114" },
  },
  {
    code: 10192,
    title: "a plain invoice above the receiver's own minimum",
    type: 6,
    fce: receiver({ minimum: "121" }),
  },
  {
    code: 10193,
    title: "an annulment of letter C that names a delivery note",
    type: 213,
    change: { ...annulment, ...naming(named(211), remito) },
    rejected: [[211, 1]],
  },
  {
    code: 10194,
    title: "several buyers",
    type: 201,
    change: { Compradores: [{ DocTipo: 80, DocNro: 30_500_010_912, Porcentaje: "100" }] },
  },
  {
    code: 10196,
    title: "a note of a period",
    type: 203,
    change: { PeriodoAsoc: { FchDesde: "20261101", FchHasta: today } },
  },
  { code: 10214, title: "a transfer option of two letters", type: 201, change: terms({ "27": "SC" }) },
  { code: 10215, title: "an unknown transfer option", type: 201, change: terms({ "27": "SCB" }) },
  { code: 10216, title: "an invoice without a transfer option", type: 201, change: terms({ "27": undefined }) },
  { code: 10251, title: "a financial issuer", type: 201, fce: issuer({ financial: true }) },
];

/** A voucher of the type that would be granted, with the fields of its kind and letter. */
export function declare(type: number, number: number, change: Partial<DeclaredVoucher> = {}): DeclaredVoucher {
  const invoice = type > 200 ? type - (type % 5) + 1 : undefined;
  const isInvoice = type === invoice;
  const isC = type === 11 || invoice === 211;
  const isB = type === 6 || invoice === 206;
  return {
    Concepto: 1,
    DocTipo: 80,
    DocNro: Number(large),
    CbteDesde: number,
    CbteHasta: number,
    CbteFch: today,
    ImpTotConc: "0",
    ImpOpEx: "0",
    ImpTrib: "0",
    ...(isC ? { ImpTotal: "100", ImpNeto: "100", ImpIVA: "0" } : amountsOf(100)),
    MonId: "PES",
    MonCotiz: "1",
    CondicionIVAReceptorId: isB ? 4 : 1,
    ...(isInvoice ? { FchVtoPago: "20261230", ...terms() } : {}),
    ...(invoice && !isInvoice ? { ...naming(named(invoice)), ...adjustment } : {}),
    ...change,
  };
}

/** The regime of a case: what it does not name is the default. */
export const regimeOf = ({ fce = {} }: Pick<Case, "fce">): Settings["fce"] => ({ ...defaultSettings.fce, ...fce });

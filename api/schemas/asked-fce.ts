import { type AskedFce, type FcePayment, type FceTerms, toPayment } from "../../shared/domain/fce.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { typeName } from "../../shared/domain/spanish.js";
import { findVoucherType, isNote } from "../../shared/domain/voucher-types.js";
import type { IgnoredInput } from "../http/handling.js";

/**
 * The company that asks: how its credit invoices are paid, null when it issues none; whether its letter A is under withholding. And the most
 * decimals of a tribute's aliquot, by TRIBUTE_ALIQUOT_DECIMALS: 2 where it is not said.
 */
export interface Issuer {
  fce: FcePayment | null;
  withheldA: boolean;
  aliquotDecimals?: number;
}

/** Default issuer, which issues what every company issues. */
export const ordinaryIssuer: Issuer = { fce: null, withheldA: false };

const ofInvoices = ["cbu", "alias", "transfer"];
const ofNotes = ["cancellation"];

/**
 * The body without what its type does not read of `fce`, unchecked, and that as ignored.
 * Source: api/README.md, "Credit invoices".
 */
export function selectFce(raw: unknown, voucherType = voucherTypeOf(raw)): { body: unknown; ignored: IgnoredInput[] } {
  const { fce } = Object(raw) as { fce?: unknown };
  const type = typeof voucherType === "number" ? findVoucherType(voucherType) : undefined;
  if (fce === undefined || fce === null || !type) return { body: raw, ignored: [] };
  if (!type.isFce) {
    return {
      body: { ...Object(raw), fce: null },
      ignored: [{ field: "fce", message: noCreditInvoice(Number(voucherType)) }],
    };
  }
  if (typeof fce !== "object" || Array.isArray(fce)) return { body: raw, ignored: [] };
  const needless = isNote(type) ? ofInvoices : ofNotes;
  const isNeedless = ([name]: [string, unknown]) => needless.includes(name);
  const given = Object.entries(fce);
  const message = isNote(type) ? forInvoices : forNotes;
  return {
    body: { ...Object(raw), fce: Object.fromEntries(given.filter((entry) => !isNeedless(entry))) },
    ignored: given
      .filter((entry) => isNeedless(entry) && entry[1] !== null)
      .map(([name]) => ({ field: ["fce", name], message })),
  };
}

const noCreditInvoice = (voucherType: number): LocalizedText => ({
  en: `is for credit invoices (FCE MiPyME) and their notes, and type ${voucherType} is none`,
  es: `No se usa: es para facturas de crédito (FCE MiPyME) y sus notas, y ${typeName(voucherType)} no lo es.`,
});
const forInvoices: LocalizedText = {
  en: "is for invoices only: a note has just cancellation",
  es: "No se usa: en una nota solo se dice si anula.",
};
const forNotes: LocalizedText = { en: "is for notes only", es: "No se usa: es solamente para notas." };

const voucherTypeOf = (raw: unknown) => (Object(raw) as { voucherType?: unknown }).voucherType;

/** Terms that a voucher of this type declares. Null for all that are no credit invoices, and for companies that issue none. */
export function toTerms(voucherType: number, asked: AskedFce | null, company: FcePayment | null): FceTerms | null {
  const type = findVoucherType(voucherType);
  if (!type?.isFce || !company) return null;
  return isNote(type) ? { cancellation: asked?.cancellation ?? false } : toPayment(company, asked);
}

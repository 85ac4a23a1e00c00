import { anonymousType } from "../document-type.js";
import { Decimal } from "../money.js";
import { decimal, money } from "../spanish.js";
import { findVatRate, toPercentage } from "../vat-rates.js";
import {
  areKnownRates,
  type BookRates,
  findFarRates,
  isLetterC,
  isWithoutDetail,
  isZero,
  toBookRates,
} from "./book-rates.js";
import { amount, code, type FixedField, findUnfit, numeric, rate, words, writeRecord } from "./fixed-width.js";
import { toLatin } from "./latin-text.js";
import type { ReportVoucher } from "./report-voucher.js";
import { type TributeColumns, toTributeColumns } from "./tribute-columns.js";

/** The lines of one voucher in both files, with their line ends. Each character is below 256 and is one byte, as `latin1` writes it. */
export interface BookRecords {
  voucher: string;
  /** One line for each rate; empty for the letter C. */
  rates: string;
}

/** The names of the two files of the sales book. */
export const bookFiles = {
  vouchers: "LIBRO_IVA_DIGITAL_VENTAS_CBTE.txt",
  rates: "LIBRO_IVA_DIGITAL_VENTAS_ALICUOTAS.txt",
};

/** The type for purchases of used goods: its issuer is the buyer. */
const purchase = 49;

/**
 * A voucher as the sales book (Libro IVA Digital) has it, with the amounts that were authorized. `leftOut` says in Spanish why the
 * book cannot have it. Source: issuer/authority/README.md, section 14.
 */
export function toBookRecords(voucher: ReportVoucher): BookRecords | { leftOut: string } {
  const { voucherType, total, net, vat } = voucher;
  if (voucherType === purchase) return { leftOut: "documenta una compra, no una venta" };
  if (isZero(total)) return { leftOut: "el importe total es cero" };
  const rates = toBookRates(voucher);
  if (!areKnownRates(rates)) return { leftOut: "tiene una alícuota de IVA desconocida o repetida" };
  if (isWithoutDetail(rates) && !(isZero(net) && isZero(vat)))
    return { leftOut: "falta el detalle de sus alícuotas de IVA" };
  const tributes = toTributeColumns(voucher);
  if (!tributes) return { leftOut: "la suma de sus tributos difiere del importe de tributos autorizado" };

  const fields = toVoucherFields(voucher, tributes, rates);
  const rows = rates.rows.map((row) => toRateFields(voucher, row));
  const unfit = [fields, ...rows].map(findUnfit).find((field) => field !== undefined);
  if (unfit) return { leftOut: explain(unfit) };
  return { voucher: writeRecord(fields), rates: rows.map(writeRecord).join("") };
}

const explain = ({ name, value, width }: FixedField): string =>
  `${name}: el valor "${toLatin(value).slice(0, 40)}" no entra en los ${width} caracteres del campo`;

/** Fields that name a voucher in both records. */
const type = ({ voucherType }: ReportVoucher): FixedField => numeric("tipo de comprobante", 3, voucherType);
const pos = ({ posNumber }: ReportVoucher): FixedField => numeric("punto de venta", 5, posNumber);
const number = ({ voucherNumber }: ReportVoucher): FixedField => numeric("número de comprobante", 20, voucherNumber);

/** Source: issuer/authority/README.md, section 14.2. */
function toVoucherFields(
  voucher: ReportVoucher,
  tributes: TributeColumns,
  { operation, rows }: BookRates,
): FixedField[] {
  const { docType, docNumber, name } = voucher;
  const isAnonymous = docType === anonymousType;
  // What a C sold is neither exempt nor untaxed by its voucher: the book has its total alone.
  const untaxed = (part: string) => (isLetterC(voucher.voucherType) ? "0.00" : part);
  return [
    numeric("fecha", 8, voucher.voucherDate),
    type(voucher),
    pos(voucher),
    number(voucher),
    number(voucher),
    numeric("tipo de documento", 2, docType),
    numeric("número de documento", 20, isAnonymous ? 0 : docNumber.replace(/\D/g, "") || 0),
    words("denominación", 30, toLatin(name) || (isAnonymous ? "CONSUMIDOR FINAL" : "")),
    amount("importe total", voucher.total),
    amount("importe no gravado", untaxed(voucher.notTaxable)),
    amount("percepción a no categorizados", tributes.uncategorized),
    amount("importe exento", untaxed(voucher.exempt)),
    amount("impuestos nacionales", tributes.national),
    amount("percepciones de ingresos brutos", tributes.grossIncome),
    amount("impuestos municipales", tributes.municipal),
    amount("impuestos internos", tributes.internal),
    code("moneda", 3, voucher.currency),
    rate("tipo de cambio", voucher.quotation),
    numeric("cantidad de alícuotas", 1, rows.length),
    code("código de operación", 1, operation),
    amount("otros tributos", tributes.other),
    numeric("fecha de vencimiento", 8, 0),
  ];
}

/** Source: issuer/authority/README.md, section 14.3. */
const toRateFields = (voucher: ReportVoucher, row: BookRates["rows"][number]): FixedField[] => [
  type(voucher),
  pos(voucher),
  number(voucher),
  amount("neto gravado", row.base),
  numeric("alícuota", 4, row.taxType),
  amount("impuesto liquidado", row.amount),
];

/** The text of LEEME.txt: which vouchers the files do not have, and why. @param vouchers `why` is a `leftOut` */
export const describeLeftOut = (vouchers: { name: string; why: string }[]): string =>
  [
    "Comprobantes que no están en los archivos del Libro IVA Digital",
    "",
    "El formato no admite los siguientes comprobantes. Revíselos y, si corresponde, cárguelos en el Portal IVA.",
    "",
    ...vouchers.map(({ name, why }) => `${name}: ${why}`),
    "",
  ].join("\r\n");

/** Why the portal may refuse a voucher that the files have. Undefined when nothing is known against it. */
export function findDoubt(voucher: ReportVoucher): string | undefined {
  const [far] = findFarRates(toBookRates(voucher));
  if (!far) return undefined;
  const percentage = toPercentage(findVatRate(far.taxType) ?? new Decimal(0));
  const expected = new Decimal(far.base).times(percentage).div(100);
  const inWords = (value: string) => money(value, voucher.currency);
  return `al ${decimal(percentage)} % dice IVA ${inWords(far.amount)} sobre ${inWords(far.base)}, y la cuenta exacta da ${inWords(expected.toFixed(2))}`;
}

/** The text of LEEME.txt: which vouchers of the files the portal may refuse. @param vouchers `why` is a `findDoubt` */
export const describeDoubtful = (vouchers: { name: string; why: string }[]): string =>
  [
    "Comprobantes que el Portal IVA puede observar",
    "",
    "Están en los archivos como se autorizaron. Su IVA se redondeó línea por línea, y difiere de neto × alícuota en más de $ 0,50.",
    "Si el portal los rechaza, ajuste ahí el impuesto liquidado.",
    "",
    ...vouchers.map(({ name, why }) => `${name}: ${why}`),
    "",
  ].join("\r\n");

/** The text of LEEME.txt for a company that files no book. @param condition its VAT condition in words */
export const describeNotDue = (condition: string): string =>
  [
    "Esta empresa no presenta Libro IVA Digital",
    "",
    `Su condición frente al IVA es ${condition}, y el Libro IVA Digital lo presentan los responsables inscriptos y los exentos.`,
    "Los archivos están para su control: no hay que importarlos en el Portal IVA.",
    "",
  ].join("\r\n");

import type { Amounts } from "../../shared/domain/amounts.js";
import type { AssociatedVoucher, IssuanceRequest, Tribute } from "../../shared/domain/issuance-request.js";
import { Decimal } from "../../shared/domain/money.js";
import { cleanText } from "./content.js";
import type { Part } from "./xml.js";

/** What is declared for one number. */
export interface NumberedVoucher {
  number: number;
  body: IssuanceRequest;
  amounts: Amounts;
}

/** The elements of FECAEDetRequest, in the schema's order. */
export type Detail = readonly Part[];

/**
 * Maps a voucher to FECAEDetRequest. Amounts keep their two-decimal strings.
 * Source: PROTOCOL.md, section 2.5; wsfev1 WSDL, FEDetRequest.
 *
 * @throws RangeError when the document number is not made of digits.
 */
export function toDetail({ number, body, amounts }: NumberedVoucher): Detail {
  const { customer, currency } = body;
  return [
    ["Concepto", String(body.concept)],
    ["DocTipo", String(customer.docType)],
    ["DocNro", toDocumentNumber(customer.docNumber)],
    ["CbteDesde", String(number)],
    ["CbteHasta", String(number)],
    ["CbteFch", body.voucherDate],
    ["ImpTotal", amounts.total],
    ["ImpTotConc", amounts.notTaxable],
    ["ImpNeto", amounts.net],
    ["ImpOpEx", amounts.exempt],
    ["ImpTrib", amounts.tributes],
    ["ImpIVA", amounts.vat],
    ...toServiceDates(body),
    ["MonId", currency.id],
    ["MonCotiz", toQuotation(currency)],
    ...toCancellation(body),
    ["CondicionIVAReceptorId", String(body.receiverTaxConditionId ?? customer.taxType)],
    ...container("CbtesAsoc", "CbteAsoc", body.associatedVouchers.map(toCbteAsoc)),
    ...container("Tributos", "Tributo", body.tributes.map(toTributo)),
    ...container(
      "Iva",
      "AlicIva",
      amounts.vatRows.map((row) => [
        ["Id", String(row.taxType)],
        ["BaseImp", row.base],
        ["Importe", row.amount],
      ]),
    ),
  ];
}

/** An empty container is refused, so it is left out. Source: PROTOCOL.md, section 2.5. */
const container = (name: string, item: string, rows: Part[][]): Part[] =>
  rows.length === 0 ? [] : [[name, rows.map((row): Part => [item, row])]];

function toDocumentNumber(docNumber: string): string {
  const digits = docNumber.trim();
  if (!/^\d*$/.test(digits)) throw new RangeError("the document number has characters that are no digits");
  return digits.replace(/^0+/, "") || "0";
}

/** With concept 1 one date asks for the other two. Source: PROTOCOL.md, section 4.5. */
function toServiceDates({ concept, serviceFrom, serviceTo, serviceExpiration }: IssuanceRequest): Part[] {
  const dates: [string, string | null][] = [
    ["FchServDesde", serviceFrom],
    ["FchServHasta", serviceTo],
    ["FchVtoPago", serviceExpiration],
  ];
  const given = dates.flatMap(([name, date]): Part[] => (date === null ? [] : [[name, date]]));
  return concept === 1 && given.length < dates.length ? [] : given;
}

/** Four digits and six decimals; the peso is worth one. Source: PROTOCOL.md, sections 2.5 and 4.7. */
const toQuotation = ({ id, quotation }: IssuanceRequest["currency"]): string =>
  id === "PES" ? "1" : new Decimal(quotation).toDecimalPlaces(6, Decimal.ROUND_HALF_UP).toFixed();

const toCancellation = ({ currency, cancelsInSameForeignCurrency }: IssuanceRequest): Part[] =>
  currency.id === "PES" || cancelsInSameForeignCurrency === null
    ? []
    : [["CanMisMonExt", cancelsInSameForeignCurrency]];

const toCbteAsoc = ({ voucherType, posNumber, voucherNumber, cuit }: AssociatedVoucher): Part[] => [
  ["Tipo", String(voucherType)],
  ["PtoVta", String(posNumber)],
  ["Nro", String(voucherNumber)],
  ...(cuit === null ? [] : [["Cuit", cuit] as const]),
];

/** A longer text could come back cut, and the voucher would be taken for another. */
const maxDescription = 80;

function toTributo({ type, description, baseAmount, aliquot, subtotal }: Tribute): Part[] {
  const text = cleanText(cleanText(description ?? "").slice(0, maxDescription));
  return [
    ["Id", String(type)],
    ...(text === "" ? [] : [["Desc", text] as const]),
    ["BaseImp", new Decimal(baseAmount).toFixed()],
    ["Alic", new Decimal(aliquot).toFixed()],
    ["Importe", new Decimal(subtotal).toFixed()],
  ];
}

import type { Declaration } from "../../../shared/domain/declaration.js";
import type { Activity, Buyer } from "../../../shared/domain/further-data.js";
import type { Optional } from "../../../shared/domain/optionals/optionals.js";
import type { Part } from "../xml.js";

/** A declaration with its voucher number. */
export interface NumberedDeclaration {
  number: number;
  declared: Declaration;
}

/** Vouchers of one sequence with consecutive numbers, in their order. */
export interface VoucherRun<Voucher = NumberedDeclaration> {
  posNumber: number;
  voucherType: number;
  vouchers: readonly Voucher[];
}

/** Header of a call that declares vouchers. */
export const toHeader = ({ posNumber, voucherType, vouchers }: VoucherRun<unknown>): Part => [
  "FeCabReq",
  [
    ["CantReg", String(vouchers.length)],
    ["PtoVta", String(posNumber)],
    ["CbteTipo", String(voucherType)],
  ],
];

/** The elements of FECAEDetRequest, in the schema's order. */
export type Detail = readonly Part[];

/**
 * Writes a declaration as FECAEDetRequest. It only renames the fields; amounts keep their two-decimal strings.
 * Source: issuer/authority/README.md, section 2.5; wsfev1 WSDL, FEDetRequest.
 *
 * @throws RangeError when the document number is not made of digits.
 */
export function toDetail({ number, declared }: NumberedDeclaration): Detail {
  if (!/^\d+$/.test(declared.docNumber)) throw new RangeError("the document number has characters that are no digits");
  return [
    ["Concepto", String(declared.concept)],
    ["DocTipo", String(declared.docType)],
    ["DocNro", declared.docNumber],
    ["CbteDesde", String(number)],
    ["CbteHasta", String(number)],
    ["CbteFch", declared.voucherDate],
    ["ImpTotal", declared.total],
    ["ImpTotConc", declared.notTaxable],
    ["ImpNeto", declared.net],
    ["ImpOpEx", declared.exempt],
    ["ImpTrib", declared.tributesTotal],
    ["ImpIVA", declared.vat],
    ...optional("FchServDesde", declared.serviceFrom),
    ...optional("FchServHasta", declared.serviceTo),
    ...optional("FchVtoPago", declared.serviceExpiration),
    ["MonId", declared.currency],
    ["MonCotiz", declared.quotation],
    ...optional("CanMisMonExt", declared.cancelsInSameForeignCurrency),
    ["CondicionIVAReceptorId", String(declared.receiverTaxConditionId)],
    ...container("CbtesAsoc", "CbteAsoc", declared.associatedVouchers.map(toCbteAsoc)),
    ...container("Tributos", "Tributo", declared.tributes.map(toTributo)),
    ...container("Iva", "AlicIva", declared.vatRows.map(toAlicIva)),
    ...container("Opcionales", "Opcional", (declared.optionals ?? []).map(toOpcional)),
    ...container("Compradores", "Comprador", (declared.buyers ?? []).map(toComprador)),
    ...toPeriodoAsoc(declared.associatedPeriod),
    ...container("Actividades", "Actividad", (declared.activities ?? []).map(toActividad)),
  ];
}

const optional = (name: string, text: string | null): Part[] => (text === null ? [] : [[name, text]]);

/** An empty container is refused, so it is left out. Source: issuer/authority/README.md, section 2.5. */
const container = (name: string, item: string, rows: Part[][]): Part[] =>
  rows.length === 0 ? [] : [[name, rows.map((row): Part => [item, row])]];

type RowOf<List extends "associatedVouchers" | "tributes" | "vatRows"> = Declaration[List][number];

const toCbteAsoc = ({ voucherType, posNumber, voucherNumber, cuit, date }: RowOf<"associatedVouchers">): Part[] => [
  ["Tipo", String(voucherType)],
  ["PtoVta", String(posNumber)],
  ["Nro", String(voucherNumber)],
  ...optional("Cuit", cuit),
  ...optional("CbteFch", date ?? null),
];

const toPeriodoAsoc = (period: Declaration["associatedPeriod"]): Part[] =>
  period
    ? [
        [
          "PeriodoAsoc",
          [
            ["FchDesde", period.from],
            ["FchHasta", period.to],
          ],
        ],
      ]
    : [];

const toOpcional = ({ id, value }: Optional): Part[] => [
  ["Id", id],
  ["Valor", value],
];

const toComprador = ({ docType, docNumber, share }: Buyer): Part[] => [
  ["DocTipo", String(docType)],
  ["DocNro", docNumber],
  ["Porcentaje", String(share)],
];

const toActividad = ({ id }: Activity): Part[] => [["Id", String(id)]];

const toTributo = ({ type, description, baseAmount, aliquot, subtotal }: RowOf<"tributes">): Part[] => [
  ["Id", String(type)],
  ...optional("Desc", description),
  ["BaseImp", baseAmount],
  ["Alic", aliquot],
  ["Importe", subtotal],
];

const toAlicIva = ({ taxType, base, amount }: RowOf<"vatRows">): Part[] => [
  ["Id", String(taxType)],
  ["BaseImp", base],
  ["Importe", amount],
];

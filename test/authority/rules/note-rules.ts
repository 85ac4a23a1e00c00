import { isFiscalDate } from "../argentine-time.js";
import type { AssociatedVoucher } from "../declared-voucher.js";
import { isInvoice, isNote } from "../voucher-class.js";
import { type Finding, type Rule, when } from "./finding.js";

/** Remitos. Notes of credit invoices may name more of them. */
const deliveryNotes = [91, 990, 991, 993, 994, 995];
export const noteDeliveries = [...deliveryNotes, 88, 988, 996, 997];
/** Of meat and flour: 10225 to 10229 ask for them, though the words of 10040 lack them. Source: issuer/authority/README.md, section 17.3. */
const ofActivities = [993, 994, 995];

const groups: [types: number[], allowed: number[]][] = [
  [
    [2, 3],
    [1, 2, 3, 4, 5, 34, 39, 60, 63, 88, 991],
  ],
  [
    [7, 8],
    [6, 7, 8, 9, 10, 35, 40, 61, 64, 88, 991],
  ],
  [
    [12, 13],
    [11, 12, 13, 15],
  ],
  [
    [52, 53],
    [51, 52, 53, 54, 88, 991],
  ],
  [
    [1, 6, 51],
    [88, 991, ...ofActivities],
  ],
  [
    [202, 203],
    [201, 202, 203, ...noteDeliveries],
  ],
  [
    [207, 208],
    [206, 207, 208, ...noteDeliveries],
  ],
  [
    [212, 213],
    [211, 212, 213, ...noteDeliveries],
  ],
  [[201, 206, 211], deliveryNotes],
];

const allowedFor = (type: number) => groups.find(([types]) => types.includes(type))?.[1];

function rowRules(rows: AssociatedVoucher[], type: number): Finding[] {
  const allowed = allowedFor(type);
  const keys = rows.map(({ Tipo, PtoVta, Nro, Cuit }) => `${Tipo} ${PtoVta} ${Nro} ${Cuit ?? ""}`);
  const isWrongCuit = ({ Cuit }: AssociatedVoucher) => Cuit !== undefined && !/^\d{11}$/.test(Cuit);
  const isWrongDate = ({ CbteFch }: AssociatedVoucher) => CbteFch !== undefined && !isFiscalDate(CbteFch);
  return [
    ...when(
      rows.some(({ Tipo }) => allowed !== undefined && !allowed.includes(Tipo)),
      10040,
      "El tipo de comprobante asociado no es valido para el tipo de comprobante a autorizar.",
    ),
    ...when(
      rows.some(({ Tipo }) => Tipo <= 0),
      10057,
      "El campo Tipo en CbteAsoc debe ser mayor a cero (0).",
    ),
    ...when(
      rows.some(({ PtoVta }) => PtoVta <= 0 || PtoVta >= 99999),
      10058,
      "El campo PtoVta en CbteAsoc debe ser mayor a 0 y menor a 99999.",
    ),
    ...when(
      rows.some(({ Nro }) => Nro <= 0 || Nro >= 99_999_999),
      10059,
      "El campo Nro en CbteAsoc debe ser mayor a 0 y menor a 99999999.",
    ),
    ...when(new Set(keys).size < keys.length, 10060, "Los comprobantes asociados no deben repetirse."),
    ...when(rows.some(isWrongCuit), 10151, "El campo Cuit en CbteAsoc debe tener 11 digitos."),
    ...when(rows.some(isWrongDate), 10213, "El campo CbteFch en CbteAsoc debe tener formato yyyymmdd."),
  ];
}

/** Associated vouchers and periods. Source: issuer/authority/README.md, section 4.8. */
export const noteRules: Rule = ({ voucher, type, today }) => {
  const { CbtesAsoc: rows, PeriodoAsoc: period } = voucher;
  return [
    ...when(
      isNote(type) && (rows ?? []).length === 0 && period === undefined,
      10197,
      "Si el comprobante es Debito o Credito, enviar estructura CbteAsoc o PeriodoAsoc.",
    ),
    ...when(rows !== undefined && rows.length === 0, 10062, "Si informa CbtesAsoc es obligatorio informar CbteAsoc."),
    ...rowRules(rows ?? [], type),
    ...when(period !== undefined && isInvoice(type), 10198, "El objeto PeriodoAsoc no debe informarse en facturas."),
    ...when(
      period !== undefined && period.FchHasta > (voucher.CbteFch ?? today),
      10208,
      "La fecha hasta del periodo asociado tiene que ser anterior o igual a la Fecha de Emision del comprobante.",
    ),
  ];
};

import { isAnnulment } from "../optional-of.js";
import { isCreditInvoice, isNote } from "../voucher-class.js";
import { type Rule, when } from "./finding.js";

/** When a credit invoice is due, and what it never carries. Source: issuer/authority/README.md, sections 12.2 and 12.4. */
export const fceDueRules: Rule = ({ voucher, type, today }) => {
  if (!isCreditInvoice(type)) return [];
  const { FchVtoPago: due, CbteFch = today } = voucher;
  const earliest = CbteFch > today ? CbteFch : today;
  return [
    ...when(
      !isNote(type) && due === undefined,
      10163,
      "El campo FchVtoPago es obligatorio informar si es una Factura de Credito.",
    ),
    ...when(
      !isNote(type) && due !== undefined && due < earliest,
      10164,
      "El campo FchVtoPago no puede ser anterior a la fecha del comprobante ni a la de hoy.",
    ),
    ...when(
      isNote(type) && due !== undefined && !isAnnulment(voucher),
      10175,
      "El campo FchVtoPago no debe informarse en notas que no son de anulacion.",
    ),
    ...when(voucher.Compradores !== undefined, 10194, "Para comprobantes MiPyMEs (FCE) no debe informar Compradores."),
    ...when(voucher.PeriodoAsoc !== undefined, 10196, "Para comprobantes MiPyMEs (FCE) no debe informar PeriodoAsoc."),
  ];
};

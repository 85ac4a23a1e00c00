import { daysAfter, isFiscalDate } from "../argentine-time.js";
import { isCreditInvoice, isNote } from "../voucher-class.js";
import { type Finding, type Rule, type RuleInput, when } from "./finding.js";

const conceptNames: Record<number, string> = { 1: "Productos", 2: "Servicios", 3: "Productos y Servicios" };

function windowOf({ type, voucher }: RuleInput): { before: number; after: number; msg: string } {
  if (isCreditInvoice(type)) {
    const after = isNote(type) ? 0 : 1;
    const range = isNote(type) ? "N-5 y N" : "N-5 y N+1";
    const kind = isNote(type) ? " del tipo Nota de Debito o Nota de Credito" : "";
    const msg = `Campo CbteFch Debe estar comprendido  en el  rango  ${range} siendo N la fecha de envio del pedido de autorizacion para Facturas de Credito${kind}`;
    return { before: 5, after, msg };
  }
  const { Concepto } = voucher;
  const days = Concepto === 2 || Concepto === 3 ? 10 : 5;
  const msg = `Campo CbteFch Debe estar comprendido  en el  rango  N-${days} y N+${days} siendo N la fecha de envio del pedido  de autorizacion para ${Concepto} - ${conceptNames[Concepto] ?? ""}`;
  return { before: days, after: days, msg };
}

/**
 * The window of the voucher's date. `authorize` checks the order of dates in the sequence.
 * Source: issuer/authority/README.md, section 4.5.
 */
export const voucherDateRules: Rule = (input) => {
  const { voucher, today } = input;
  const date = voucher.CbteFch ?? today;
  const { before, after, msg } = windowOf(input);
  if (!isFiscalDate(date)) return when(true, 10016, msg);
  const offset = daysAfter(date, today);
  if (offset < -before || offset > after) return when(true, 10016, msg);
  return when(
    (voucher.Concepto === 1 || isCreditInvoice(input.type)) && offset > 0 && date.slice(0, 6) !== today.slice(0, 6),
    10152,
    "Si CbteFch es posterior a la fecha de envio debe pertenecer al mismo mes.",
  );
};

/**
 * Credit invoices keep apart when they are due: an invoice says it whatever its concept, and then alone when it sells goods; a note
 * does not have to. Source: issuer/authority/README.md, section 12.2.
 */
function requiredDates({ type, voucher }: RuleInput): Finding[] {
  const { Concepto, FchServDesde, FchServHasta } = voucher;
  const isApart = isCreditInvoice(type) && (isNote(type) || Concepto === 1);
  const FchVtoPago = isApart ? undefined : voucher.FchVtoPago;
  const dates = isApart ? [FchServDesde, FchServHasta] : [FchServDesde, FchServHasta, FchVtoPago];
  if (Concepto === 2 || Concepto === 3)
    return when(
      !dates.every((date) => date !== undefined && isFiscalDate(date)),
      10049,
      "Los campos FchServDesde, FchServHasta y FchVtoPago son obligatorios para conceptos 2 y 3, con formato yyyymmdd.",
    );
  const missing = (date: string | undefined) => date === undefined && dates.some((other) => other !== undefined);
  return [
    ...when(
      missing(FchServDesde),
      10031,
      "El campo FchServDesde es obligatorio si se informa FchServHasta o FchVtoPago.",
    ),
    ...when(
      missing(FchServHasta),
      10033,
      "El campo FchServHasta es obligatorio si se informa FchServDesde o FchVtoPago.",
    ),
    ...when(
      !isApart && missing(FchVtoPago),
      10035,
      "El campo FchVtoPago es obligatorio si se informa FchServDesde o FchServHasta.",
    ),
  ];
}

/** Source: issuer/authority/README.md, section 4.5. */
export const serviceDateRules: Rule = (input) => {
  const { voucher, today } = input;
  const { Concepto, FchServDesde: from, FchServHasta: to, FchVtoPago: due } = voucher;
  return [
    ...when(![1, 2, 3].includes(Concepto), 10030, "El campo Concepto debe ser 1, 2 o 3."),
    ...requiredDates(input),
    ...when(
      from !== undefined && to !== undefined && from > to,
      10032,
      "El campo FchServDesde no puede ser posterior a FchServHasta.",
    ),
    ...when(
      due !== undefined && due < (voucher.CbteFch ?? today),
      10036,
      "El campo FchVtoPago no puede ser anterior a la fecha del comprobante.",
    ),
  ];
};

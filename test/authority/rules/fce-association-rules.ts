import type { AssociatedVoucher } from "../declared-voucher.js";
import { isAnnulment } from "../optional-of.js";
import { familyOf, isCreditInvoice, isNote } from "../voucher-class.js";
import { type Finding, type Rule, type RuleInput, when } from "./finding.js";
import { noteDeliveries } from "./note-rules.js";

/** An adjustment names one invoice of its letter, and beside it delivery notes alone. */
function adjustmentRules(rows: AssociatedVoucher[], type: number): Finding[] {
  const invoice = familyOf(type)?.invoice;
  const isInvoice = ({ Tipo }: AssociatedVoucher) => Tipo === invoice;
  return [
    ...when(rows.filter(isInvoice).length !== 1, 10156, "Debe asociar una unica Factura de Credito."),
    ...when(
      rows.some((row) => !isInvoice(row) && !noteDeliveries.includes(row.Tipo)),
      10157,
      "El tipo de comprobante asociado no es valido para una nota que no es de anulacion.",
    ),
  ];
}

function rowRules(rows: AssociatedVoucher[], { voucher, cuit, granted, today }: RuleInput): Finding[] {
  const { CbteFch = today } = voucher;
  const isOfRegime = ({ Tipo }: AssociatedVoucher) => isCreditInvoice(Tipo);
  const isGranted = ({ Tipo, PtoVta, Nro, Cuit, CbteFch: date }: AssociatedVoucher) =>
    granted?.find({ cuit: Cuit ?? cuit, pos: PtoVta, type: Tipo }, Nro)?.date === date;
  return [
    ...when(
      rows.some(({ Cuit }) => Cuit === undefined),
      10151,
      "Si el tipo de comprobante que esta autorizando es MiPyMEs (FCE) del tipo Debito o Credito, el campo CbtesAsoc.Cuit debe informarlo.",
    ),
    ...when(
      rows.some(({ Cuit }) => Cuit !== undefined && Cuit !== cuit),
      10155,
      "El emisor del comprobante asociado debe ser el emisor del comprobante.",
    ),
    ...when(
      rows.some(({ CbteFch: date }) => !date),
      10158,
      "El campo CbteAsoc.CbteFch es obligatorio informar si es una Factura de Credito.",
    ),
    ...when(
      rows.some(({ CbteFch: date }) => date !== undefined && date > CbteFch),
      10159,
      "El campo CbteAsoc.CbteFch no puede ser posterior a la fecha del comprobante.",
    ),
    ...when(
      granted !== undefined && !rows.filter((row) => isOfRegime(row) && row.CbteFch).every(isGranted),
      10160,
      "El comprobante asociado no se encuentra autorizado con la fecha informada.",
    ),
  ];
}

/** What a note of a credit invoice is associated with. Source: issuer/authority/README.md, sections 12.3 and 12.4. */
export const fceAssociationRules: Rule = (input) => {
  const { voucher, type } = input;
  if (!isCreditInvoice(type) || !isNote(type)) return [];
  const rows = voucher.CbtesAsoc ?? [];
  if (rows.length === 0) return when(true, 10153, "Para notas MiPyMEs (FCE) es obligatorio informar CbtesAsoc.");
  return [...rowRules(rows, input), ...(isAnnulment(voucher) ? [] : adjustmentRules(rows, type))];
};

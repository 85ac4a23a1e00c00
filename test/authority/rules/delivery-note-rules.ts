import { isFiscalDate } from "../argentine-time.js";
import { findPoint } from "../caea/points-of-sale.js";
import type { AssociatedVoucher } from "../declared-voucher.js";
import { type Rule, when } from "./finding.js";
import { noteDeliveries } from "./note-rules.js";

/** The registers of delivery notes. With "any", every delivery note is as it should be. Source: issuer/authority/README.md, section 17.3. */
export const deliveryNoteRules: Rule = ({ voucher, settings: { deliveryNotes } }) => {
  if (deliveryNotes === "any") return [];
  const named = (voucher.CbtesAsoc ?? []).filter(({ Tipo }) => noteDeliveries.includes(Tipo));
  const found = named.map(({ Tipo, PtoVta, Nro }) =>
    deliveryNotes.find(({ type, pos, number }) => type === Tipo && pos === PtoVta && number === Nro),
  );
  const isOfOther = (receiver: string | undefined) => receiver !== undefined && receiver !== String(voucher.DocNro);
  return [
    ...when(found.includes(undefined), 10120, "El remito asociado debe encontrarse registrado."),
    ...when(
      found.some((one) => one?.confirmed === false),
      10121,
      "El remito asociado debe encontrarse confirmado.",
    ),
    ...when(
      found.some((one) => isOfOther(one?.receiver)),
      10122,
      "El receptor del remito asociado debe ser el del comprobante.",
    ),
    ...when(
      found.some((one) => one?.associated === true),
      10232,
      "El remito no debe encontrarse asociado a otro comprobante.",
    ),
  ];
};

/** Vouchers of fiscal printers and of the authority's portal have their date beside them. Source: issuer/authority/README.md, section 4.8. */
export const printedVoucherRules: Rule = ({ voucher, cuit, settings, today }) => {
  const isPrinted = ({ Cuit, PtoVta }: AssociatedVoucher) =>
    /^(controlador fiscal|factuweb)/i.test(findPoint(settings, Cuit ?? cuit, PtoVta)?.type ?? "");
  const printed = (voucher.CbtesAsoc ?? []).filter(isPrinted);
  return [
    ...when(
      printed.some(({ CbteFch }) => CbteFch === undefined),
      10211,
      "Es obligatoria la fecha de un comprobante de Controlador Fiscal o FactuWeb.",
    ),
    ...when(
      printed.some(({ CbteFch = "" }) => isFiscalDate(CbteFch) && CbteFch > today),
      10212,
      "La fecha de un comprobante de Controlador Fiscal o FactuWeb no puede ser posterior al dia de hoy.",
    ),
  ];
};

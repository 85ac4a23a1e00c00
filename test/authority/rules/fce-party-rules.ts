import { Decimal } from "../decimal.js";
import { hasAddress, issuerOf, mayReceive, obligationOf, ownsCbu } from "../fce-world.js";
import { optionalOf } from "../optional-of.js";
import { findPerson } from "../registry.js";
import { isTaxId } from "../tax-id.js";
import { isCreditInvoice, isNote } from "../voucher-class.js";
import { type Finding, observe, type Rule, type RuleInput, when } from "./finding.js";

const uncategorised = 23_000_000_000;

/** Whether the receiver pays the taxes of the letter. Of people whom the registry does not know nothing is said. */
function paysItsTaxes({ voucher, voucherClass }: RuleInput): boolean {
  const person = findPerson(String(voucher.DocNro));
  if (!person?.active) return true;
  if (person.taxes.includes(30)) return true;
  return voucherClass !== "A" && (person.taxes.includes(32) || person.monotributo !== undefined);
}

/** Who may get a credit invoice. Source: issuer/authority/README.md, sections 12.1 and 12.4. */
export const fceReceiverRules: Rule = (input) => {
  const { voucher, type, settings, today } = input;
  if (!isCreditInvoice(type)) return [];
  const { DocTipo, DocNro, CbteFch = today } = voucher;
  if (DocTipo !== 80) return when(true, 10015, "Para comprobantes MiPyMEs (FCE) el campo DocTipo debe ser 80 (CUIT).");
  if (DocNro === uncategorised) return when(true, 10178, "El campo DocNro no puede ser 23000000000.");
  const receiver = String(DocNro);
  const isActive = isTaxId(DocNro) && findPerson(receiver)?.active !== false;
  return [
    ...when(!isActive, 10176, "La CUIT receptora no se encuentra activa."),
    ...when(
      !paysItsTaxes(input),
      10177,
      "La CUIT receptora no esta inscripta en los impuestos que el comprobante requiere.",
    ),
    ...when(!hasAddress(settings, receiver), 10161, "La CUIT receptora no posee Domicilio Fiscal Electronico."),
    // A note follows its invoice, as whose receiver may have left the regime.
    ...when(
      !isNote(type) && !mayReceive(settings, receiver, CbteFch),
      10180,
      "La CUIT receptora no es GRANDE ni PYME que opto por el Regimen de Factura de Credito Electronica.",
    ),
  ];
};

const plainTypes = [1, 4, 6, 9, 11, 15];

/** A plain voucher where the receiver has to get a credit invoice, or could get one. */
function plainRules({ voucher, cuit, settings, today }: RuleInput): Finding[] {
  const { CbteFch = today, DocNro, ImpTotal, MonId = "", MonCotiz } = voucher;
  const { pyme, financial } = issuerOf(settings, cuit);
  const receiver = String(DocNro);
  if (!pyme || financial || !mayReceive(settings, receiver, CbteFch)) return [];
  const { obliged, minimum } = obligationOf(settings, receiver, CbteFch);
  const pesos = new Decimal(ImpTotal).times(MonCotiz ?? settings.quotations[MonId] ?? 1);
  if (pesos.lt(minimum ?? settings.fce.minimum)) return [];
  return [
    ...when(obliged, 10192, "1 - No es un comprobante valido bajo el Regimen de la Ley n° 27.440"),
    ...observe(
      !obliged,
      10188,
      "Corresponde emitir un comprobante del Regimen de Factura de Credito Electronica MiPyMEs.",
    ),
  ];
}

/** What the regime knows of the issuer. Source: issuer/authority/README.md, sections 12.1 and 12.4. */
export const fceIssuerRules: Rule = (input) => {
  const { voucher, type, cuit, settings } = input;
  if (plainTypes.includes(type)) return plainRules(input);
  if (!isCreditInvoice(type)) return [];
  const cbu = optionalOf(voucher, "2101");
  const isAccount = cbu !== undefined && /^\d{22}$/.test(cbu);
  return [
    ...when(
      isAccount && !ownsCbu(settings, cuit, cbu),
      10174,
      "La CBU informada no se encuentra registrada, no esta vigente o no pertenece al emisor.",
    ),
    ...when(
      issuerOf(settings, cuit).financial,
      10251,
      "Las entidades financieras no pueden emitir comprobantes MiPyMEs (FCE).",
    ),
  ];
};

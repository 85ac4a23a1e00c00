import { optionalOf } from "../optional-of.js";
import { isCreditInvoice, isNote } from "../voucher-class.js";
import { type Finding, type Rule, type RuleInput, when } from "./finding.js";

const [cbuId, aliasId, annulmentId, referenceId, transferId] = ["2101", "2102", "22", "23", "27"];

/** What a credit invoice must say and what its notes must not, and the other way round. */
function presenceRules({ voucher, type }: RuleInput): Finding[] {
  const has = (...ids: string[]) => ids.some((id) => optionalOf(voucher, id) !== undefined);
  const findings = when(
    !has(cbuId, annulmentId, transferId),
    10170,
    "Debe informar al menos uno de los opcionales 2101, 22 o 27.",
  );
  if (isNote(type))
    return [
      ...findings,
      ...when(has(cbuId, aliasId, transferId), 10172, "Las notas no deben informar los opcionales 2101, 2102 ni 27."),
      ...when(!has(annulmentId), 10173, "Las notas deben informar el opcional 22."),
    ];
  return [
    ...findings,
    ...when(!has(cbuId), 10168, `${mandatory} 2101.`),
    ...when(has(annulmentId), 10171, "Las Facturas de Credito no deben informar el opcional 22."),
    ...when(!has(transferId), 10216, `${mandatory} 27.`),
  ];
}

const mandatory = "Si informa comprobante MiPyMEs (FCE) del tipo Factura, es obligatorio informar opcional";

function formatRules({ voucher }: RuleInput): Finding[] {
  const [cbu, alias, annulment, transfer] = [cbuId, aliasId, annulmentId, transferId].map((id) =>
    optionalOf(voucher, id),
  );
  const isWrong = (value: string | undefined, pattern: RegExp) => value !== undefined && !pattern.test(value);
  return [
    ...when(isWrong(cbu, /^\d{22}$/), 10165, "El opcional 2101 (CBU) debe tener 22 digitos."),
    ...when(
      isWrong(alias, /^[A-Za-z0-9.-]{6,20}$/),
      10166,
      "El opcional 2102 (Alias) debe tener entre 6 y 20 letras o numeros.",
    ),
    ...when(isWrong(annulment, /^[SN]$/), 10167, "El opcional 22 (Anulacion) debe ser S o N."),
    ...when(isWrong(transfer, /^.{3}$/), 10214, "El opcional 27 (Transferencia) debe tener 3 caracteres."),
    ...when(
      !isWrong(transfer, /^.{3}$/) && isWrong(transfer, /^(SCA|ADC)$/),
      10215,
      "El opcional 27 (Transferencia) debe ser SCA o ADC.",
    ),
  ];
}

/** The optional fields of credit invoices, which nobody else has. Source: issuer/authority/README.md, sections 12.2 and 12.4. */
export const fceTermsRules: Rule = (input) => {
  const rows = input.voucher.Opcionales ?? [];
  if (!isCreditInvoice(input.type)) {
    const isForeign = rows.some(({ Id }) => [cbuId, aliasId, annulmentId, transferId].includes(Id));
    return when(isForeign, 10169, "Los opcionales 2101, 2102, 22 y 27 son solo para comprobantes MiPyMEs (FCE).");
  }
  if (rows.length === 0)
    return when(true, 10162, "Para comprobantes MiPyMEs (FCE) es obligatorio informar Opcionales.");
  return [...presenceRules(input), ...formatRules(input)];
};

/** The commercial reference, which every voucher may have. Source: issuer/authority/README.md, section 12.4. */
export const fceReferenceRules: Rule = ({ voucher }) => {
  const values = (voucher.Opcionales ?? []).flatMap(({ Id, Valor }) => (Id === referenceId ? Valor : []));
  return [
    ...when(
      values.some((value) => value.length > 50),
      10189,
      "El opcional 23 (Referencia Comercial) debe tener hasta 50 caracteres.",
    ),
    ...when(new Set(values).size < values.length, 10190, "El opcional 23 (Referencia Comercial) no debe repetirse."),
  ];
};

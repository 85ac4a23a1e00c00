import { Decimal } from "../decimal.js";
import { findPerson, isMonotributista } from "../registry.js";
import { documentTypeIds } from "../tables.js";
import { isTaxId } from "../tax-id.js";
import { isCreditInvoice } from "../voucher-class.js";
import { type Finding, type Rule, type RuleInput, when } from "./finding.js";

const uncategorised = 23_000_000_000;
const taxIdTypes = [80, 86, 87];

function rulesForA({ voucher: { DocTipo, DocNro } }: RuleInput): Finding[] {
  const wellFormed = DocTipo === 80 && /^\d{11}$/.test(String(DocNro));
  return [
    ...when(!wellFormed, 10013, "Para comprobantes clase A y M el campo DocTipo debe ser igual a 80 (CUIT)"),
    ...when(DocTipo === 80 && !wellFormed, 10015, `El campo DocNro es inválido`),
    ...(wellFormed && !isTaxId(DocNro)
      ? [
          {
            code: 10238,
            msg: "La CUIT informada en DocNro no existe en los padrones de AFIP.",
            observation: true as const,
          },
        ]
      : []),
  ];
}

/** Sales to uncategorised receivers (CUIT 23000000000) must carry the perception of VAT. */
function uncategorisedRules({ voucher, type }: RuleInput): Finding[] {
  const { DocTipo, DocNro, ImpNeto, ImpIVA, ImpTrib, Tributos } = voucher;
  const isTaxed = new Decimal(ImpNeto).plus(ImpIVA).gt(0);
  if (![6, 7, 8].includes(type) || DocTipo !== 80 || DocNro !== uncategorised || !isTaxed) return [];
  if (new Decimal(ImpTrib).isZero())
    return when(true, 10067, "Para DocNro 23000000000 es obligatorio informar el tributo 13.");
  return (Tributos ?? []).some(({ Id }) => Id === 13)
    ? []
    : [{ code: 10283, msg: "Para DocNro 23000000000 debe informarse el tributo 13.", observation: true }];
}

/** Whether the total is so high that class B and C must name the receiver. */
export function needsName({ voucher, settings }: RuleInput): boolean {
  const { ImpTotal, MonId = "", MonCotiz } = voucher;
  const quotation = MonId === "PES" ? "1" : (MonCotiz ?? settings.quotations[MonId] ?? "1");
  return new Decimal(ImpTotal).times(quotation).gte(settings.identificationThreshold);
}

const isUnidentified = (input: RuleInput): boolean =>
  needsName(input) && (input.voucher.DocTipo === 99 || input.voucher.DocNro === 0);

function isUnregistered({ DocTipo, DocNro }: RuleInput["voucher"]): boolean {
  if (DocTipo === 99) return DocNro !== 0;
  if (taxIdTypes.includes(DocTipo)) return !isTaxId(DocNro) && !(DocTipo === 80 && DocNro === uncategorised);
  return DocNro <= 0 || !documentTypeIds.has(String(DocTipo));
}

function rulesForBC(input: RuleInput): Finding[] {
  const { DocTipo, DocNro, CbteDesde, CbteHasta } = input.voucher;
  if (CbteDesde !== CbteHasta || isCreditInvoice(input.type)) return [];
  const name = input.voucherClass === "B" ? "Factura B" : "Comprobante C";
  const head = `${name} (CbteDesde igual a CbteHasta), DocTipo: ${DocTipo}, DocNro ${DocNro}`;
  if (isUnidentified(input))
    return when(true, 10015, `${head}: por el importe informado es obligatorio identificar al receptor.`);
  return when(
    isUnregistered(input.voucher),
    10015,
    `${head} no se encuentra registrado en los padrones de AFIP y no corresponde a una cuit pais.`,
  );
}

/** The receiver's document. Source: issuer/authority/README.md, section 4.6. */
export const receiverDocumentRules: Rule = (input) => {
  const { voucher, voucherClass, cuit } = input;
  const byClass = voucherClass === "A" ? rulesForA(input) : voucherClass === "49" ? [] : rulesForBC(input);
  return [
    ...byClass,
    ...uncategorisedRules(input),
    ...(voucherClass === "A" && findPerson(String(voucher.DocNro))?.active === false
      ? [{ code: 10017, msg: "La CUIT informada en DocNro no se encuentra activa.", observation: true as const }]
      : []),
    ...when(String(voucher.DocNro) === cuit, 10069, "El campo DocNro no puede ser igual a la CUIT del emisor."),
    ...(voucherClass === "A" &&
    ([6, 13, 16].includes(voucher.CondicionIVAReceptorId) || isMonotributista(String(voucher.DocNro)))
      ? [{ code: 10217, msg: monotributoCredit, observation: true as const }]
      : []),
  ];
};

const monotributoCredit =
  "El credito fiscal discriminado en el presente comprobante solo podra ser computado a efectos del Procedimiento permanente de transicion al Regimen General.";

const conditions = {
  A: [1, 6, 13, 16],
  B: [4, 5, 7, 8, 9, 10, 15],
  C: [1, 6, 13, 16, 4, 5, 7, 8, 9, 10, 15],
  "49": [5],
};

/** The receiver's VAT condition. Source: issuer/authority/README.md, section 4.9. */
export const receiverConditionRules: Rule = ({ voucher, voucherClass, settings }) => {
  const id = voucher.CondicionIVAReceptorId;
  if (id === 0)
    return settings.receiverCondition === "required"
      ? when(
          true,
          10246,
          "Campo Condicion Frente al IVA del receptor es obligatorio conforme a lo reglamentado por la Resolucion General Nro 5616. Para mas informacion consular metodo FEParamGetCondicionIvaReceptor.",
        )
      : [
          {
            code: 10245,
            msg: "El campo Condicion Frente al IVA del receptor resultara obligatorio conforme lo reglamentado por la Resolucion General Nro 5616. Para mas informacion consular metodo FEParamGetCondicionIvaReceptor",
            observation: true,
          },
        ];
  if (!conditions.C.includes(id))
    return when(
      true,
      10242,
      "El campo Condicion IVA receptor no es un valor valido. Consular metodo FEParamGetCondicionIvaReceptor",
    );
  return when(
    voucherClass !== undefined && !conditions[voucherClass].includes(id),
    10243,
    "El campo Condicion IVA receptor no es valido para la clase de comprobante informado. Consular metodo FEParamGetCondicionIvaReceptor",
  );
};

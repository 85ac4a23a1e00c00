import { Decimal } from "../../decimal.js";
import { findPerson, isMonotributista, isVatRegistered } from "../../registry.js";
import type { Finding } from "../../rules/finding.js";
import { needsName } from "../../rules/receiver-rules.js";
import { stateOf } from "../../rules/receiver-state-rules.js";
import { documentTypeIds } from "../../tables.js";
import { isTaxId } from "../../tax-id.js";
import { observe, refuse } from "../texts.js";
import type { ReportInput, ReportRule } from "./report-input.js";

const uncategorised = 23_000_000_000;

function findingsForA({ voucher: { DocTipo, DocNro, CondicionIVAReceptorId } }: ReportInput): Finding[] {
  const id = String(DocNro);
  const person = findPerson(id);
  const isMono = isMonotributista(id);
  return [
    ...refuse(DocTipo !== 80, 1403),
    ...refuse(DocNro < 20_000_000_000 || DocNro > 60_000_000_000, 1421),
    ...observe(!isTaxId(DocNro), 819),
    ...observe(person?.active === false, 708),
    ...observe(person?.active === true && !isMono && !isVatRegistered(id), 1402),
    ...observe(isMono || [6, 13, 16].includes(CondicionIVAReceptorId), 1516),
  ];
}

function findingsForBC(input: ReportInput): Finding[] {
  const { DocTipo, DocNro, CbteDesde, CbteHasta } = input.voucher;
  const single = CbteDesde === CbteHasta;
  const mustName = needsName(input);
  const isNamed = DocTipo !== 99 && DocNro > 0;
  const isTaxDocument = [80, 86, 87].includes(DocTipo) && DocNro > 0 && DocNro !== uncategorised;
  return [
    ...refuse(!documentTypeIds.has(String(DocTipo)), 1404),
    ...refuse(DocNro < 0 || DocNro > 99_999_999_999, 1405),
    ...refuse(single && mustName && !isNamed, 1417),
    ...refuse(single && !mustName && DocTipo === 99 && DocNro !== 0, 1418),
    ...refuse(single && !mustName && DocTipo !== 99 && DocNro <= 0, 1419),
    ...refuse(single && isNamed && !isOfType(DocTipo, DocNro), 1528),
    ...observe(single && isTaxDocument && !isTaxId(DocNro), 1420),
  ];
}

/** Which numbers fit is not told: 11 digits of a tax id, 7 or 8 of a DNI. */
function isOfType(docType: number, docNumber: number): boolean {
  const digits = String(docNumber).length;
  if ([80, 86, 87].includes(docType)) return digits === 11;
  return docType !== 96 || [7, 8].includes(digits);
}

/** Sales to uncategorised receivers must carry the perception of VAT. */
function uncategorisedFindings({ voucher, voucherClass }: ReportInput): Finding[] {
  const { DocTipo, DocNro, ImpTrib, Tributos } = voucher;
  if (voucherClass !== "B" || DocTipo !== 80 || DocNro !== uncategorised) return [];
  const hasTributes = new Decimal(ImpTrib).gt(0);
  const hasPerception = (Tributos ?? []).some(({ Id }) => Id === 13);
  return [...observe(!hasTributes, 1425), ...observe(hasTributes && !hasPerception, 1527)];
}

/** The voucher is out: what the register says of its receiver refuses nothing. */
function stateFindings({ voucher: { DocTipo, DocNro }, settings }: ReportInput): Finding[] {
  const state = DocTipo === 80 ? stateOf(settings, DocNro) : undefined;
  return [
    ...observe(state === "invalid", 827),
    ...observe(state === "unreliable", 828),
    ...observe(state === "deceased", 829),
    ...observe(state === "apocryphal", 1489),
  ];
}

/** Source: issuer/authority/README.md, section 13.4. */
export const receiverRules: ReportRule = (input) => [
  ...(input.voucherClass === "A" ? findingsForA(input) : findingsForBC(input)),
  ...uncategorisedFindings(input),
  ...stateFindings(input),
  ...refuse(String(input.voucher.DocNro) === input.cuit, 788),
  ...refuse(input.voucher.Compradores !== undefined, 1432),
];

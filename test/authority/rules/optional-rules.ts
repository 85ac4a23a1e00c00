import type { DeclaredVoucher } from "../declared-voucher.js";
import { isOptionalId } from "../further-facts.js";
import { documentTypeIds } from "../tables.js";
import { isTaxId } from "../tax-id.js";
import { type Finding, type Rule, type RuleInput, when } from "./finding.js";

const mayHaveAny = new Set([
  1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 15, 49, 51, 52, 53, 54, 63, 64, 201, 202, 203, 206, 207, 208, 211, 212, 213,
]);
const ordinary = [1, 2, 3, 6, 7, 8];
/** What may stand several times: the owners of RG 4004-E, policies and endorsements, and, as 10190 assumes, references. */
const repeated = ["1801", "1802", "2901", "2902", "23"];
/** A voucher has one of these resolutions at most. */
const resolutions = ["10", "11", "12", "13", "14", "15", "17"];

export const valuesOf = ({ Opcionales }: DeclaredVoucher, id: string): string[] =>
  (Opcionales ?? []).flatMap(({ Id, Valor }) => (Id === id ? Valor : []));

const isTwice = (values: string[]) => new Set(values).size < values.length;
const isDocumentType = (value: string) => /^\d{1,2}$/.test(value) && documentTypeIds.has(String(Number(value)));

/** Each code of a value's form, by the id that it is about. */
const forms: [id: string, code: number, isRight: (value: string) => boolean][] = [
  ["2", 10064, (value) => /^(\d{8}|0)$/.test(value)],
  ["5", 10088, (value) => /^[0-9A-Za-z]{2}$/.test(value)],
  ["5", 10089, (value) => /^0[1-6]$/.test(value)],
  ["61", 10090, (value) => /^\d{2}$/.test(value)],
  ["61", 10091, isDocumentType],
  ["62", 10092, (value) => /^\d{1,11}$/.test(value)],
  ["7", 10094, (value) => /^\d{2}$/.test(value)],
  ["7", 10095, (value) => /^0[1-4]$/.test(value)],
  ["10", 10097, (value) => /^[01]$/.test(value)],
  ["1011", 10098, isDocumentType],
  ["11", 10110, (value) => /^[01]$/.test(value)],
  ["12", 10111, (value) => /^[01]$/.test(value)],
  ["13", 10116, (value) => /^[01]$/.test(value)],
  ["14", 10117, (value) => /^[01]$/.test(value)],
  ["15", 10118, (value) => /^[01]$/.test(value)],
  ["17", 10124, (value) => /^[12]$/.test(value)],
  ["1801", 10125, (value) => /^\d{11}$/.test(value)],
  ["1802", 10127, (value) => value.trim() !== "" && value.length <= 100],
  ["2901", 10274, (value) => value.trim() !== "" && value.length <= 30],
  ["2902", 10276, (value) => value.trim() !== "" && value.length <= 30],
];

const formRules = ({ voucher }: RuleInput): Finding[] =>
  forms.flatMap(([id, code, isRight]) =>
    when(!valuesOf(voucher, id).every(isRight), code, `El valor del opcional ${id} no es valido.`),
  );

function typeRules({ voucher, type, voucherClass }: RuleInput): Finding[] {
  const has = (...ids: string[]) => ids.some((id) => valuesOf(voucher, id).length > 0);
  return [
    ...when(
      has("2") && !ordinary.includes(type),
      10066,
      "El opcional 2 solo se informa en comprobantes 1, 2, 3, 6, 7 u 8.",
    ),
    ...when(
      has("5", "61", "62", "7") && ![1, 2, 3, 4, 5, 34, 39, 60, 63].includes(type),
      10086,
      "Los opcionales de la RG 3668 solo se informan en comprobantes A.",
    ),
    ...when(
      has("17", "1801", "1802") && voucherClass !== "B" && voucherClass !== "C",
      10123,
      "Los opcionales de la RG 4004-E solo se informan en comprobantes B o C.",
    ),
  ];
}

function schoolRules({ voucher }: RuleInput): Finding[] {
  const [comprised] = valuesOf(voucher, "10");
  const [docType] = valuesOf(voucher, "1011");
  const numbers = valuesOf(voucher, "1012");
  const given = [docType !== undefined, numbers.length > 0].filter(Boolean).length;
  const isNumeric = ["80", "86", "87", "96"].includes(docType ?? "");
  const isForm = (number: string) => (isNumeric ? /^\d{1,11}$/ : /^.{1,20}$/).test(number);
  const isKnown = (number: string) => (docType === "96" ? /^\d{7,8}$/.test(number) : isTaxId(number));
  return [
    ...when(comprised === undefined && given > 0, 10114, "Los opcionales 1011 y 1012 requieren el opcional 10."),
    ...when(
      comprised !== undefined && given !== (comprised === "1" ? 2 : 0),
      10113,
      "Los opcionales 1011 y 1012 no se corresponden con el 10.",
    ),
    ...when(!numbers.every(isForm), 10099, "El opcional 1012 no se corresponde con el tipo de documento."),
    ...when(
      isNumeric && numbers.some((number) => isForm(number) && !isKnown(number)),
      10115,
      "El opcional 1012 no se encuentra en los padrones.",
    ),
  ];
}

function rentRules({ voucher, cuit }: RuleInput): Finding[] {
  const [how] = valuesOf(voucher, "17");
  const [owners, names] = [valuesOf(voucher, "1801"), valuesOf(voucher, "1802")];
  const isUnknown = (owner: string) => /^\d{11}$/.test(owner) && !isTaxId(owner);
  return [
    ...when(owners.some(isUnknown), 10126, "El opcional 1801 no se encuentra en los padrones."),
    ...when(isTwice(owners), 10128, "El opcional 1801 no debe repetirse."),
    ...when(
      how === "1" && (owners.length === 0 || names.length === 0),
      10129,
      "Con el opcional 17 en 1 debe informar los opcionales 1801 y 1802.",
    ),
    ...when(owners.length !== names.length, 10130, "La cantidad de opcionales 1801 y 1802 debe ser igual."),
    ...when(owners.includes(cuit), 10131, "El opcional 1801 no puede ser el emisor."),
    ...when(
      how === undefined && owners.length + names.length > 0,
      10132,
      "Los opcionales 1801 y 1802 requieren el opcional 17.",
    ),
  ];
}

/** What an optional field says, whatever its voucher. Those of credit invoices have rules of their own. */
export const optionalRules: Rule = (input) => {
  const { voucher, type, cuit, settings } = input;
  const { Opcionales: rows } = voucher;
  if (rows === undefined) return [];
  if (rows.length === 0) return when(true, 10052, "Si informa Opcionales es obligatorio informar Opcional.");
  const ids = rows.map(({ Id }) => Id);
  const projects = settings.further.projects[cuit] ?? [];
  const isProject = (value: string) => value === "0" || !/^\d{8}$/.test(value) || projects.includes(value);
  return [
    ...when(!ids.every(isOptionalId), 10053, "El campo Id en Opcionales debe ser alguno de FEParamGetTiposOpcional."),
    ...when(isTwice(ids.filter((id) => !repeated.includes(id))), 10054, "El campo Id en Opcionales no debe repetirse."),
    ...when(
      rows.some(({ Valor }) => Valor.trim() === ""),
      10055,
      "El campo Valor en Opcionales es obligatorio.",
    ),
    ...when(!mayHaveAny.has(type), 10068, "El tipo de comprobante no admite Opcionales."),
    ...when(!valuesOf(voucher, "2").every(isProject), 10066, "El opcional 2 no es un proyecto del emisor."),
    ...when(
      new Set(ids.filter((id) => resolutions.includes(id))).size > 1,
      10112,
      "Solo puede informar opcionales de una resolucion por comprobante.",
    ),
    ...formRules(input),
    ...typeRules(input),
    ...schoolRules(input),
    ...rentRules(input),
  ];
};

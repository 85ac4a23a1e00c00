import { documentTypes } from "../code-tables/document-types.js";
import { findOptionalKind } from "../optionals/optional-kinds.js";
import { type Optional, valuesOf } from "../optionals/optionals.js";
import { foreseen, type Refusal } from "../refusal.js";
import { type Prediction, type Problem, when } from "./problem.js";

const valueField = "optionals.#.value";
const idField = "optionals.#.id";

export const optionalRefusals = {
  twice: foreseen(10054, idField, "must not stand twice in a voucher", "Está dos veces: dejalo una sola."),
  signerType: foreseen(
    10091,
    valueField,
    "is not a document type: see taxauth/tables/document-types",
    "ARCA no tiene ese tipo de documento: elegí otro.",
  ),
  payerType: foreseen(
    10098,
    valueField,
    "is not a document type: see taxauth/tables/document-types",
    "ARCA no tiene ese tipo de documento: elegí otro.",
  ),
  payerNumber: foreseen(
    10099,
    valueField,
    "must be at most 11 digits: the document in 1011 has no others",
    "Para ese tipo de documento escribí solamente los números, hasta 11.",
  ),
  regimes: foreseen(
    10112,
    idField,
    "is of another regime than {other}: a voucher has fields of one regime alone",
    "Es de otra resolución que {other}: un comprobante lleva los datos de una sola.",
  ),
  payer: foreseen(
    10113,
    "optionals",
    "with 10 = 1 the payer's document stands in 1011 and 1012, and with 10 = 0 neither stands there",
    "Si la actividad está comprendida, completá tipo y número de documento de quien paga; si no, dejalos vacíos.",
  ),
  school: foreseen(
    10114,
    "optionals",
    "1011 and 1012 need 10 = 1",
    "El documento de quien paga va solamente con la actividad de educación comprendida.",
  ),
  ownerTwice: foreseen(
    10128,
    valueField,
    "the same owner stands there twice",
    "El mismo propietario está dos veces: quitá uno.",
  ),
  owners: foreseen(
    10129,
    "optionals",
    "with 17 = 1 each owner stands in 1801 and 1802",
    "Si se factura a través de un intermediario, completá CUIT y nombre de cada propietario.",
  ),
  ownerNames: foreseen(
    10130,
    "optionals",
    "1801 and 1802 must be as many: each owner's CUIT and name",
    "Cada propietario lleva su CUIT y su nombre.",
  ),
  ownOwner: foreseen(
    10131,
    valueField,
    "the owner cannot be the issuer itself",
    "El propietario no puede ser la misma empresa: revisá el CUIT.",
  ),
  rent: foreseen(
    10132,
    "optionals",
    "1801 and 1802 need 17: 1 through an intermediary, 2 directly",
    "Los datos del propietario van solamente con el alquiler de casa habitación: elegí si es directo o por intermediario.",
  ),
  referenceTwice: foreseen(
    10190,
    valueField,
    "the same reference stands there twice",
    "La misma referencia está dos veces: quitá una.",
  ),
  policies: foreseen(
    10281,
    "optionals",
    "2901 and 2902 must be as many: each policy has its endorsement",
    "Cada póliza lleva su endoso.",
  ),
};
const refusals = optionalRefusals;

/** Documents that have digits alone. */
const numericDocuments = ["80", "86", "87", "96"];

const isDocumentType = (value: string) => documentTypes.some(({ id }) => id === value.replace(/^0(?=\d)/, ""));

/** Predicts refusals of the optional fields. Source: issuer/authority/README.md, section 17.2. */
export const predictOptionals: Prediction = ({ body, issuer }) => {
  const { optionals } = body;
  if (!optionals) return [];
  return [
    ...optionals.flatMap((optional, index) => predictOne(optional, index, optionals, issuer.cuit)),
    ...predictSchool(optionals),
    ...predictRent(optionals),
    ...when(valuesOf(optionals, "2901").length !== valuesOf(optionals, "2902").length, refusals.policies),
  ];
};

function predictOne({ id, value }: Optional, index: number, all: readonly Optional[], cuit: string): Problem[] {
  const at = { id: { field: `optionals.${index}.id` }, value: { field: `optionals.${index}.value` } };
  const kind = findOptionalKind(id);
  const before = all.slice(0, index);
  const isAgain = before.some((one) => one.id === id && (!kind?.repeats || one.value === value));
  const other = before.find((one) => one.id !== id && kind?.exclusive && findOptionalKind(one.id)?.exclusive);
  const [payerType = ""] = valuesOf(all, "1011");
  const mustBeDigits = id === "1012" && numericDocuments.includes(payerType);
  return [
    ...when(isAgain && !kind?.repeats, refusals.twice, at.id),
    ...(isAgain ? (twiceOf[id] ?? []).flatMap((refusal) => when(true, refusal, at.value)) : []),
    ...when(other !== undefined, refusals.regimes, { ...at.id, slots: { other: other?.id ?? "" } }),
    ...when(id === "61" && !isDocumentType(value), refusals.signerType, at.value),
    ...when(id === "1011" && !isDocumentType(value), refusals.payerType, at.value),
    ...when(mustBeDigits && !/^\d{1,11}$/.test(value), refusals.payerNumber, at.value),
    ...when(id === "1801" && value === cuit, refusals.ownOwner, at.value),
  ];
}

/** Ids that may stand several times, but not with one value. */
const twiceOf: Record<string, Refusal[]> = { "23": [refusals.referenceTwice], "1801": [refusals.ownerTwice] };

function predictSchool(optionals: readonly Optional[]): Problem[] {
  const [comprised] = valuesOf(optionals, "10");
  const given = ["1011", "1012"].filter((id) => valuesOf(optionals, id).length > 0).length;
  if (comprised === undefined) return when(given > 0, refusals.school);
  return when(given !== (comprised === "1" ? 2 : 0), refusals.payer);
}

function predictRent(optionals: readonly Optional[]): Problem[] {
  const [how] = valuesOf(optionals, "17");
  const [cuits, names] = [valuesOf(optionals, "1801").length, valuesOf(optionals, "1802").length];
  return [
    ...when(how === undefined && cuits + names > 0, refusals.rent),
    ...when(how === "1" && (cuits === 0 || names === 0), refusals.owners),
    ...when(cuits !== names, refusals.ownerNames),
  ];
}

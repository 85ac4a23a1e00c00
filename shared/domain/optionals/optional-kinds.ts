import { typesOf } from "../voucher-types.js";

/** Form of a value, by what the authority's manual asks of the id alone. What binds several ids is the authority's to say. */
export type OptionalFormat =
  | { kind: "choice"; values: readonly string[] }
  /** So many digits, or at least `min`; `orZero`: 0 is written as one digit too. */
  | { kind: "digits"; min: number; max: number; orZero?: true }
  | { kind: "text"; max: number };

/** A further field of a voucher (Opcional), by the authority's number of it. */
export interface OptionalKind {
  id: string;
  /** Name in the application. */
  label: string;
  /** The ids of one regime belong together: where a point of sale has one of them, the application shows all. */
  regime: string;
  format: OptionalFormat;
  /** The voucher types that may have it; null for all. */
  types: readonly number[] | null;
  /** Repeatable within one voucher. */
  repeats?: true;
  /** A voucher has at most one of these regimes (10112, 813). */
  exclusive?: true;
  /** A report under CAEA has rules of it, so it takes it. Of all others it says that they must not stand there. */
  reported?: true;
  /** How it is printed, where the norm wants it on the page: then name and value stand there. */
  printed?: string;
  /** Meanings of a choice's values, in the application. */
  meanings?: Readonly<Record<string, string>>;
}

const ordinaryA = typesOf({ letter: "A", regime: "ordinary" });
const ordinaryAB = [...ordinaryA, ...typesOf({ letter: "B", regime: "ordinary" })];
const rented = [...typesOf({ letter: "B" }), ...typesOf({ letter: "C" })];

const choice = (...values: string[]): OptionalFormat => ({ kind: "choice", values });
const digits = (min: number, max = min): OptionalFormat => ({ kind: "digits", min, max });
const text = (max: number): OptionalFormat => ({ kind: "text", max });

const whether = { format: choice("0", "1"), meanings: { "0": "No comprendida", "1": "Comprendida" } };

/**
 * The further fields that the authority has, in the order in which the application shows them. Those of credit invoices stand in
 * fce.ts. A row says what the manual says; what nobody is sure of is a row here, never code.
 * Source: issuer/authority/README.md, section 17.2.
 */
export const optionalKinds: readonly OptionalKind[] = [
  { id: "23", label: "Referencia comercial", regime: "23", format: text(50), types: null, repeats: true },
  {
    id: "2",
    label: "Proyecto de promoción industrial",
    regime: "2",
    format: { kind: "digits", min: 8, max: 8, orZero: true },
    types: ordinaryAB,
    reported: true,
  },
  {
    id: "5",
    label: "Excepción al cómputo del crédito fiscal",
    regime: "3668",
    format: choice("01", "02", "03", "04", "05", "06"),
    types: ordinaryA,
    reported: true,
    meanings: {
      "01": "Locador o prestador del mismo servicio",
      "02": "Congresos y eventos",
      "03": "Operación de la RG 74",
      "04": "Bienes de cambio",
      "05": "Ropa de trabajo",
      "06": "Intermediario",
    },
  },
  {
    id: "61",
    label: "Firmante: tipo de documento",
    regime: "3668",
    format: digits(2),
    types: ordinaryA,
    reported: true,
  },
  {
    id: "62",
    label: "Firmante: número de documento",
    regime: "3668",
    format: digits(1, 11),
    types: ordinaryA,
    reported: true,
  },
  {
    id: "7",
    label: "Firmante: carácter",
    regime: "3668",
    format: choice("01", "02", "03", "04"),
    types: ordinaryA,
    reported: true,
    meanings: { "01": "Titular", "02": "Director o presidente", "03": "Apoderado", "04": "Empleado" },
  },
  { id: "10", label: "Educación privada (RG 3368)", regime: "3368", ...whether, types: null, exclusive: true },
  { id: "1011", label: "Quien paga: tipo de documento", regime: "3368", format: digits(1, 2), types: null },
  { id: "1012", label: "Quien paga: número de documento", regime: "3368", format: text(20), types: null },
  { id: "11", label: "Bienes inmuebles (RG 2820)", regime: "2820", ...whether, types: null, exclusive: true },
  {
    id: "12",
    label: "Alquiler turístico temporario (RG 3687)",
    regime: "3687",
    ...whether,
    types: null,
    exclusive: true,
  },
  {
    id: "13",
    label: "Representantes de modelos (RG 2863)",
    regime: "2863-13",
    ...whether,
    types: null,
    exclusive: true,
  },
  { id: "14", label: "Agencias de publicidad (RG 2863)", regime: "2863-14", ...whether, types: null, exclusive: true },
  { id: "15", label: "Modelos (RG 2863)", regime: "2863-15", ...whether, types: null, exclusive: true },
  {
    id: "17",
    label: "Alquiler de casa habitación (RG 4004-E)",
    regime: "4004",
    format: choice("1", "2"),
    types: rented,
    reported: true,
    exclusive: true,
    meanings: { "1": "A través de intermediario", "2": "Directo" },
  },
  {
    id: "1801",
    label: "Propietario: CUIT",
    regime: "4004",
    format: digits(11),
    types: rented,
    reported: true,
    repeats: true,
    printed: "CUIT del propietario",
  },
  {
    id: "1802",
    label: "Propietario: nombre",
    regime: "4004",
    format: text(100),
    types: rented,
    reported: true,
    repeats: true,
    printed: "Propietario",
  },
  { id: "91", label: "Bienes usados: vendedor", regime: "3411", format: text(100), types: [49] },
  { id: "92", label: "Bienes usados: nacionalidad", regime: "3411", format: digits(3), types: [49] },
  { id: "93", label: "Bienes usados: domicilio", regime: "3411", format: text(250), types: [49] },
  {
    id: "2901",
    label: "Seguro de caución: póliza",
    regime: "2901",
    format: text(30),
    types: ordinaryAB,
    repeats: true,
  },
  {
    id: "2902",
    label: "Seguro de caución: endoso",
    regime: "2901",
    format: text(30),
    types: ordinaryAB,
    repeats: true,
  },
];

const byId = new Map(optionalKinds.map((kind) => [kind.id, kind]));

/** Undefined for an id that the table does not have. */
export const findOptionalKind = (id: string): OptionalKind | undefined => byId.get(id);

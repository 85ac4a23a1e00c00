import type { z } from "@hono/zod-openapi";
import { withSmallInitial } from "../../shared/domain/spanish.js";
import { apiKey, newApiKey } from "./api-key.js";
import { batchRequest } from "./batch.js";
import { certificateInstallation, certificateRequest } from "./certificate.js";
import { companyChanges, fiscalDataChanges } from "./company.js";
import { contingencyTurn } from "./contingency.js";
import { type FieldWords, wordsOf } from "./field.js";
import { issuanceRequestShape } from "./issuance-request.js";
import { newPerson } from "./person.js";
import { newPointOfSale, pointOfSale } from "./point-of-sale.js";
import { unwrap } from "./unwrap.js";
import { webhook, webhookChanges } from "./webhook.js";

/** Schemas whose fields have labels. Where two have a field of one name, the first names it. */
const labelled = [
  issuanceRequestShape,
  newPointOfSale,
  newApiKey,
  webhookChanges(false),
  newPerson,
  fiscalDataChanges,
  companyChanges,
  certificateRequest,
  certificateInstallation,
  contingencyTurn,
  batchRequest,
  pointOfSale,
  apiKey,
  webhook,
];

/** The words of every field of a body by its path, with # for the place in a list. An element without a label has its list's. */
function* fieldsOf(schema: z.core.$ZodType, path = ""): Generator<[path: string, words: FieldWords]> {
  const { def } = unwrap(schema)._zod;
  if (def.type === "object")
    for (const [name, field] of Object.entries(def.shape)) {
      const own = path === "" ? name : `${path}.${name}`;
      yield [own, wordsOf(field)];
      yield* fieldsOf(field, own);
    }
  if (def.type === "array") {
    const own = wordsOf(def.element);
    yield [`${path}.#`, { ...own, label: own.label ?? wordsOf(schema).label }];
    yield* fieldsOf(def.element, `${path}.#`);
  }
}

/** Labels of the queries of reports. */
const ofQueries: [string, FieldWords][] = [
  ["period", { label: "Mes" }],
  ["locale", { label: "Formato" }],
];

const known = new Map([...labelled.flatMap((schema) => [...fieldsOf(schema)]), ...ofQueries].toReversed());

/**
 * The words for a field of a fault: "Precio de la línea 1" of `items.0.price`, "Comprobante 4: precio de la línea 1" of
 * `invoices.3.items.0.price`, "Línea 7 del archivo: precio" of `line 7: items.price`. A name that nobody knows stays as it is.
 */
export function labelOf(field: string): string {
  const [, line, column] = /^line (\d+)(?:: (.*))?$/s.exec(field) ?? [];
  if (line !== undefined) return inside(`Línea ${line} del archivo`, column && labelOfColumn(column));
  const [, index, inner] = /^invoices\.(\d+)(?:\.(.*))?$/s.exec(field) ?? [];
  if (index !== undefined) return inside(`Comprobante ${Number(index) + 1}`, inner && labelOf(inner));
  if (field.startsWith("?")) return labelOf(field.slice(1));
  const [, data] = /^additionalData\.(.+)$/s.exec(field) ?? [];
  if (data !== undefined) return `Dato adicional ${data}`;
  return labelOfPath(field) ?? field;
}

const inside = (place: string, label: string | undefined): string =>
  label ? `${place}: ${withSmallInitial(label)}` : place;

function labelOfPath(field: string): string | undefined {
  const label = find(withoutPlaces(field));
  const [, list = "", index, rest] = /^(\w+)\.(\d+)(\..+)?$/.exec(field) ?? [];
  const of = known.get(`${list}.#`)?.of;
  if (label === undefined || index === undefined || of === undefined) return label;
  const place = Number(index) + 1;
  return rest === undefined ? `${label} ${place}` : `${label} ${of} ${place}`;
}

/** A column of a file is named without an index, because its line says which: `items.price`. */
export const labelOfColumn = (column: string): string =>
  find(column) ?? find(column.replace(".", ".#.")) ?? labelOf(column);

const find = (path: string): string | undefined => known.get(path)?.label;

const withoutPlaces = (path: string) => path.replace(/(?<=^|\.)\d+(?=\.|$)/g, "#");

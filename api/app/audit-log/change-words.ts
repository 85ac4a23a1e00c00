import { fiscalDate, instant } from "../spanish/formats.js";
import { auditLabelOf, auditValueOf } from "./field-words.js";

/** A field in words. */
interface ChangedField {
  term: string;
  detail: string;
}

/** Diff of an entry, field by field: "antes → después" of what was there before. Of what is new, or gone, only what says something. */
export function changesInWords(before: unknown, after: unknown): ChangedField[] {
  const [old, present] = [asFields(before), asFields(after)];
  const isGone = Object.keys(present).length === 0;
  return [...new Set([...Object.keys(old), ...Object.keys(present)])].flatMap((name) => {
    const [was, is] = [words(old[name], name), words(present[name], name)];
    const isNew = !Object.hasOwn(old, name);
    const detail = isNew ? is : isGone ? was : `${was} → ${is}`;
    return detail === nothing && (isNew || isGone) ? [] : [{ term: auditLabelOf(name), detail }];
  });
}

const asFields = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

const nothing = "—";

/** Enough for a line; what is longer is cut. */
const maxChars = 300;

/** A value as a person reads it. */
function words(value: unknown, path: string): string {
  const text = write(value, path);
  return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
}

function write(value: unknown, path: string): string {
  if (value === null || value === undefined || value === "") return nothing;
  if (typeof value === "boolean") return value ? "Sí" : "No";
  if (Array.isArray(value)) return value.length === 0 ? nothing : value.map((one) => write(one, path)).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, one]) => `${auditLabelOf(`${path}.${name}`)}: ${write(one, `${path}.${name}`)}`)
      .join("; ");
  const text = String(value);
  if (isInstant.test(text)) return instant(text);
  return isDay.test(text) ? fiscalDate(text) : auditValueOf(path, text);
}

const isDay = /^\d{4}-\d{2}-\d{2}$/;

const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

import { parseDate } from "../../../../shared/domain/written-date.js";
import { parseDecimal } from "../../spanish/typed.js";

/** The filters of the list of vouchers, as its address names them. */
const names = ["number", "document", "type", "pos", "from", "to", "min", "max", "source", "reference", "cae"] as const;
export type FilterName = (typeof names)[number];

/** Text that was typed in each filter; empty for none. */
export type Filters = Record<FilterName, string>;

/** Longer texts are no values of any filter. */
const longest = 128;

export const readFilters = (query: URLSearchParams): Filters =>
  Object.fromEntries(names.map((name) => [name, (query.get(name) ?? "").trim().slice(0, longest)])) as Filters;

export const hasFilters = (filters: Filters): boolean => names.some((name) => filters[name] !== "");

type ApiFilter = [name: string, value: string];

interface Rule {
  /** The filters of the API that the text means; undefined for a text that means none. */
  read: (text: string) => ApiFilter[] | undefined;
  wrong: string;
}

const one = (name: string, value: string | undefined): ApiFilter[] | undefined =>
  value === undefined ? undefined : [[name, value]];
const matching = (form: RegExp, text: string): string | undefined => (form.test(text) ? text : undefined);

const notADate = "Escribí una fecha que exista, como 23/11/2026.";
const notAnAmount = "Escribí un importe, como 1.234,56.";
const notChosen = "Elegí una opción de la lista.";

/** Source of the API's filters: api/README.md, "GET /{company_id}/invoices". */
const rules: Record<FilterName, Rule> = {
  number: { read: readNumber, wrong: "Escribí el número del comprobante, como 12 o 00001-00000012." },
  document: {
    read: (text) => one("docNumber", matching(/^\d{1,11}$/, text.replace(/[\s.-]/g, ""))),
    wrong: "Escribí el CUIT o el documento con sus números.",
  },
  type: { read: (text) => one("type", matching(/^\d{1,3}$/, text)), wrong: notChosen },
  pos: { read: (text) => one("pos", matching(/^\d{1,5}$/, text)), wrong: notChosen },
  from: { read: (text) => one("date__gte", parseDate(text)), wrong: notADate },
  to: { read: (text) => one("date__lte", parseDate(text)), wrong: notADate },
  min: { read: (text) => one("total__gte", parseDecimal(text)), wrong: notAnAmount },
  max: { read: (text) => one("total__lte", parseDecimal(text)), wrong: notAnAmount },
  source: { read: (text) => one("source", matching(/^(api|app|rcel)$/, text)), wrong: notChosen },
  reference: { read: (text) => one("externalReference", matching(/^[^\0]+$/, text)), wrong: "Escribí la referencia." },
  cae: { read: (text) => one("cae", matching(/^\d{14}$/, text)), wrong: "Un CAE tiene 14 números." },
};

/** "12", "0001-00000012", "Factura B 00001-00000012": points of sale were printed with four digits once. */
function readNumber(text: string): ApiFilter[] | undefined {
  const [, pos, number] = /^\D*?(?:(\d{1,5})\s*-\s*)?(\d{1,8})$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  return [...(one("pos", pos) ?? []), ["number", number]];
}

interface FilterFault {
  field: FilterName;
  message: string;
}

/** Translates filters into the API's words. A text that cannot be read filters nothing, and is said. */
export function toApiFilters(filters: Filters): { query: ApiFilter[]; faults: FilterFault[] } {
  const query: ApiFilter[] = [];
  const faults: FilterFault[] = [];
  for (const name of names) {
    if (filters[name] === "") continue;
    const { read, wrong } = rules[name];
    const found = read(filters[name]);
    if (found) query.push(...found);
    else faults.push({ field: name, message: wrong });
  }
  return { query, faults };
}

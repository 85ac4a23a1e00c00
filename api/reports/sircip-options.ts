import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { type SircipOptions, usualSircip } from "../../shared/domain/reports/sircip-return.js";
import { type FindIgnored, ignoredParameter, unknownBut } from "../parsing/read-query.js";

/** CRCs have two digits. Nobody knows what the portal may want in their place, so a little more is taken, and nothing that would break the line. */
export const crcForm = /^[0-9A-Za-z-]{0,10}$/;
export const noteStyles = ["same", "annulled"] as const;
export const field6Values = ["0", "blank"] as const;

type SircipParameter = "notes" | "field6" | "absentCrc" | "zeros";

const rules: Record<SircipParameter, { takes(value: string): boolean; else: LocalizedText }> = {
  notes: { takes: (value) => isOneOf(noteStyles, value), else: oneOf(noteStyles) },
  field6: { takes: (value) => isOneOf(field6Values, value), else: oneOf(field6Values) },
  absentCrc: {
    takes: (value) => crcForm.test(value),
    else: { en: "must be at most 10 letters or digits", es: "Puede tener hasta 10 letras o números." },
  },
  zeros: { takes: (value) => value === "1", else: oneOf(["1"]) },
};
const names = Object.keys(rules) as SircipParameter[];

/** Finder of ignored input of the return's query. One that cannot be read is ignored like any invalid value. */
export const ignoredInSircip: FindIgnored = (query) => [
  ...unknownBut("period", ...names)(query),
  ...names
    .filter((name) => query.getAll(name).some((value) => !rules[name].takes(value)))
    .map((name) => ignoredParameter(name, rules[name].else)),
];

/** Options of a query. Of a repeated parameter the last value that can be read counts. */
export function readSircipOptions(query: URLSearchParams): SircipOptions {
  const last = (name: SircipParameter) => query.getAll(name).findLast((value) => rules[name].takes(value));
  return {
    notes: last("notes") === "annulled" ? "annulled" : usualSircip.notes,
    field6: last("field6") === "blank" ? "blank" : usualSircip.field6,
    absentCrc: last("absentCrc") ?? usualSircip.absentCrc,
    zeros: last("zeros") === "1",
  };
}

function isOneOf(values: readonly string[], value: string): boolean {
  return values.includes(value);
}

function oneOf(values: readonly string[]): LocalizedText {
  return { en: `must be one of ${values.join(", ")}`, es: `Elegí uno de estos valores: ${values.join(", ")}.` };
}

import { fromFiscalDate } from "../../../shared/domain/calendar.js";
import type { legendPlaces } from "../../../shared/domain/legends.js";
import { parseDate } from "../../../shared/domain/written-date.js";
import type { Form } from "../frame/form.js";
import { readRows } from "./form-of.js";

/** One legend as it is typed. */
export interface TypedLegend {
  text: string;
  on: string;
  /** What a date field sends. */
  from: string;
}

export const legendWords: Record<(typeof legendPlaces)[number], string> = {
  all: "En todos los comprobantes",
  "final-consumers": "A consumidores finales (B y C)",
  A: "Con letra A",
  B: "Con letra B",
  C: "Con letra C",
};

/** What has no text counts for nothing. */
export const readLegends = (form: Form): TypedLegend[] => readRows(form, "legends", ["text", "on", "from"], ["text"]);

export const typedLegends = (legends: readonly { text: string; on: string; from: string | null }[]): TypedLegend[] =>
  legends.map(({ text, on, from }) => ({ text, on, from: from === null ? "" : fromFiscalDate(from) }));

/** For the API. What is no date goes as it was typed: the API says what is wrong with it. */
export const toLegends = (typed: readonly TypedLegend[]) =>
  typed.map(({ text, on, from }) => ({ text, on, from: from === "" ? null : (parseDate(from) ?? from) }));

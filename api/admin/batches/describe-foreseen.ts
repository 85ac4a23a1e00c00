import { type Language, type LocalizedText, localizeFor } from "../../../shared/domain/localized-text.js";
import { decimal } from "../../../shared/domain/spanish.js";
import type { CheckedElement } from "../../batches/check-elements.js";
import type { ForeseenBatch, PlacedRemark } from "../../batches/foresee-batch.js";
import { drawTable } from "../table.js";
import { placeIn } from "./describe-batch.js";

/** At most this many are shown of each; --json gives all of them. */
const maxShown = 100;

const headings: Record<Language, string[]> = {
  en: ["key", "code", "field", "why"],
  es: ["clave", "código", "campo", "por qué"],
};
const notesAre: LocalizedText = { en: "These would be issued, and:", es: "Estos se emitirían, y además:" };
const furtherOnes = (count: number): LocalizedText => ({ en: `and ${count} more`, es: `y ${count} más` });

interface SentElements {
  elements: readonly CheckedElement[];
  lineOf: ((index: number) => number) | undefined;
}

/** Describes what a dry run foresees, for scripts and for people. */
export function describeForeseen({ issuable, problems, notes }: ForeseenBatch, sent: SentElements, language: Language) {
  const translate = (words: LocalizedText) => localizeFor(language, words);
  const toJson = ({ index, field, code, message }: PlacedRemark) => {
    return { index, line: sent.lineOf?.(index) ?? null, field, code, message: translate(message) };
  };
  const keys = new Map(sent.elements.map(({ index, body }) => [index, body.idempotency]));
  const place = placeIn(sent.lineOf);
  function draw(remarks: PlacedRemark[]): string[] {
    if (remarks.length === 0) return [];
    const shown = remarks.slice(0, maxShown);
    const rows = shown.map(({ index, field, code, message }) => [
      place.of(index),
      keys.get(index),
      code,
      field,
      translate(message),
    ]);
    const further = remarks.length - shown.length;
    return [
      drawTable([translate(place.heading), ...headings[language]], rows, ""),
      ...(further > 0 ? [translate(furtherOnes(further))] : []),
    ];
  }
  const total = sent.elements.length;
  const said = [
    translate(canBeIssued(issuable, total)),
    ...draw(problems),
    ...(notes.length > 0 ? [translate(notesAre), ...draw(notes)] : []),
  ];
  return { json: { total, problems: problems.map(toJson), notes: notes.map(toJson) }, text: said.join("\n\n") };
}

function canBeIssued(issuable: number, total: number): LocalizedText {
  const of = issuable === total ? "" : ` of ${total}`;
  const de = issuable === total ? "" : ` de ${decimal(total)}`;
  const isOne = issuable === 1;
  return {
    en: `${issuable}${of} vouchers can be issued. Nothing was recorded.`,
    es: `${isOne ? "Se puede emitir 1" : `Se pueden emitir ${decimal(issuable)}`}${de} ${isOne && de === "" ? "comprobante" : "comprobantes"}. No se registró nada.`,
  };
}

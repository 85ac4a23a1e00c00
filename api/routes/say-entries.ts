import type { SelectedPage } from "../../shared/db/listing/listing.js";
import { type ContingencyReason, sayReason } from "../../shared/domain/contingency-reason.js";
import type { Translate } from "../http/answer-language.js";

// Why a contingency began is kept as a value. Here it gets its words.

/** An audit entry as the database writes it. */
interface KeptEntry {
  action: string;
  before: ContingencyEntry | null;
  after: ContingencyEntry | null;
}

interface ContingencyEntry {
  reason?: ContingencyReason | null;
}

const turns = ["contingency.start", "contingency.end"];

/** A page without contingencies is passed on as it is. */
export const sayEntries = ({ total, rows }: SelectedPage, translate: Translate): SelectedPage => {
  if (!turns.some((action) => rows.includes(`"${action}"`))) return { total, rows };
  const entries = JSON.parse(rows) as KeptEntry[];
  const said = (turned: ContingencyEntry | null) =>
    turned?.reason && { ...turned, reason: translate(sayReason(turned.reason)) };
  const withWords = ({ before, after, ...entry }: KeptEntry) => ({
    ...entry,
    before: said(before) ?? before,
    after: said(after) ?? after,
  });
  return { total, rows: JSON.stringify(entries.map((each) => (turns.includes(each.action) ? withWords(each) : each))) };
};

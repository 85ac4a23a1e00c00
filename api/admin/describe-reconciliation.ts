import type { NumberRange } from "../../shared/domain/number-range.js";
import type { SequenceReport } from "../operations/reconcile/sequence-report.js";
import { dayCell, drawRows } from "./table.js";

/** At most this many lines of details are shown per sequence; --json gives them all. */
const maxLines = 40;

/** A reconciliation as text: one line per sequence, then the differences. */
export function describeReconciliation(reports: SequenceReport[]): string {
  const rows = reports.map(({ pos, type, ours, authority, compared: range, equal, ...report }) => {
    const compared = range && toRangeText(range);
    const [foreign, missing, different] = [report.foreign, report.missing, report.different].map(
      ({ length }) => length,
    );
    const verified = report.verified ? "yes" : "no";
    return { pos, type, ours, authority, compared, equal, foreign, missing, different, verified };
  });
  const table = drawRows(rows, "The company has used no sequence in this environment.");
  return [table, ...reports.map(describe).filter((text) => text !== ""), conclude(reports)].join("\n\n");
}

const toRangeText = ({ from, to }: NumberRange) => (from === to ? `${from}` : `${from}-${to}`);

function describe(report: SequenceReport): string {
  const name = (number: number | string) => `${report.pos}-${report.type}-${number}`;
  const added = new Set(report.imported);
  const lines = [
    ...(report.refused === null
      ? []
      : [`${name("*")}: the authority refuses to report its numbers: ${report.refused}`]),
    ...report.missing.map(({ number, id }) => `${name(number)} MISSING: voucher ${id} here, unknown to the authority`),
    ...report.unreported.map(
      ({ number, id }) => `${name(number)} unreported: voucher ${id} under CAEA; the authority is told of it later`,
    ),
    ...report.different.map(
      ({ number, id, fields }) =>
        `${name(number)} DIFFERENT: voucher ${id}: ${fields
          .map(({ field, ours, authority }) => `${field} is ${show(ours)} here and ${show(authority)} there`)
          .join("; ")}`,
    ),
    ...report.foreign.map(
      ({ number, voucherDate, totalAmount, currency, cae }) =>
        `${name(number)} foreign: of ${dayCell(voucherDate)}, ${totalAmount} ${currency}, CAE ${cae}${added.has(number) ? ", imported" : ""}`,
    ),
    ...report.unsettled.map(
      (number) => `${name(number)} unsettled: one of our issuances holds it, and its outcome is open`,
    ),
    ...report.unanswered.map(({ number, cause }) => `${name(number)} unanswered: ${cause}`),
    ...report.gaps.map((range) => `${name(toRangeText(range))} neither here nor at the authority`),
    ...describeNumbering(report),
    ...(report.notVerified === null ? [] : [`${report.pos}-${report.type} is not verified: ${report.notVerified}`]),
  ];
  const more = lines.length - maxLines;
  return more > 0
    ? [...lines.slice(0, maxLines), `… and ${more} more lines; --json gives all`].join("\n")
    : lines.join("\n");
}

const show = (value: string) => value || "nothing";

function describeNumbering({ pos, type, numbering, ours, authority }: SequenceReport): string[] {
  if (numbering === "equal") return [];
  return numbering === "behind"
    ? [
        `${pos}-${type}: our numbering is at ${ours ?? "nothing"}, the authority's at ${authority}: the next issuance catches up`,
      ]
    : [`${pos}-${type} AHEAD: our numbering is at ${ours}, the authority's only at ${authority}`];
}

function conclude(reports: SequenceReport[]): string {
  const differing = reports.filter(({ differs }) => differs).length;
  return differing === 0 ? "All is equal." : `Sequences that differ: ${differing} of ${reports.length}.`;
}

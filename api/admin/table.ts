import { fromFiscalDate } from "../../shared/domain/calendar.js";

export type TableCell = string | number | boolean | null | undefined;

const show = (cell: TableCell): string => {
  if (cell === null || cell === undefined || cell === "") return "-";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  return String(cell);
};

/** A fiscal date for people: every day that a command prints is `2026-11-28`. In `--json` it is as the API tells it. */
export const dayCell = (date: string | null): string | null => date && fromFiscalDate(date);

/** A text table, each column as wide as its widest cell, numbers aligned right. Returns `none` when there are no rows. */
export function drawTable(headings: string[], rows: TableCell[][], none: string): string {
  if (rows.length === 0) return none;
  const shown = rows.map((row) => row.map(show));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...shown.map((row) => row[column]?.length ?? 0)),
  );
  const isNumber = headings.map((_, column) => rows.every((row) => typeof row[column] === "number"));
  const draw = (row: string[]) =>
    row
      .map((cell, column) => (isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  return [headings.map((heading) => heading.toUpperCase()), ...shown].map(draw).join("\n");
}

/** A table of objects of one kind: a column for each of their fields, named as `drawFields` names it. */
export const drawRows = (rows: Record<string, TableCell>[], none: string): string =>
  drawTable(
    Object.keys(rows[0] ?? {}).map(toWords),
    rows.map((row) => Object.values(row)),
    none,
  );

/** One object, one field per line; "taxType" is shown as "tax type". */
export function drawFields(fields: Record<string, TableCell>): string {
  const named = Object.entries(fields).map(([name, value]) => ({ label: toWords(name), value: show(value) }));
  const width = Math.max(...named.map(({ label }) => label.length));
  return named.map(({ label, value }) => `${label.padEnd(width)}  ${value}`).join("\n");
}

const toWords = (name: string) =>
  name.replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);

import { rowOfField } from "../../shared/domain/evidence.js";
import type { ShownField } from "./issuance-evidence.js";
import { drawTable } from "./table.js";

/** At most this many equal rows of each list are shown; --json gives them all. */
const maxEqualRows = 10;

type Cells = [field: string, compared: string, sent: string, found: string];

/** The fields as a table. A row of a list takes one line, unless a field in it differs. */
export function describeFields(fields: ShownField[]): string {
  if (fields.length === 0) return "";
  const lines = cutLists(groupRows(fields)).flatMap(toLines);
  if (fields.every(({ same }) => same === null)) {
    const rows = lines.map(([field, , sent]) => [field, sent]);
    return drawTable(["field", "sent"], rows, "");
  }
  const differing = fields.filter(({ same }) => same === false).length;
  return [
    drawTable(["field", "compared", "sent", "found"], lines, ""),
    differing === 0 ? "No field differs." : `Fields that differ: ${differing}.`,
  ].join("\n\n");
}

/** The fields of one row of a list, or one single field. `list` is set when no field of the row differs. */
interface Group {
  name: string;
  list: string | undefined;
  fields: ShownField[];
  /** How many rows of the list are left out after this one. */
  leftOut: number;
}

function groupRows(fields: ShownField[]): Group[] {
  const groups = new Map<string, ShownField[]>();
  for (const one of fields) {
    const name = rowOfField(one.field) ?? one.field;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups].map(([name, ofRow]) => {
    const isEqualRow = ofRow.every(({ field, same }) => field !== name && same !== false);
    return { name, list: isEqualRow ? name.replace(/\.\d+$/, "") : undefined, fields: ofRow, leftOut: 0 };
  });
}

function cutLists(groups: Group[]): Group[] {
  return groups.flatMap((group) => {
    if (group.list === undefined) return [group];
    const rows = groups.filter(({ list }) => list === group.list);
    const at = rows.indexOf(group) + 1;
    if (at > maxEqualRows) return [];
    return [{ ...group, leftOut: at === maxEqualRows ? rows.length - at : 0 }];
  });
}

function toLines({ name, list, fields, leftOut }: Group): Cells[] {
  if (list === undefined) return fields.map((one) => [one.field, compare(one), one.sent ?? "", one.found ?? ""]);
  const join = (side: "sent" | "found") =>
    fields
      .flatMap((one) => (one[side] === null ? [] : [`${one.field.slice(name.length + 1)} ${one[side]}`]))
      .join(", ");
  const [sent, found] = [join("sent"), join("found")];
  const line: Cells = [name, "same", sent, found === sent ? "the same" : found];
  return leftOut > 0 ? [line, [list, "same", `… and ${leftOut} more rows`, "the same"]] : [line];
}

function compare({ sent, found, same }: ShownField): string {
  if (same === false) return "DIFFERENT";
  if (sent === null) return "not declared";
  return found === null ? "not reported" : "same";
}

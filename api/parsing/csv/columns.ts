import type { z } from "zod";
import { issuanceRequestShape } from "../../schemas/issuance-request.js";
import { unwrap } from "../../schemas/unwrap.js";

/** How the text of a cell becomes a value. `list`: several values, separated by spaces. */
export type CellKind = "text" | "number" | "boolean" | { list: "text" | "number" | "boolean" };

export interface CsvColumn {
  /** As it stands in the header: `items.price`. */
  name: string;
  kind: CellKind;
  /** Where its value goes: in the body, or in an element of the list. */
  path: string[];
  /** The list of the body that a row gives one element of. */
  list?: string;
}

interface Columns {
  byName: ReadonlyMap<string, CsvColumn>;
  /** The lists of which a row gives one element each. */
  lists: ReadonlySet<string>;
  /** Objects of free keys: each key is a column, `additionalData.order`. */
  free: readonly string[];
}

/** The columns of a batch in CSV: the fields of an issuance, by its schema. */
export const issuanceColumns: Columns = columnsOf(issuanceRequestShape);

function columnsOf(schema: z.core.$ZodType): Columns {
  const byName = new Map<string, CsvColumn>();
  const lists = new Set<string>();
  const free: string[] = [];

  function add(field: z.core.$ZodType, path: string[], list?: string): void {
    const { def } = unwrap(field)._zod;
    const name = [...(list === undefined ? [] : [list]), ...path].join(".");
    if (def.type === "object") {
      for (const [key, inner] of Object.entries(def.shape)) add(inner, [...path, key], list);
    } else if (def.type === "record") {
      free.push(name);
    } else if (def.type === "array" && list === undefined && unwrap(def.element)._zod.def.type === "object") {
      lists.add(name);
      add(def.element, [], name);
    } else {
      const kind = kindOf(field);
      if (kind) byName.set(name, { name, kind, path, ...(list !== undefined && { list }) });
    }
  }

  add(schema, []);
  return { byName, lists, free };
}

/** Undefined for what a cell cannot hold. */
function kindOf(field: z.core.$ZodType): CellKind | undefined {
  const { def } = unwrap(field)._zod;
  switch (def.type) {
    case "string":
    case "enum":
      return "text";
    case "number":
    case "boolean":
      return def.type;
    case "literal":
      return typeof def.values[0] === "number" ? "number" : "text";
    case "union":
      return def.options[0] && kindOf(def.options[0]);
    case "array": {
      const of = kindOf(def.element);
      return typeof of === "string" ? { list: of } : undefined;
    }
    default:
      return undefined;
  }
}

/** The column of a header's cell; undefined when there is none of this name. */
export function findColumn(name: string): CsvColumn | undefined {
  const known = issuanceColumns.byName.get(name);
  if (known) return known;
  const of = issuanceColumns.free.find((each) => name.startsWith(`${each}.`) && name.length > each.length + 1);
  return of === undefined ? undefined : { name, kind: "text", path: [of, name.slice(of.length + 1)] };
}

import { operators } from "../parsing/read-listing.js";
import type { ToolSchema } from "./tool-schema.js";

const withOperator = new RegExp(`^(\\w+)__(?:${operators.join("|")})$`);

/** Written out all the same: clients that show a model nothing but `properties` can ask for a period and for large amounts. */
const isUsual = (name: string) => /^(date|total)__[gl]te$/.test(name);

/**
 * The arguments of a listing with all operators as one pattern: written out, they are five times as many as the fields, and take a
 * model longer to read than all other tools but those that issue.
 */
export function compactFilters(
  properties: Record<string, ToolSchema>,
): Pick<ToolSchema, "properties" | "patternProperties"> {
  const fields = Object.keys(properties).flatMap((name) => withOperator.exec(name)?.[1] ?? []);
  const own = Object.entries(properties).filter(([name]) => isUsual(name) || !withOperator.test(name));
  if (fields.length === 0) return { properties };
  const { ordering, ...filters } = Object.fromEntries(own);
  return {
    properties: { ...filters, ordering: { type: "string", description: ordering?.description ?? "" } },
    patternProperties: {
      [`^(${[...new Set(fields)].join("|")})__(${operators.join("|")})$`]: {
        anyOf: [{ type: "string" }, { type: "number" }],
      },
    },
  };
}

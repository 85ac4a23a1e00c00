import type { AuthorityTable } from "../../shared/db/issuer-requests/authority-question.js";
import { optionals as knownOptionals } from "../../shared/domain/code-tables/optionals.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { IgnoredInput } from "../http/handling.js";
import type { UncheckedObject } from "../schemas/further-faults.js";
import { askBriefly } from "./ask-briefly.js";
import type { IssuingDeps } from "./deps.js";

const builtIn = new Set(knownOptionals.map(({ id }) => id));

/**
 * The optional fields and activities that no table has: they are passed on, and the authority judges them. Its own tables are asked for
 * when a body has an activity, or an optional field that ours lacks; all others cost nothing. While it does not tell, ours decide,
 * and nothing is said of activities. Never rejects. Source: api/README.md, "Further data".
 * @param bodies unchecked
 */
export async function findUnlisted(
  deps: Pick<IssuingDeps, "askAuthority" | "config">,
  tenant: Tenant,
  requestId: string,
  bodies: readonly unknown[],
): Promise<(body: unknown) => IgnoredInput[]> {
  const [hasOptionals, hasActivities] = [
    bodies.some(hasUnknownOptional),
    bodies.some((body) => rowsOf(body, "activities").length > 0),
  ];
  if (!hasOptionals && !hasActivities) return () => [];
  const ask = (table: AuthorityTable) => askTable(deps, tenant, requestId, table);
  const [told, own] = await Promise.all([
    hasOptionals ? ask("optionals") : undefined,
    hasActivities ? ask("activities") : undefined,
  ]);
  const isListed = (id: string) => builtIn.has(id) || told?.has(id) === true;
  return (body) => [
    ...unlisted(body, "optionals", (id) => typeof id !== "string" || isListed(id.trim()), unknownOptional),
    ...(own
      ? unlisted(body, "activities", (id) => !isActivity(id) || own.has(String(Number(id))), unknownActivity)
      : []),
  ];
}

/** Whether an id can be that of an activity. Others the shape refuses. */
const isActivity = (id: unknown) => typeof id === "number" || (typeof id === "string" && /^\d{1,6}$/.test(id));

const unknownOptional: LocalizedText = {
  en: "is in no table of optional fields: it is passed on, and the authority judges it",
  es: "No está en la tabla de datos opcionales de ARCA: se envía igual y lo juzga ARCA.",
};
const unknownActivity: LocalizedText = {
  en: "is no activity that the company has at the authority: it is passed on, and the authority judges it",
  es: "La empresa no tiene esa actividad en ARCA: se envía igual y la juzga ARCA.",
};

function rowsOf(body: unknown, list: "optionals" | "activities"): UncheckedObject[] {
  const rows = (Object(body) as UncheckedObject)[list];
  return Array.isArray(rows) ? rows.map((row) => Object(row) as UncheckedObject) : [];
}

const hasUnknownOptional = (body: unknown) =>
  rowsOf(body, "optionals").some(({ id }) => typeof id === "string" && !builtIn.has(id.trim()));

const unlisted = (
  body: unknown,
  list: "optionals" | "activities",
  isListed: (id: unknown) => boolean,
  message: LocalizedText,
): IgnoredInput[] =>
  rowsOf(body, list).flatMap(({ id }, index) => (isListed(id) ? [] : [{ field: `${list}.${index}.id`, message }]));

/** The codes of a table of the authority's; undefined while it does not tell. */
async function askTable(
  deps: Pick<IssuingDeps, "askAuthority" | "config">,
  tenant: Tenant,
  requestId: string,
  table: AuthorityTable,
): Promise<ReadonlySet<string> | undefined> {
  const told = await askBriefly(deps, tenant, requestId, { kind: "table", table });
  return told?.outcome === "table" ? new Set(told.rows.map(({ id }) => id)) : undefined;
}

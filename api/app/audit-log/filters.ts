import { addDays, firstInstantOf } from "../../../shared/domain/calendar.js";
import { parseDate } from "../../../shared/domain/written-date.js";
import { toDateInput } from "../spanish/typed.js";

/** Filters of the audit log, as the form sends them. Empty: anything. */
export interface AuditFilters {
  /** Kind of actor. */
  actor: string;
  email: string;
  /** Action, such as `pos.create`. */
  action: string;
  /** When: the first and the last day. */
  from: string;
  to: string;
}

export const filterNames = ["actor", "email", "action", "from", "to"] as const satisfies (keyof AuditFilters)[];

/** A day that cannot be read. */
export type FilterFaults = Partial<Record<"from" | "to", string>>;

/** The API's own filters, as a query. Days that cannot be read are left out, and said. */
export function toApiQuery({ actor, email, action, from, to }: AuditFilters): {
  query: URLSearchParams;
  faults: FilterFaults;
} {
  const query = new URLSearchParams();
  const faults: FilterFaults = {};
  const day = (name: "from" | "to", typed: string): string | undefined => {
    if (typed === "") return undefined;
    const date = parseDate(typed);
    if (date === undefined) faults[name] = "No es una fecha: escribila como 23/11/2026.";
    return date && toDateInput(date);
  };
  const [first, last] = [day("from", from), day("to", to)];
  if (actor) query.set("actorType", actor);
  if (email) query.set("actorEmail", email);
  if (action) query.set("action", action);
  if (first) query.set("created__gte", toInstant(first));
  if (last) query.set("created__lt", toInstant(addDays(last, 1)));
  return { query, faults };
}

const toInstant = (day: string): string => new Date(firstInstantOf(day)).toISOString();

/** The address of the same question, from another row on. */
export function toPageQuery(filters: AuditFilters, offset: number): string {
  const query = new URLSearchParams();
  for (const name of filterNames) if (filters[name]) query.set(name, filters[name]);
  if (offset > 0) query.set("offset", `${offset}`);
  const text = query.toString();
  return text && `?${text}`;
}

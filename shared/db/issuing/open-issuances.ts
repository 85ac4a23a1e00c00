import type { Declaration } from "../../domain/declaration.js";
import type { NoVoucher } from "../../domain/issuance-outcome.js";
import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import type { Database } from "../pool/database.js";
import { isoInstant } from "../sql/raw-sql.js";
import type { IssuanceState } from "./issuances.js";

/** An issuance in an operator's list. */
export interface ListedIssuance {
  id: number;
  /** The caller's idempotency key. */
  key: string;
  pos: number;
  type: number;
  number: number | null;
  state: IssuanceState;
  /** Set while the outcome of its number is unknown. */
  doubt: "resolving" | "unconfirmed" | null;
  /** When its number was written ahead; without a number, when it was recorded. ISO 8601. */
  since: string;
  /** With two decimals. Null when it is not stored. */
  total: string | null;
  /** Why an operator must decide. Null while no operator is needed. */
  why: string | null;
}

export interface IssuanceDetails {
  issuance: ListedIssuance;
  /** Declaration that was or will be sent. Null when it is not stored, for example because the voucher has the data. */
  declared: Declaration | null;
  /** Why it made no voucher. */
  outcome: NoVoucher | null;
  /** An operator has closed its key. */
  barred: boolean;
}

const since = "coalesce(i.submitted_at, i.enqueued_at)";

const listedColumns = Prisma.sql`
  i.id, i.idempotency AS key, i.pos_number AS pos, i.voucher_type AS type, i.number, i.state::text, i.doubt,
  ${Prisma.raw(isoInstant(since))} AS since, coalesce(i.amounts ->> 'total', v.total_amount::text) AS total, i.operator_reason AS why`;

const issuances = Prisma.sql`
  issuance i LEFT JOIN voucher v ON v.issuance_id = i.id AND v.company_id = i.company_id AND v.production = i.production`;

/** The number is written ahead, and its outcome is unknown. */
const isInDoubt = Prisma.sql`i.state = 'submitted' AND i.doubt IS NOT NULL`;

/** Issuances whose outcome is in doubt, the oldest first. */
export const listDoubtful = (db: Database, scope: Tenant, limit: number): Promise<ListedIssuance[]> => db.$queryRaw`
  SELECT ${listedColumns} FROM ${issuances} WHERE ${inScope(scope, "i")} AND ${isInDoubt}
  ORDER BY ${Prisma.raw(since)}, i.id LIMIT ${limit}`;

/** Issuances without a voucher, or without one yet, the newest first. */
export const listWithoutVoucher = (
  db: Database,
  scope: Tenant,
  limit: number,
): Promise<ListedIssuance[]> => db.$queryRaw`
  SELECT ${listedColumns} FROM ${issuances} WHERE ${inScope(scope, "i")} AND i.state <> 'approved'
  ORDER BY ${Prisma.raw(since)} DESC, i.id DESC LIMIT ${limit}`;

export async function findIssuance(db: Database, scope: Tenant, id: number): Promise<IssuanceDetails | undefined> {
  const [row] = await db.$queryRaw<(ListedIssuance & Omit<IssuanceDetails, "issuance">)[]>`
    SELECT ${listedColumns}, i.declared, i.outcome, i.key_closed AS barred FROM ${issuances} WHERE ${inScope(scope, "i")} AND i.id = ${id}`;
  if (!row) return undefined;
  const { declared, outcome, barred, ...issuance } = row;
  return { issuance, declared, outcome, barred };
}

/** How many issuances wait for an operator, by company and environment. Only of one company when it is given. */
export function countUndecided(
  db: Database,
  companyId?: number,
): Promise<{ code: string; production: boolean; issuances: number }[]> {
  const only = companyId === undefined ? Prisma.empty : Prisma.sql`AND i.company_id = ${companyId}`;
  return db.$queryRaw`
    SELECT c.code, i.production, count(*)::int AS issuances FROM issuance i JOIN company c ON c.id = i.company_id
    WHERE ${isInDoubt} AND i.operator_reason IS NOT NULL ${only} GROUP BY c.code, i.production ORDER BY c.code, i.production`;
}

import type { NoVoucher } from "../../domain/issuance-outcome.js";
import { Prisma } from "../generated/client.js";
import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { forEachOf } from "../sql/raw-sql.js";
import { type IssuanceState, recordedAtMs } from "./issuances.js";

/** The state of an issuance, for its job on the operators' board. */
export interface IssuanceJobView {
  revision: number;
  state: IssuanceState;
  voucherNumber: number | null;
  detail: string | null;
  /** Events so far, one line each. */
  history: string[];
  /** Why an operator must decide, and the company. Null while no operator is needed. */
  operator: { why: string; companyCode: string } | null;
}

/** The progress of an issuance. Durations in milliseconds, null while unknown; `recordedAtMs` counts from 1970. */
export interface IssuanceProgress {
  epoch: number | null;
  recordedAtMs: number;
  waitedMs: number | null;
  askedMs: number | null;
  settledMs: number | null;
}

interface JobViewRow extends IssuanceProgress {
  id: number;
  revision: number;
  state: IssuanceState;
  number: number | null;
  outcome: NoVoucher | null;
  requestId: string;
  cae: string | null;
  /** The point of sale that stood in for the one that was asked for, of a voucher under CAEA. */
  substitute?: number | null;
  why?: string | null;
  companyCode?: string;
}

/** The progress of the issuance `i`. */
export const progressColumns = Prisma.sql`
  i.epoch, ${recordedAtMs(Prisma.sql`i.enqueued_at`)},
  (extract(epoch FROM i.submitted_at - i.enqueued_at) * 1000)::int AS "waitedMs",
  (extract(epoch FROM i.settled_at - i.submitted_at) * 1000)::int AS "askedMs",
  (extract(epoch FROM i.settled_at - i.enqueued_at) * 1000)::int AS "settledMs"`;

/** The views by id. Ids that do not exist are left out. */
export async function findJobViews(db: Database, issuanceIds: number[]): Promise<Map<number, IssuanceJobView>> {
  const selectRow = Prisma.sql`
    SELECT i.id, i.revision, i.state::text, i.number, i.outcome, i.request_id AS "requestId", v.cae,
      CASE WHEN v.caea THEN v.pos_number END AS substitute, i.operator_reason AS why,
      c.code AS "companyCode", ${progressColumns}
    FROM issuance i JOIN company c ON c.id = i.company_id LEFT JOIN voucher v ON v.issuance_id = i.id WHERE i.id = wanted.id`;
  const rows = await db.$queryRaw<JobViewRow[]>(prepared("find_job_views")`${forEachOf(issuanceIds, selectRow)}`);
  return new Map(rows.map((row) => [row.id, toJobView(row)]));
}

export function toJobView(row: JobViewRow): IssuanceJobView {
  const { revision, state, number, why, companyCode } = row;
  const operator = why && companyCode ? { why, companyCode } : null;
  return { revision, state, voucherNumber: number, detail: describe(row.outcome), history: tell(row), operator };
}

function tell(row: JobViewRow): string[] {
  const { waitedMs, askedMs, settledMs, substitute } = row;
  // Under CAEA nobody was asked.
  const asked = substitute || waitedMs === null || waitedMs < 0 ? undefined : { waitedMs, askedMs };
  const result = row.cae === null ? describe(row.outcome) : `number ${row.number}${codeOf(row)} ${row.cae}`;
  return [
    `recorded at ${new Date(row.recordedAtMs).toISOString()}, revision ${row.revision}, request ${row.requestId}`,
    ...(asked ? [`submitted after ${asked.waitedMs} ms in line, under epoch ${row.epoch}`] : []),
    ...(settledMs === null
      ? []
      : [
          `${row.state} after ${settledMs} ms${asked ? `, ${asked.askedMs} ms of them with the authority` : ""}: ${result}`,
        ]),
  ];
}

const codeOf = ({ substitute }: JobViewRow): string => (substitute ? ` of point of sale ${substitute}, CAEA` : ", CAE");

function describe(outcome: NoVoucher | null): string | null {
  if (!outcome) return null;
  if (outcome.code === "TAXAUTH_ERROR") return outcome.reasons.map(({ code, msg }) => `(${code}) ${msg}`).join("; ");
  if (outcome.code === "TAXAUTH_CONNECTION_ERROR") return `${outcome.code}: ${outcome.problem.detail}`;
  return outcome.code;
}

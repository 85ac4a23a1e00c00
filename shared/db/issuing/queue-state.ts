import type { SequenceKey } from "../../domain/sequence.js";
import { operatorDecides } from "../incarnation/watermarks.js";
import type { Database, Statements } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { backgroundPositions } from "./places.js";

/** Wait of a caller: how long until it may be its turn, and why it did not come. */
export interface QueueState {
  retryAfterMs: number;
  /**
   * - needsOperator: an earlier number stays unknown until an operator decides. Nothing is issued before.
   * - busy: a number is asked for, or a voucher was made within `withinMs`.
   */
  standstill: "needsOperator" | "busy" | "unknown";
}

interface QueueStateRow {
  ahead: number;
  isAsked: boolean;
  needsOperator: boolean;
  paceMs: number | null;
  isNew: boolean | null;
}

const slowestMs = 60_000;

/** Whether nothing is numbered in any line before an operator has said whether the database went back. */
export async function isHeldForOperator(db: Statements): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ isHeld: boolean }]>`SELECT ${operatorDecides} AS "isHeld"`;
  return row.isHeld;
}

/** The time follows how many stand ahead and the pace of the last vouchers: at least a second, and a minute at most. */
export async function readQueue(db: Database, key: SequenceKey, withinMs: number): Promise<QueueState> {
  const [row] = await db.$queryRaw<QueueStateRow[]>(prepared("read_line")`
    SELECT line.*, pace.* FROM
      (SELECT count(*) FILTER (WHERE i.state = 'submitted' OR i.queue_position < ${backgroundPositions})::int AS ahead,
          coalesce(bool_or(i.state = 'submitted'), false) AS "isAsked",
          coalesce(bool_or(i.operator_reason IS NOT NULL), false) AS "needsOperator"
        FROM issuance i WHERE i.company_id = ${key.companyId} AND i.production = ${key.production}
          AND i.pos_number = ${key.posNumber} AND i.voucher_type = ${key.voucherType} AND i.state IN ('queued', 'submitted')) line,
      (SELECT avg(extract(epoch FROM latest.created_at - latest.submitted_at) * 1000)::float8 AS "paceMs",
          max(latest.created_at) > now() - ${withinMs} * interval '1 millisecond' AS "isNew" FROM (
        SELECT v.created_at, i.submitted_at FROM voucher v JOIN issuance i ON i.id = v.issuance_id
        WHERE v.company_id = ${key.companyId} AND v.production = ${key.production}
          AND v.pos_number = ${key.posNumber} AND v.voucher_type = ${key.voucherType}
        ORDER BY v.voucher_number DESC LIMIT 10) latest) pace`);
  const { ahead = 0, isAsked = false, needsOperator = false, isNew = false } = row ?? {};
  return {
    retryAfterMs: Math.round(Math.min(slowestMs, Math.max(1_000, ahead * (row?.paceMs ?? 1_000)))),
    standstill: needsOperator ? "needsOperator" : isAsked || isNew ? "busy" : "unknown",
  };
}

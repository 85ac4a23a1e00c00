import { Prisma } from "../generated/client.js";
import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import {
  type ApproveResult,
  type GrantedBatch,
  type RecordedRow,
  recordedColumns,
  recordVouchers,
  withVouchers,
} from "./approve.js";
import { fenceSequences, type LockTimeout, openOfSeq, rowsAt } from "./batch-fence.js";
import { isTaken, takeQuota } from "./quota.js";
import { type Submission, submissionColumns } from "./submissions.js";
import {
  limitsOf,
  lineColumns,
  pickNext,
  type SubmitOrder,
  submitPicked,
  toSubmitResult,
  type WriteAheadRow,
} from "./write-ahead.js";

interface ApproveAndSubmitRow extends WriteAheadRow {
  slot: number;
  recorded: RecordedRow[] | null;
  submissions: Submission[] | null;
}

/** The sequence has another open number, or not all of its grants were recorded. */
const hasOpen = Prisma.sql`
  NOT EXISTS (SELECT FROM recorded WHERE recorded.slot = seq.slot) OR
  EXISTS (SELECT FROM issuance i WHERE ${openOfSeq} AND i.id NOT IN (SELECT id FROM recorded) OFFSET 0)
  OR EXISTS (SELECT FROM g WHERE g.slot = seq.slot AND g.id NOT IN (SELECT id FROM recorded))`;

/**
 * `approve` and then `submitNext`, for sequences that probably have more in line: one statement, one commit, one disk flush
 * between two calls to the authority. Writes nothing ahead in a sequence that has another open number. Undefined when superseded.
 * Source: issuer/README.md, section 2, steps 4, 5 and 7.
 */
export async function approveAndSubmit(
  db: Database,
  all: (GrantedBatch & SubmitOrder)[],
  patience?: LockTimeout,
): Promise<(ApproveResult | undefined)[]> {
  const limits = limitsOf(all);
  const rows = await db.$queryRaw<ApproveAndSubmitRow[]>(prepared(`approve_and_submit${limits.suffix}`)`
    WITH ${fenceSequences(all, patience)},
    ${recordVouchers(all)},
    ${pickNext(limits, hasOpen)},
    room AS MATERIALIZED (${takeQuota("recorded", "picked")}),
    ${submitPicked(all, "numbered")}
    SELECT wanted.slot::int, ${lineColumns},
      (SELECT json_agg(r) FROM (
        SELECT ${recordedColumns} FROM recorded i JOIN v ON v.issuance_id = i.id WHERE i.slot = wanted.slot) r) AS recorded,
      (SELECT json_agg(r ORDER BY r.number) FROM (
        SELECT ${submissionColumns} FROM submitted i WHERE i.slot = wanted.slot) r) AS submissions
    FROM wanted LEFT JOIN seq ON seq.slot = wanted.slot WHERE ${isTaken("room")}`);
  return all.map(({ approvals }, at) => {
    const [row] = rowsAt(rows, at);
    if (!row?.current) return undefined;
    const next = toSubmitResult(row, row.submissions ?? []);
    return { approved: withVouchers(approvals, row.recorded ?? []), othersWait: next.outcome !== "drained", next };
  });
}

import type { AuthorityMessage } from "../../domain/cae-outcome.js";
import type { SequenceKey } from "../../domain/sequence.js";
import { Prisma } from "../generated/client.js";
import type { OwnedSequence } from "../issuing/sequences.js";
import { fence } from "../issuing/submissions.js";
import type { Database, Transaction } from "../pool/database.js";
import { isOpenReport, type OpenReport, ofSequence, reportColumns } from "./reports.js";

/** A report about which a person may decide. */
export type RefusedReport = Omit<OpenReport, "state"> & {
  state: OpenReport["state"] | "givenUp";
  /** The lowest number before it whose report is open. Null when none is. */
  openBefore: number | null;
};

/** After how many tries without an outcome a report is a person's matter too: its content may be the cause. */
export const triesWithoutOutcome = 10;

/** A report of the sequence that the authority refused or gives no outcome of, or that was given up. Undefined when it is none of these. */
export async function readRefusedReport(
  db: Database,
  key: SequenceKey,
  voucherId: number,
): Promise<RefusedReport | undefined> {
  const [report] = await db.$queryRaw<RefusedReport[]>`
    SELECT ${reportColumns}, (SELECT min(b.voucher_number) FROM caea_report b
        WHERE b.company_id = r.company_id AND b.production = r.production AND b.pos_number = r.pos_number AND b.voucher_type = r.voucher_type
          AND b.voucher_number < r.voucher_number AND b.state <> 'reported' AND b.state <> 'givenUp') AS "openBefore"
    FROM caea_report r JOIN caea a ON a.id = r.caea_id JOIN voucher v ON v.id = r.voucher_id
    WHERE ${ofSequence(key)} AND r.voucher_id = ${voucherId}
      AND (r.state IN ('rejected', 'givenUp') OR r.state <> 'reported' AND r.attempt_count >= ${triesWithoutOutcome})`;
  return report;
}

/** A person's last word about a report. */
export type Resolution =
  | { decision: "adopt"; observations: AuthorityMessage[] }
  /**
   * `why`: kept where the authority gave no reason. `isGap`: the authority expects the number, and takes no higher one. `andBehind`: why
   * those with higher numbers are given up too; undefined when they are not.
   */
  | { decision: "giveUp"; why: AuthorityMessage[]; isGap: boolean; andBehind: AuthorityMessage[] | undefined };

/** Records it, if the report is still in the state that was read. Gives the numbers it concerns; none when superseded. */
export async function resolveReport(
  tx: Transaction,
  taken: OwnedSequence,
  { voucherId, state, number }: Pick<RefusedReport, "voucherId" | "state" | "number">,
  resolution: Resolution,
): Promise<number[]> {
  const locked = await tx.$queryRaw<unknown[]>`
    WITH seq AS MATERIALIZED (${fence(taken)})
    SELECT 1 FROM seq, caea_report r WHERE ${ofSequence(taken.key)} AND r.voucher_id = ${voucherId} AND r.state = ${state} FOR UPDATE OF r`;
  if (locked.length === 0) return [];
  const changed = await (resolution.decision === "adopt"
    ? adopt(tx, taken.key, number, resolution.observations)
    : giveUp(tx, taken.key, number, resolution));
  return changed.map((one) => one.number).sort((one, other) => one - other);
}

/** The authority has this number, so it went on without every lower number that was given up. */
async function adopt(tx: Transaction, key: SequenceKey, number: number, observations: AuthorityMessage[]) {
  await tx.$executeRaw`UPDATE caea_report r SET gap = false WHERE ${ofSequence(key)} AND r.gap AND r.voucher_number <= ${number}`;
  return tx.$queryRaw<{ number: number }[]>`
    UPDATE caea_report r SET state = 'reported', errors = '[]', observations = ${JSON.stringify(observations)}::jsonb, declared = NULL,
      reported_at = clock_timestamp(), attempt_count = 0, hidden_since = NULL
    WHERE ${ofSequence(key)} AND r.voucher_number = ${number} RETURNING r.voucher_number AS number`;
}

function giveUp(
  tx: Transaction,
  key: SequenceKey,
  number: number,
  { why, isGap, andBehind }: Extract<Resolution, { decision: "giveUp" }>,
) {
  const behind = andBehind ? Prisma.sql`OR r.voucher_number > ${number} AND ${isOpenReport("r")}` : Prisma.empty;
  return tx.$queryRaw<{ number: number }[]>`
    UPDATE caea_report r SET state = 'givenUp', gap = ${isGap}, attempt_count = 0, hidden_since = NULL,
      errors = CASE WHEN r.errors <> '[]' THEN r.errors WHEN r.voucher_number = ${number} THEN ${JSON.stringify(why)}::jsonb
        ELSE ${JSON.stringify(andBehind ?? [])}::jsonb END
    WHERE ${ofSequence(key)} AND (r.voucher_number = ${number} ${behind}) RETURNING r.voucher_number AS number`;
}

import type { SequenceKey } from "../../domain/sequence.js";
import type { Database } from "../database.js";

/** What is open on one sequence. */
export interface WaitingLine extends SequenceKey {
  /** Issuances whose turn has not come. */
  waiting: number;
  /** How long the first of them has waited; 0 when none does. */
  waitingSeconds: number;
  /** How long a number has been written ahead without an answer; 0 when none is. */
  unresolvedSeconds: number;
  /** Nobody could tell what became of that number. */
  unconfirmed: boolean;
  /** It stays so until a person decides. */
  needsOperator: boolean;
}

/** Every sequence with something open. Only open issuances are read, through the index of the lines. */
export const listWaitingLines = (db: Database): Promise<WaitingLine[]> => db.$queryRaw<WaitingLine[]>`
  SELECT company_id AS "companyId", production, pos_number AS "posNumber", voucher_type AS "voucherType",
    count(*) FILTER (WHERE state = 'queued')::int AS waiting,
    coalesce(extract(epoch FROM now() - min(armed_at) FILTER (WHERE state = 'queued')), 0)::float8 AS "waitingSeconds",
    coalesce(extract(epoch FROM now() - min(submitted_at) FILTER (WHERE state = 'submitted')), 0)::float8 AS "unresolvedSeconds",
    bool_or(doubt IS NOT DISTINCT FROM 'unconfirmed') AS unconfirmed, bool_or(why IS NOT NULL) AS "needsOperator"
  FROM issuance WHERE state IN ('queued', 'submitted')
  GROUP BY company_id, production, pos_number, voucher_type`;

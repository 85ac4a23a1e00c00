import type { SequenceKey } from "../../domain/sequence.js";
import type { Statements } from "../pool/database.js";

/** The open issuances of one sequence. */
export interface QueueDepth extends SequenceKey {
  /** The number of issuances in line whose callers wait. */
  waiting: number;
  /** The number of elements of batches in line. Nobody waits for their answers. */
  elements: number;
  /** How long the oldest issuance whose caller waits has been in line. 0 when there is none. */
  waitingSeconds: number;
  /** How long ago the oldest open number was written ahead. 0 when there is none. */
  unresolvedSeconds: number;
  /** The outcome of an open number is unknown. */
  unconfirmed: boolean;
  /** The outcome of an open number stays unknown until an operator decides. */
  needsOperator: boolean;
}

/** All sequences with open issuances. Reads only open issuances, through the index of the lines. */
export const listQueueDepths = (db: Statements): Promise<QueueDepth[]> => db.$queryRaw<QueueDepth[]>`
  SELECT company_id AS "companyId", production, pos_number AS "posNumber", voucher_type AS "voucherType",
    count(*) FILTER (WHERE state = 'queued' AND NOT patient)::int AS waiting,
    count(*) FILTER (WHERE state = 'queued' AND patient)::int AS elements,
    coalesce(extract(epoch FROM now() - min(armed_at) FILTER (WHERE state = 'queued' AND NOT patient)), 0)::float8 AS "waitingSeconds",
    coalesce(extract(epoch FROM now() - min(submitted_at) FILTER (WHERE state = 'submitted')), 0)::float8 AS "unresolvedSeconds",
    bool_or(doubt IS NOT DISTINCT FROM 'unconfirmed') AS unconfirmed, bool_or(why IS NOT NULL) AS "needsOperator"
  FROM public.issuance WHERE state IN ('queued', 'submitted')
  GROUP BY company_id, production, pos_number, voucher_type`;

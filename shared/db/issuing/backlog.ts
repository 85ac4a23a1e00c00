import { maxPrintTries } from "../../domain/print-tries.js";
import type { SequenceKey } from "../../domain/sequence.js";
import type { Statements } from "../pool/database.js";

/** The work that is still to be done, by the database. The queues may lack some of it. */
export interface Backlog {
  queued: number;
  /** Elements of batches in line, for which nobody waits. */
  elements: number;
  submitted: number;
  unconfirmed: number;
  pdfsDue: number;
  /** PDFs that failed too often: each waits until somebody asks for it. */
  pdfsAside: number;
  mailsDue: number;
  /** Mails that wait for the next day, because their company used up those of this day. */
  mailsOverLimit: number;
}

export async function countBacklog(db: Statements): Promise<Backlog> {
  const [backlog] = await db.$queryRaw<[Backlog]>`
    SELECT count(*) FILTER (WHERE state = 'queued' AND NOT is_background)::int AS queued,
      count(*) FILTER (WHERE state = 'queued' AND is_background)::int AS elements,
      count(*) FILTER (WHERE state = 'submitted')::int AS submitted,
      count(*) FILTER (WHERE doubt = 'unconfirmed')::int AS unconfirmed,
      (SELECT count(*)::int FROM public.voucher v WHERE NOT has_pdf AND source <> 'rcel'
        AND NOT EXISTS (SELECT 1 FROM public.print_attempt t WHERE t.voucher_id = v.id AND t.versions = '1' AND t.attempt_count >= ${maxPrintTries})) AS "pdfsDue",
      (SELECT count(*)::int FROM public.print_attempt WHERE attempt_count >= ${maxPrintTries}) AS "pdfsAside",
      (SELECT count(*)::int FROM public.recipient WHERE state = 'due' AND NOT over_limit) AS "mailsDue",
      (SELECT count(*)::int FROM public.recipient WHERE state = 'due' AND over_limit) AS "mailsOverLimit"
    FROM public.issuance WHERE state IN ('queued', 'submitted')`;
  return backlog;
}

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
    count(*) FILTER (WHERE state = 'queued' AND NOT is_background)::int AS waiting,
    count(*) FILTER (WHERE state = 'queued' AND is_background)::int AS elements,
    coalesce(extract(epoch FROM now() - min(enqueued_at) FILTER (WHERE state = 'queued' AND NOT is_background)), 0)::float8 AS "waitingSeconds",
    coalesce(extract(epoch FROM now() - min(submitted_at) FILTER (WHERE state = 'submitted')), 0)::float8 AS "unresolvedSeconds",
    bool_or(doubt IS NOT DISTINCT FROM 'unconfirmed') AS unconfirmed, bool_or(operator_reason IS NOT NULL) AS "needsOperator"
  FROM public.issuance WHERE state IN ('queued', 'submitted')
  GROUP BY company_id, production, pos_number, voucher_type`;

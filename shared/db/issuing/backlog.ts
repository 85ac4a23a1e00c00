import { maxPrintTries } from "../../domain/print-tries.js";
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
    SELECT count(*) FILTER (WHERE state = 'queued' AND NOT patient)::int AS queued,
      count(*) FILTER (WHERE state = 'queued' AND patient)::int AS elements,
      count(*) FILTER (WHERE state = 'submitted')::int AS submitted,
      count(*) FILTER (WHERE doubt = 'unconfirmed')::int AS unconfirmed,
      (SELECT count(*)::int FROM public.voucher v WHERE NOT has_pdf AND source <> 'rcel'
        AND NOT EXISTS (SELECT 1 FROM public.print_try t WHERE t.voucher_id = v.id AND t.versions = '1' AND t.tries >= ${maxPrintTries})) AS "pdfsDue",
      (SELECT count(*)::int FROM public.print_try WHERE tries >= ${maxPrintTries}) AS "pdfsAside",
      (SELECT count(*)::int FROM public.recipient WHERE state = 'due' AND NOT over_limit) AS "mailsDue",
      (SELECT count(*)::int FROM public.recipient WHERE state = 'due' AND over_limit) AS "mailsOverLimit"
    FROM public.issuance WHERE state IN ('queued', 'submitted')`;
  return backlog;
}

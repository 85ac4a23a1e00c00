import type { Statements } from "../database.js";

/** The work that is still to be done, by the database. The queues may lack some of it. */
export interface Backlog {
  queued: number;
  submitted: number;
  unconfirmed: number;
  pdfsDue: number;
  mailsDue: number;
}

export async function countBacklog(db: Statements): Promise<Backlog> {
  const [backlog] = await db.$queryRaw<[Backlog]>`
    SELECT count(*) FILTER (WHERE state = 'queued')::int AS queued,
      count(*) FILTER (WHERE state = 'submitted')::int AS submitted,
      count(*) FILTER (WHERE doubt = 'unconfirmed')::int AS unconfirmed,
      (SELECT count(*)::int FROM public.voucher WHERE NOT has_pdf AND source <> 'rcel') AS "pdfsDue",
      (SELECT count(*)::int FROM public.recipient WHERE state = 'due') AS "mailsDue"
    FROM public.issuance WHERE state IN ('queued', 'submitted')`;
  return backlog;
}

import type { Statements } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";

/**
 * Claims checkouts that it is time to ask about, in turns by company: the first of each before the second of any, so that one that has many holds
 * up no other. Each is claimed by its next time, before anybody asks: every 30 seconds in the first hour, every 15 minutes to 72 hours, then
 * hourly while a payment of it is pending, 30 days at most.
 */
export const claimCheckouts = (db: Statements, limit: number): Promise<{ id: number; reference: string }[]> =>
  db.$queryRaw(prepared("claim_checkouts")`
    WITH due AS (
      SELECT id, ask_at, row_number() OVER (PARTITION BY company_id ORDER BY ask_at, id) AS turn FROM public.checkout WHERE ask_at <= now()
    ),
    -- Looks at the time again, on the row that is locked: another process may have claimed it meanwhile.
    claimed AS MATERIALIZED (
      SELECT c.id FROM due JOIN public.checkout c ON c.id = due.id AND c.ask_at <= now()
      ORDER BY due.turn, due.ask_at, due.id LIMIT ${limit} FOR UPDATE OF c SKIP LOCKED
    )
    UPDATE public.checkout c SET closed_at = CASE WHEN c.ends_at <= now() THEN coalesce(c.closed_at, now()) ELSE c.closed_at END,
      ask_at = CASE
        WHEN c.created_at > now() - interval '1 hour' THEN now() + interval '30 seconds'
        WHEN c.created_at > now() - interval '72 hours' THEN now() + interval '15 minutes'
        WHEN c.created_at > now() - interval '30 days' AND EXISTS (SELECT FROM public.payment p WHERE p.checkout_id = c.id AND p.state = 'pending')
          THEN now() + interval '1 hour' END
    FROM claimed WHERE c.id = claimed.id
    RETURNING c.id, c.reference`);

/** Records that the provider told of a payment. One that turned out to be of others is not looked at again for a day. */
export async function recordNotice(db: Statements, providerId: string): Promise<void> {
  await db.$executeRaw`
    INSERT INTO public.payment_notice AS n (provider_id) VALUES (${providerId})
    ON CONFLICT (provider_id) DO UPDATE SET due_at = now() WHERE NOT n.is_strange`;
  await db.$executeRaw`
    UPDATE public.payment_watch SET notified_at = now() WHERE notified_at IS NULL OR notified_at < now() - interval '1 second'`;
}

/** A payment to read at the provider. `dueAt` says which notification it is about. */
export interface DueNotice {
  providerId: string;
  dueAt: string;
}

/**
 * Claims due notices for a minute, the oldest first: a process that ends meanwhile leaves them for the next. They take no turns: a notice names a
 * payment, and whose it is nobody knows before it is read. None holds up the others for long, because each stands for a payment that the
 * provider signed for, is read once, and one that could not be read goes to the end.
 */
export const claimNotices = (db: Statements, limit: number): Promise<DueNotice[]> =>
  db.$queryRaw`
    UPDATE public.payment_notice n SET due_at = now() + interval '1 minute'
    WHERE n.provider_id IN (SELECT provider_id FROM public.payment_notice WHERE due_at <= now() ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING n.provider_id AS "providerId", n.due_at::text AS "dueAt"`;

/** Ends a notice. One that came meanwhile stays due. */
export async function endNotice(db: Statements, { providerId, dueAt }: DueNotice, isStrange: boolean): Promise<void> {
  await db.$executeRaw`
    UPDATE public.payment_notice SET due_at = NULL, is_strange = ${isStrange}
    WHERE provider_id = ${providerId} AND due_at = ${dueAt}::timestamptz`;
}

/** Forgets those of before yesterday. */
export const forgetNotices = (db: Statements): Promise<number> =>
  db.$executeRaw`DELETE FROM public.payment_notice WHERE due_at IS NULL AND received_at < now() - interval '1 day'`;

/** Whether it is this process's turn to list the payments of 30 days. Once a day; again in an hour where it fails. */
export const claimListing = async (db: Statements): Promise<boolean> =>
  (await db.$executeRaw`UPDATE public.payment_watch SET list_at = now() + interval '1 hour' WHERE list_at <= now()`) >
  0;

export async function endListing(db: Statements): Promise<void> {
  await db.$executeRaw`UPDATE public.payment_watch SET list_at = now() + interval '1 day', listed_at = now()`;
}

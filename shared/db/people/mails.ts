import type { Statements } from "../pool/database.js";
import { toSignInName } from "./sign-in-name.js";
import { noteUser } from "./user-events.js";

/** `invite` and `reset` bring a link to set a password; `password-changed` says that one was set. */
export type PersonMailKind = "invite" | "reset" | "password-changed";

/** Says to a person that their password was changed. */
export async function queuePasswordChanged(db: Statements, personId: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO public.person_mail (person_id, kind) VALUES (${personId}, 'password-changed') ON CONFLICT DO NOTHING`;
}

/** Queues a company's invitation, at most one in ten minutes. Gives whether there is a new one. */
export async function queueInvitation(db: Statements, personId: number, companyId: number): Promise<boolean> {
  const queued = await db.$executeRaw`
    INSERT INTO public.person_mail (person_id, company_id, kind)
    SELECT ${personId}::int, ${companyId}::int, 'invite'
    WHERE NOT EXISTS (SELECT FROM public.person_mail m WHERE m.person_id = ${personId} AND m.company_id = ${companyId}
      AND m.kind = 'invite' AND m.created_at > now() - interval '10 minutes')
    ON CONFLICT DO NOTHING`;
  return queued > 0;
}

/**
 * Queues the mail by which a person chooses a new password, at most one an hour, and notes it. For a name without a person nothing
 * happens. It answers neither way, so nobody learns from it who is a person here.
 */
export async function askForReset(db: Statements, email: string): Promise<void> {
  const queued = await db.$executeRaw`
    INSERT INTO public.person_mail (person_id, kind)
    SELECT p.id, 'reset' FROM public.person p
    WHERE p.email = ${toSignInName(email)} AND NOT EXISTS (SELECT FROM public.person_mail m
      WHERE m.person_id = p.id AND m.kind = 'reset' AND m.created_at > now() - interval '1 hour')
    ON CONFLICT DO NOTHING`;
  if (queued > 0) await noteUser(db, toSignInName(email), "user.password.asked");
}

/** A mail that is to be sent to a person. */
export interface DuePersonMail {
  id: number;
  kind: PersonMailKind;
  personId: number;
  email: string;
  /** As the person gave it. */
  name: string | null;
  /** Inviting company. */
  companyId: number | null;
  companyName: string | null;
}

export const duePersonMails = (db: Statements, limit: number): Promise<DuePersonMail[]> =>
  db.$queryRaw`
    SELECT m.id, m.kind, p.id AS "personId", p.email, p.name, c.id AS "companyId", c.name AS "companyName"
    FROM public.person_mail m JOIN public.person p ON p.id = m.person_id LEFT JOIN public.company c ON c.id = m.company_id
    WHERE m.state = 'due' AND m.due_at <= now() ORDER BY m.due_at LIMIT ${limit}`;

/** How many mails to people left in the last minute, or are leaving. */
export async function countMailsOfMinute(db: Statements): Promise<number> {
  const [counted] = await db.$queryRaw<[{ mails: number }]>`
    SELECT (SELECT count(*) FROM public.person_mail WHERE sent_at > now() - interval '1 minute')::int
      + (SELECT count(*) FROM public.person_mail WHERE state = 'due' AND is_claimed)::int AS mails`;
  return counted.mails;
}

/** Forgets mails of a month ago. */
export async function forgetOldMails(db: Statements): Promise<void> {
  await db.$executeRaw`DELETE FROM public.person_mail WHERE state <> 'due' AND created_at < now() - interval '30 days'`;
}

/** The last invitation of a person by a company. */
export interface LastInvitation {
  personId: number;
  state: "due" | "sent" | "failed";
  created: string;
}

/** The last invitation of each person of a company, as far as mails are kept. */
export async function listInvitations(db: Statements, companyId: number): Promise<LastInvitation[]> {
  const rows = await db.$queryRaw<(Omit<LastInvitation, "created"> & { createdAt: Date })[]>`
    SELECT DISTINCT ON (person_id) person_id AS "personId", state::text AS state, created_at AS "createdAt"
    FROM public.person_mail WHERE company_id = ${companyId} AND kind = 'invite' ORDER BY person_id, id DESC`;
  return rows.map(({ createdAt, ...invitation }) => ({ ...invitation, created: createdAt.toISOString() }));
}

/** Whether mails to people wait though they are due since minutes: no mailer sends them, or it cannot. */
export async function haveMailsWaited(db: Statements): Promise<boolean> {
  const [some] = await db.$queryRaw<unknown[]>`
    SELECT FROM public.person_mail
    WHERE state = 'due' AND NOT is_claimed AND due_at < now() - interval '2 minutes' LIMIT 1`;
  return some !== undefined;
}

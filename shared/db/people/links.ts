import type { Statements, Transaction } from "../pool/database.js";
import { hashOfSecret, newSecret } from "./sessions.js";

/** A company's invitation can be used for this long. */
const invitationHours = 48;
/** A link that somebody asked for themselves, who waits for it. */
const resetHours = 1;

/**
 * Makes a link by which a person sets a password: that of a company's invitation, or the one that they asked for, which ends those that
 * they asked for before. Gives its secret, which is stored nowhere.
 */
export async function makeLink(db: Statements, personId: number, companyId: number | null = null): Promise<string> {
  const secret = newSecret();
  const hours = companyId === null ? resetHours : invitationHours;
  await db.$executeRaw`
    WITH before AS (
      DELETE FROM public.person_link WHERE person_id = ${personId} AND company_id IS NULL AND ${companyId}::int IS NULL
    )
    INSERT INTO public.person_link (person_id, company_id, token_hash, expires_at)
    VALUES (${personId}, ${companyId}, ${hashOfSecret(secret)}, now() + make_interval(hours => ${hours}::int))`;
  return secret;
}

/** Finds the person of a link; undefined when it was used, is too old, or never was. */
export async function findLinkOwner(db: Statements, secret: string): Promise<LinkOwner | undefined> {
  const [owner] = await db.$queryRaw<LinkOwner[]>`
    SELECT p.id, p.email, l.company_id AS "companyId", p.password IS NOT NULL AS "hasPassword"
    FROM public.person_link l JOIN public.person p ON p.id = l.person_id
    WHERE l.token_hash = ${hashOfSecret(secret)} AND l.expires_at > now()`;
  return owner;
}

export interface LinkOwner {
  id: number;
  email: string;
  /** Inviting company. Null: they asked for a new password. */
  companyId: number | null;
  hasPassword: boolean;
}

/** Whether a link sets a password. An invitation sets the first one alone: who has one accepts it once they are signed in. */
export const setsPassword = ({ companyId, hasPassword }: LinkOwner): boolean => companyId === null || !hasPassword;

/** Forgets the link that was used, and those that were asked for. Invitations of others wait to be accepted. */
export async function forgetUsedLinks(tx: Transaction, personId: number, secret: string | undefined): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM public.person_link
    WHERE person_id = ${personId} AND (company_id IS NULL OR token_hash = ${hashOfSecret(secret ?? "")})`;
}

/** Where a link leads to, below the address of the application. */
export const linkPath = (secret: string): string => `/app/password?token=${secret}`;

/** Forgets links that are too old. */
export async function forgetOldLinks(db: Statements): Promise<void> {
  await db.$executeRaw`DELETE FROM public.person_link WHERE expires_at < now()`;
}

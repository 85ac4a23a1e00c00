import { createHash, randomBytes } from "node:crypto";
import type { Statements, Transaction } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";

/** A signed-in person. */
export interface Session {
  id: number;
  personId: number;
  email: string;
  name: string | null;
  created: string;
}

/** A session ends after this time without a request. */
export const idleHours = 12;

/** A secret of 256 bits, as a cookie or a link carries it. Only its hash is stored. */
export const newSecret = (): string => randomBytes(32).toString("base64url");
export const hashOfSecret = (secret: string) => new Uint8Array(createHash("sha256").update(secret).digest());

/** From where a session was begun. */
export interface Visitor {
  address: string;
  agent: string;
}

/** Begins a session. Gives the secret of its cookie. */
export async function beginSession(db: Statements, personId: number, { address, agent }: Visitor): Promise<string> {
  const secret = newSecret();
  await db.$executeRaw`
    INSERT INTO public.person_session (person_id, token_hash, address, agent)
    VALUES (${personId}, ${hashOfSecret(secret)}, ${address.slice(0, 100)}, ${agent.slice(0, 300)})`;
  return secret;
}

type FoundSession = Omit<Session, "created"> & { createdAt: Date; isStale: boolean };

/** The session with this cookie; undefined when it ended. Notes at most once a minute that it is used. */
export async function findSession(db: Statements, secret: string): Promise<Session | undefined> {
  const [found] = await db.$queryRaw<FoundSession[]>(prepared("find_session")`
    SELECT s.id, s.person_id AS "personId", p.email, p.name, s.created_at AS "createdAt",
      s.last_used_at < now() - interval '1 minute' AS "isStale"
    FROM public.person_session s JOIN public.person p ON p.id = s.person_id
    WHERE s.token_hash = ${hashOfSecret(secret)} AND s.last_used_at > now() - make_interval(hours => ${idleHours}::int)`);
  if (!found) return undefined;
  const { isStale, createdAt, ...session } = found;
  if (isStale) await db.$executeRaw`UPDATE public.person_session SET last_used_at = now() WHERE id = ${session.id}`;
  return { ...session, created: createdAt.toISOString() };
}

export async function endSession(db: Statements, secret: string): Promise<void> {
  await db.$executeRaw`DELETE FROM public.person_session WHERE token_hash = ${hashOfSecret(secret)}`;
}

/** Ends all sessions of a person. */
export async function endSessions(db: Statements | Transaction, personId: number): Promise<void> {
  await db.$executeRaw`DELETE FROM public.person_session WHERE person_id = ${personId}`;
}

/** Forgets sessions that ended by themselves. */
export async function forgetEndedSessions(db: Statements): Promise<void> {
  await db.$queryRaw`SELECT public.purge_sessions()::text`;
}

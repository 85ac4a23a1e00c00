import type { Statements } from "../pool/database.js";
import { idleHours } from "./sessions.js";

/** Where a person is signed in. */
export interface OpenSession {
  id: number;
  address: string | null;
  agent: string | null;
  created: string;
  seen: string;
}

/** The sessions of a person, the latest used first. */
export async function listSessions(db: Statements, personId: number): Promise<OpenSession[]> {
  const rows = await db.$queryRaw<(Omit<OpenSession, "created" | "seen"> & { createdAt: Date; seenAt: Date })[]>`
    SELECT id, address, agent, created_at AS "createdAt", last_used_at AS "seenAt" FROM public.person_session
    WHERE person_id = ${personId} AND last_used_at > now() - make_interval(hours => ${idleHours}::int)
    ORDER BY last_used_at DESC, id DESC LIMIT 50`;
  return rows.map(({ createdAt, seenAt, ...session }) => ({
    ...session,
    created: createdAt.toISOString(),
    seen: seenAt.toISOString(),
  }));
}

/** Signs a person out everywhere but in this session. */
export async function endOtherSessions(db: Statements, personId: number, keptId: number): Promise<void> {
  await db.$executeRaw`DELETE FROM public.person_session WHERE person_id = ${personId} AND id <> ${keptId}`;
}

export async function rename(db: Statements, personId: number, name: string | null): Promise<void> {
  await db.$executeRaw`UPDATE public.person SET name = ${name} WHERE id = ${personId}`;
}

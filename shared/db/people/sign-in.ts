import type { Database } from "../database.js";
import { isPassword } from "./passwords.js";
import { beginSession, type Visitor } from "./sessions.js";
import { clearFailures, countTry } from "./sign-in-failures.js";
import { toSignInName } from "./sign-in-name.js";

/** How a sign-in went. `secret` is the new session's, for its cookie. */
export type SignedIn = { secret: string } | { refused: "wrong" } | Locked;

/** The name had too many failures. `untilMs` is in milliseconds since the epoch. */
export interface Locked {
  refused: "locked";
  untilMs: number;
}

/**
 * Signs a person in. Who does not know the password cannot learn whether there is such a person: for any name it is the same work
 * and the same answer. A locked name is refused without work, also to whoever knows its password.
 */
export async function signIn(
  db: Database,
  { email, password, visitor }: { email: string; password: string; visitor: Visitor },
): Promise<SignedIn> {
  const name = toSignInName(email);
  const untilMs = await countTry(db, name);
  if (untilMs !== undefined) return { refused: "locked", untilMs };
  const [person] = await db.$queryRaw<{ id: number; password: string | null }[]>`
    SELECT id, password FROM public.person WHERE email = ${name}`;
  const stored = person?.password ?? null;
  if (!(await isPassword(password, stored)) || !person) return { refused: "wrong" };

  return db.$transaction(async (tx) => {
    // A change of the password waits for this session, and ends it; or this sign-in comes too late.
    const [same] = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM public.person WHERE id = ${person.id} AND password = ${stored} FOR SHARE`;
    if (!same) return { refused: "wrong" };
    await clearFailures(tx, name);
    return { secret: await beginSession(tx, person.id, visitor) };
  });
}

import type { Database } from "../pool/database.js";
import { isPassword } from "./passwords.js";
import { beginSession, type Visitor } from "./sessions.js";
import { clearFailures, countTry } from "./sign-in-failures.js";
import { toSignInName } from "./sign-in-name.js";
import { noteUser } from "./user-events.js";

/** How a sign-in went. `secret` is the new session's, for its cookie. */
export type SignInResult = StartedSession | WrongPassword | LockedName;

interface StartedSession {
  secret: string;
  personId: number;
}

/** `isLast`: the name is locked from now on. */
interface WrongPassword {
  refused: "wrong";
  isLast: boolean;
}

/** The name had too many failures. `untilMs` is in milliseconds since the epoch. */
export interface LockedName {
  refused: "locked";
  untilMs: number;
}

/**
 * Signs a person in. Who does not know the password cannot learn whether there is such a person: for any name it is the same work
 * and the same answer. Only a person's failure is written into audit logs, so that is left to `afterwards`, once the answer is on its
 * way. A locked name is refused without work, also to whoever knows its password.
 */
export async function signIn(
  db: Database,
  { email, password, visitor }: { email: string; password: string; visitor: Visitor },
  afterwards: (task: () => Promise<unknown>) => void,
): Promise<SignInResult> {
  const name = toSignInName(email);
  const counted = await countTry(db, name);
  if ("untilMs" in counted) return { refused: "locked", ...counted };
  const [person] = await db.$queryRaw<{ id: number; password: string | null }[]>`
    SELECT id, password FROM public.person WHERE email = ${name}`;
  const stored = person?.password ?? null;
  const isRight = await isPassword(password, stored);
  const signedIn = isRight && person ? await enter(db, { id: person.id, name, stored, visitor }) : undefined;
  if (signedIn) return signedIn;
  afterwards(() => noteWrong(db, name, counted.isLast));
  return { refused: "wrong", isLast: counted.isLast };
}

/** Undefined when the password was changed meanwhile. */
function enter(
  db: Database,
  { id, name, stored, visitor }: { id: number; name: string; stored: string | null; visitor: Visitor },
): Promise<StartedSession | undefined> {
  return db.$transaction(async (tx) => {
    // A change of the password waits for this session, and ends it; or this sign-in comes too late.
    const [same] = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM public.person WHERE id = ${id} AND password = ${stored} FOR SHARE`;
    if (!same) return undefined;
    await clearFailures(tx, name);
    await noteUser(tx, name, "user.sign_in");
    return { secret: await beginSession(tx, id, visitor), personId: id };
  });
}

/** Notes a wrong password, and the lock that it brings. */
export async function noteWrong(db: Database, name: string, isLast: boolean): Promise<void> {
  await noteUser(db, name, "user.sign_in.failed");
  if (isLast) await noteUser(db, name, "user.sign_in.locked");
}

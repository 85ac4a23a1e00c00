import { type PasswordFault, passwordFault } from "../../domain/password-rule.js";
import type { Database, Transaction } from "../database.js";
import { findLinkOwner } from "./links.js";
import { queuePasswordChanged } from "./mails.js";
import { hashPassword, isPassword } from "./passwords.js";
import { beginSession, endSessions, type Visitor } from "./sessions.js";
import type { Locked } from "./sign-in.js";
import { clearFailures, countTry } from "./sign-in-failures.js";

/** Sets the password of the person who got the link. `gone`: it was used, it is too old, or there never was one. */
export async function setPassword(
  db: Database,
  secret: string,
  password: string,
): Promise<{ email: string } | { refused: "gone" | PasswordFault }> {
  const owner = await findLinkOwner(db, secret);
  if (!owner) return { refused: "gone" };
  const fault = passwordFault(password, owner.email);
  if (fault) return { refused: fault };
  const hash = await hashPassword(password);
  return db.$transaction(async (tx) => {
    await lockPerson(tx, owner.id);
    // Of two who come with links of one person, the second finds none.
    if (!(await findLinkOwner(tx, secret))) return { refused: "gone" };
    await storePassword(tx, owner, hash);
    return { email: owner.email };
  });
}

/** Changes the password of a signed-in person. All sessions end; `secret` is that of a new one. */
export async function changePassword(
  db: Database,
  personId: number,
  { old, next, visitor }: { old: string; next: string; visitor: Visitor },
): Promise<{ secret: string } | { refused: "wrong" | PasswordFault } | Locked> {
  const person = await readPerson(db, personId);
  if (!person) return { refused: "wrong" };
  const fault = passwordFault(next, person.email);
  if (fault) return { refused: fault };
  // Whoever found a session open must not find the password out here.
  const untilMs = await countTry(db, person.email);
  if (untilMs !== undefined) return { refused: "locked", untilMs };
  if (!(await isPassword(old, person.password))) return { refused: "wrong" };
  const hash = await hashPassword(next);
  return db.$transaction(async (tx) => {
    await lockPerson(tx, personId);
    if ((await readPerson(tx, personId))?.password !== person.password) return { refused: "wrong" };
    await storePassword(tx, person, hash);
    return { secret: await beginSession(tx, personId, visitor) };
  });
}

/** Sign-ins and other changes of this person's password wait. */
async function lockPerson(tx: Transaction, personId: number): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM public.person WHERE id = ${personId} FOR UPDATE`;
}

async function readPerson(db: Database | Transaction, personId: number) {
  const [person] = await db.$queryRaw<{ id: number; email: string; password: string | null }[]>`
    SELECT id, email, password FROM public.person WHERE id = ${personId}`;
  return person;
}

/** Whatever was let in by the old password, or by a link, ends. The person is told. */
async function storePassword(tx: Transaction, { id, email }: { id: number; email: string }, hash: string) {
  await tx.$executeRaw`UPDATE public.person SET password = ${hash}, password_changed_at = now() WHERE id = ${id}`;
  await tx.$executeRaw`DELETE FROM public.person_link WHERE person_id = ${id}`;
  await endSessions(tx, id);
  await clearFailures(tx, email);
  await queuePasswordChanged(tx, id);
}

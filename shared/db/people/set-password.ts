import { readAsset } from "../../assets/assets.js";
import { type PasswordFault, passwordFault } from "../../domain/password-rule.js";
import type { Database, Transaction } from "../pool/database.js";
import { findLinkOwner, forgetUsedLinks, setsPassword } from "./links.js";
import { queuePasswordChanged } from "./mails.js";
import { acceptMembership } from "./memberships.js";
import { hashPassword, isPassword } from "./passwords.js";
import { beginSession, endSessions, type Visitor } from "./sessions.js";
import { type LockedName, noteWrong } from "./sign-in.js";
import { clearFailures, countTry } from "./sign-in-failures.js";
import { noteUser } from "./user-events.js";

/**
 * Sets the password of the person who got the link, and accepts the invitation that brought it. `gone`: it was used, it is too old, or
 * there never was one; or it is an invitation, and the person has a password already.
 */
export async function setPassword(
  db: Database,
  secret: string,
  password: string,
): Promise<{ email: string } | { refused: "gone" | PasswordFault }> {
  const owner = await findLinkOwner(db, secret);
  if (!owner || !setsPassword(owner)) return { refused: "gone" };
  const fault = await faultOf(db, owner, password);
  if (fault) return { refused: fault };
  const hash = await hashPassword(password);
  return db.$transaction(async (tx) => {
    await lockPerson(tx, owner.id);
    // Of two who come with links of one person, the second finds none.
    const still = await findLinkOwner(tx, secret);
    if (!still || !setsPassword(still)) return { refused: "gone" };
    await storePassword(tx, owner, hash, secret);
    const { email, companyId } = owner;
    if (companyId !== null && (await acceptMembership(tx, owner.id, companyId)))
      await noteUser(tx, email, "user.accept", { after: { email }, companyId });
    await noteUser(tx, email, "user.password.set");
    return { email: owner.email };
  });
}

/** Changes the password of a signed-in person. All sessions end; `secret` is that of a new one. */
export async function changePassword(
  db: Database,
  personId: number,
  { old, next, visitor }: { old: string; next: string; visitor: Visitor },
): Promise<{ secret: string } | { refused: "wrong"; isLast: boolean } | { refused: PasswordFault } | LockedName> {
  const person = await readPerson(db, personId);
  if (!person) return { refused: "wrong", isLast: false };
  const fault = await faultOf(db, person, next);
  if (fault) return { refused: fault };
  // Whoever found a session open must not find the password out here.
  const counted = await countTry(db, person.email);
  if ("untilMs" in counted) return { refused: "locked", ...counted };
  if (!(await isPassword(old, person.password))) {
    await noteWrong(db, person.email, counted.isLast);
    return { refused: "wrong", isLast: counted.isLast };
  }
  const hash = await hashPassword(next);
  return db.$transaction(async (tx) => {
    await lockPerson(tx, personId);
    if ((await readPerson(tx, personId))?.password !== person.password) return { refused: "wrong", isLast: false };
    await storePassword(tx, person, hash);
    await noteUser(tx, person.email, "user.password.changed");
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

async function faultOf(db: Database, { id, email }: { id: number; email: string }, password: string) {
  const names = await db.$queryRaw<{ name: string }[]>`
    SELECT name FROM public.person WHERE id = ${id} AND name IS NOT NULL
    UNION SELECT unnest(array_remove(ARRAY[c.name, m.name], NULL))
    FROM public.membership m JOIN public.company c ON c.id = m.company_id WHERE m.person_id = ${id}`;
  return passwordFault(password, { email, names: names.map(({ name }) => name) }, isCommonPassword);
}

/** Stores it, and ends whatever was let in by the old one, or by a link. The person is told. */
async function storePassword(
  tx: Transaction,
  { id, email }: { id: number; email: string },
  hash: string,
  usedLink?: string,
): Promise<void> {
  await tx.$executeRaw`UPDATE public.person SET password = ${hash}, password_changed_at = now() WHERE id = ${id}`;
  await forgetUsedLinks(tx, id, usedLink);
  await endSessions(tx, id);
  await clearFailures(tx, email);
  await queuePasswordChanged(tx, id);
}

/** Words that people here try and use: the list knows English. */
const ours = `
  contraseña contrasena micontraseña micontrasena clave miclave administrador administracion bienvenido bienvenida argentina
  buenosaires bocajuniors riverplate racingclub independiente sanlorenzo teamo teamomucho teamomuchisimo facturacion facturas
  factura facturador comprobante comprobantes monotributo estrellita cambiame cambiar password passw0rd changeme letmein welcome
  superman iloveyou administrator 0987654321 9876543210 qwertyuiopñ asdfghjklñ 1qaz2wsx3edc abcdefghij 1234512345`;

let known: ReadonlySet<string> | undefined;

/** Whether a word, in lower case, is one of the passwords that are tried first. The list is read once it is needed. */
export function isCommonPassword(word: string): boolean {
  known ??= new Set([...ours.trim().split(/\s+/), ...listedPasswords(), ...listedPasswords().map(wordOf)]);
  return known.has(word);
}

/** The published list, the most used first. Source: shared/db/people/common-passwords.txt, first line. */
export const listedPasswords = (): string[] =>
  readAsset("shared/db/people/common-passwords.txt")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("# "));

/** Without digits and signs at its end; shorter ones stand in too many good passwords. */
function wordOf(password: string): string {
  const word = password.replace(/[\d\p{P}\p{S}]+$/u, "");
  return word.length >= 5 ? word : password;
}

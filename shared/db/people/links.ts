import type { Statements } from "../database.js";
import { hashOfSecret, newSecret } from "./sessions.js";

/** A link to set a password can be used for this long. */
const linkHours = 48;

/** Makes a link by which a person sets a password. Gives its secret, which is stored nowhere. */
export async function makeLink(db: Statements, personId: number): Promise<string> {
  const secret = newSecret();
  await db.$executeRaw`
    INSERT INTO public.person_link (person_id, token_hash, expires_at)
    VALUES (${personId}, ${hashOfSecret(secret)}, now() + make_interval(hours => ${linkHours}::int))`;
  return secret;
}

/** Whose link this is; undefined when it was used, is too old, or never was. */
export async function findLinkOwner(db: Statements, secret: string): Promise<LinkOwner | undefined> {
  const [owner] = await db.$queryRaw<LinkOwner[]>`
    SELECT p.id, p.email, p.name FROM public.person_link l JOIN public.person p ON p.id = l.person_id
    WHERE l.token_hash = ${hashOfSecret(secret)} AND l.expires_at > now()`;
  return owner;
}

interface LinkOwner {
  id: number;
  email: string;
  name: string | null;
}

/** Where a link leads to, below the address of the application. */
export const linkPath = (secret: string): string => `/app/password?token=${secret}`;

/** Forgets links that are too old. */
export async function forgetOldLinks(db: Statements): Promise<void> {
  await db.$executeRaw`DELETE FROM public.person_link WHERE expires_at < now()`;
}

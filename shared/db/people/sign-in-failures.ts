import type { Statements } from "../pool/database.js";

/** This many failures lock a name. */
const maxFailures = 10;

/**
 * Counts one try at a name, before anybody looks at the password: however many come at once, no more than ten are let through.
 * A name is counted whether or not there is such a person.
 */
export async function countTry(db: Statements, name: string): Promise<CountedTry> {
  const [counted] = await db.$queryRaw<{ isLast: boolean }[]>`
    INSERT INTO public.sign_in_failure AS f (email, failures, failed_at) VALUES (${name}, 1, now())
    ON CONFLICT (email) DO UPDATE SET
      failures = CASE WHEN f.failed_at <= now() - interval '15 minutes' THEN 1 ELSE f.failures + 1 END,
      locked_until = CASE WHEN f.failed_at > now() - interval '15 minutes' AND f.failures + 1 >= ${maxFailures}::int
        THEN now() + interval '15 minutes' END,
      failed_at = now()
    WHERE f.locked_until IS NULL OR f.locked_until <= now()
    RETURNING locked_until IS NOT NULL AS "isLast"`;
  if (counted) return counted;
  const [locked] = await db.$queryRaw<{ until: Date | null }[]>`
    SELECT locked_until AS until FROM public.sign_in_failure WHERE email = ${name}`;
  // Somebody who knew the password has unlocked it in between: the next try may go on.
  return { untilMs: (locked?.until ?? new Date()).getTime() };
}

/** `isLast`: if this try fails, the name is locked. `untilMs`: it is, until then, in milliseconds since the epoch. */
type CountedTry = { isLast: boolean } | { untilMs: number };

/** Forgets the failures of a name. */
export async function clearFailures(db: Statements, name: string): Promise<void> {
  await db.$executeRaw`DELETE FROM public.sign_in_failure WHERE email = ${name}`;
}

/** Forgets failures that count no longer. */
export async function forgetOldFailures(db: Statements): Promise<void> {
  await db.$executeRaw`DELETE FROM public.sign_in_failure WHERE failed_at < now() - interval '15 minutes'`;
}

import type { Statements } from "../pool/database.js";

/** Events of a person's account, as the audit log names them. */
export type UserEvent =
  | "user.sign_in"
  | "user.sign_in.failed"
  | "user.sign_in.locked"
  | "user.password.asked"
  | "user.password.set"
  | "user.password.changed"
  | "user.accept";

interface UserEventDetails {
  after?: object;
  /** Only for this company's audit log. */
  companyId?: number;
}

/**
 * Notes the event in the audit log of each company of the person. Gives the person's id, or null when no person has the address.
 * It takes longer for a person, so a stranger's answer does not wait for it.
 */
export async function noteUser(
  db: Statements,
  email: string,
  event: UserEvent,
  { after, companyId }: UserEventDetails = {},
): Promise<number | null> {
  const [noted] = await db.$queryRaw<[{ id: number | null }]>`
    SELECT public.record_user_event(${email}, ${event}, ${after ? JSON.stringify(after) : null}::jsonb, ${companyId ?? null}::int) AS id`;
  return noted.id;
}

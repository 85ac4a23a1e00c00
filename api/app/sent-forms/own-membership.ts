import { findMembership, type Membership } from "../../../shared/db/people/memberships.js";
import type { Session } from "../../../shared/db/people/sessions.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { noPage } from "../layout/errors.js";

const inCompany = /^\/app\/([^/]+)\/(?:homologation|production)(?:\/|$)/;

/** Pattern of a code of a company. Other texts are not looked up: PostgreSQL takes no NUL. */
const isCode = /^[\w.-]+$/;

/**
 * The person's place in the company of a path; undefined of a path outside all companies.
 * @throws PageError 404 where they have none
 */
export async function ownMembership(
  people: Database,
  { personId }: Session,
  path: string,
): Promise<Membership | undefined> {
  const written = inCompany.exec(path)?.[1];
  if (written === undefined) return undefined;
  const membership = await membershipOf(people, personId, decoded(written));
  if (!membership) throw noPage();
  return membership;
}

/** Undefined when the person has no place in a company of this code. */
export const membershipOf = async (
  people: Database,
  personId: number,
  code: string,
): Promise<Membership | undefined> => (isCode.test(code) ? findMembership(people, personId, code) : undefined);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

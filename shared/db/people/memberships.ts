import type { VatRounding } from "../../domain/amounts.js";
import type { Role } from "../../domain/roles.js";
import { Prisma } from "../generated/client.js";
import type { Statements, Transaction } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";

/** A company of a person, and what they may do there. */
export interface Membership {
  companyId: number;
  companyCode: string;
  companyName: string;
  role: Role;
  taxType: number;
  /** Whether its letter A is under withholding. */
  withheldA: boolean;
  vatRounding: VatRounding;
}

const columns = Prisma.sql`
  c.id AS "companyId", c.code AS "companyCode", c.name AS "companyName", m.role::text AS role, c.tax_type AS "taxType", c.withheld_a AS "withheldA",
  c.vat_rounding AS "vatRounding"`;

/** The companies of a person, by name: those whose invitation they accepted. */
export const listMemberships = (db: Statements, personId: number): Promise<Membership[]> =>
  db.$queryRaw`
    SELECT ${columns} FROM public.membership m JOIN public.company c ON c.id = m.company_id
    WHERE m.person_id = ${personId} AND m.accepted_at IS NOT NULL ORDER BY c.name, c.id`;

/** The person's place in the company of this code; undefined when they have none, or have not accepted it. */
export async function findMembership(db: Statements, personId: number, code: string): Promise<Membership | undefined> {
  const [found] = await db.$queryRaw<Membership[]>(prepared("find_membership")`
    SELECT ${columns} FROM public.membership m JOIN public.company c ON c.id = m.company_id
    WHERE m.person_id = ${personId} AND m.accepted_at IS NOT NULL AND c.code = ${code}`);
  return found;
}

/** A company that has invited a person, who has not accepted. */
export interface Invitation extends Pick<Membership, "companyId" | "companyCode" | "companyName" | "role"> {
  /** Id of the place that waits for them. */
  id: number;
}

/** The invitations of a person that wait, the latest first. */
export const listOpenInvitations = (db: Statements, personId: number): Promise<Invitation[]> =>
  db.$queryRaw`
    SELECT m.id, c.id AS "companyId", c.code AS "companyCode", c.name AS "companyName", m.role::text AS role
    FROM public.membership m JOIN public.company c ON c.id = m.company_id
    WHERE m.person_id = ${personId} AND m.accepted_at IS NULL ORDER BY m.id DESC LIMIT 50`;

/** Accepts an invitation. From then on the company has the person's own name, unless it gave one. False when there is none. */
export async function acceptMembership(tx: Transaction, personId: number, companyId: number): Promise<boolean> {
  const accepted = await tx.$executeRaw`
    UPDATE public.membership m SET accepted_at = now(), name = coalesce(m.name, p.name) FROM public.person p
    WHERE p.id = m.person_id AND m.person_id = ${personId} AND m.company_id = ${companyId} AND m.accepted_at IS NULL`;
  return accepted > 0;
}

/** All companies where a person has a place, or is invited. */
export async function listCompanyIds(db: Statements, personId: number): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT company_id AS id FROM public.membership WHERE person_id = ${personId} ORDER BY company_id`;
  return rows.map(({ id }) => id);
}

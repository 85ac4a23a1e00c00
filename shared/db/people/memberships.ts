import type { VatRounding } from "../../domain/amounts.js";
import type { Role } from "../../domain/roles.js";
import type { Statements } from "../database.js";

/** A company of a person, and what they may do there. */
export interface Membership {
  companyId: number;
  companyCode: string;
  companyName: string;
  role: Role;
  taxType: number;
  vatRounding: VatRounding;
}

/** The companies of a person, by name. */
export const listMemberships = (db: Statements, personId: number): Promise<Membership[]> =>
  db.$queryRaw`
    SELECT c.id AS "companyId", c.code AS "companyCode", c.name AS "companyName", m.role::text AS role,
      c.tax_type AS "taxType", c.vat_rounding AS "vatRounding"
    FROM public.membership m JOIN public.company c ON c.id = m.company_id
    WHERE m.person_id = ${personId} ORDER BY c.name, c.id`;

/** The person's place in the company of this code; undefined when they have none. */
export async function findMembership(db: Statements, personId: number, code: string): Promise<Membership | undefined> {
  const [found] = await db.$queryRaw<Membership[]>`
    /* prepared find_membership */ SELECT c.id AS "companyId", c.code AS "companyCode", c.name AS "companyName", m.role::text AS role,
      c.tax_type AS "taxType", c.vat_rounding AS "vatRounding"
    FROM public.membership m JOIN public.company c ON c.id = m.company_id
    WHERE m.person_id = ${personId} AND c.code = ${code}`;
  return found;
}

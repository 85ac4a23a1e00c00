import type { Role } from "../../domain/roles.js";
import type { Statements, Transaction } from "../database.js";
import { Prisma } from "../generated/client.js";

/** A person of a company. */
export interface CompanyPerson {
  id: number;
  email: string;
  name: string | null;
  role: Role;
  /** False until the person chose one: invited, and not here yet. */
  hasPassword: boolean;
  /** The company's code. */
  company: string;
}

// What is named without its schema is the company's own: for the API that is the view of the request's company alone.

const columns = Prisma.sql`
  p.id, p.email, p.name, m.role::text AS role, p.password_changed_at IS NOT NULL AS "hasPassword", c.code AS company`;
const members = Prisma.sql`membership m JOIN public.person p ON p.id = m.person_id JOIN company c ON c.id = m.company_id`;

/** The people of a company, by e-mail. */
export const listPeople = (db: Statements, companyId: number): Promise<CompanyPerson[]> =>
  db.$queryRaw`
    SELECT ${columns} FROM ${members} WHERE m.company_id = ${companyId} ORDER BY p.email`;

/** The people of all companies, once for each company. Only for the operator. */
export const listEverybody = (db: Statements): Promise<CompanyPerson[]> =>
  db.$queryRaw`SELECT ${columns} FROM ${members} ORDER BY p.email, c.code`;

/** A person by id, or undefined when they are none of the company's. */
export async function findPerson(
  db: Statements,
  companyId: number,
  personId: number,
): Promise<CompanyPerson | undefined> {
  const [found] = await db.$queryRaw<CompanyPerson[]>`
    SELECT ${columns} FROM ${members} WHERE m.company_id = ${companyId} AND m.person_id = ${personId}`;
  return found;
}

/** Anybody, of whatever company. Only for the operator. `email` is in lower case. */
export async function findPersonByEmail(
  db: Statements,
  email: string,
): Promise<{ id: number; email: string; name: string | null } | undefined> {
  const [found] = await db.$queryRaw<{ id: number; email: string; name: string | null }[]>`
    SELECT id, email, name FROM public.person WHERE email = ${email}`;
  return found;
}

/** Whether anybody uses the web application. */
export async function hasPeople(db: Statements): Promise<boolean> {
  const [some] = await db.$queryRaw<unknown[]>`SELECT FROM public.person LIMIT 1`;
  return some !== undefined;
}

/**
 * Finds a person by e-mail, or makes one, and keeps them from being removed until the transaction ends. A name is only taken when
 * there was none: it is the person's, and not a company's.
 */
export async function savePerson(tx: Transaction, email: string, name: string | null): Promise<number> {
  const [saved] = await tx.$queryRaw<[{ id: number }]>`
    INSERT INTO public.person AS p (email, name) VALUES (${email}, ${name})
    ON CONFLICT (email) DO UPDATE SET name = coalesce(p.name, excluded.name) RETURNING id`;
  return saved.id;
}

/** Gives a person their role in a company. */
export async function saveMembership(
  tx: Transaction,
  { companyId, personId, role }: { companyId: number; personId: number; role: Role },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO membership (person_id, company_id, role) VALUES (${personId}, ${companyId}, ${role}::public.person_role)
    ON CONFLICT (person_id, company_id) DO UPDATE SET role = excluded.role`;
}

/** Ends a person's place in a company. Nobody is kept who has no company left; their sessions end with them. */
export async function removeMembership(tx: Transaction, companyId: number, personId: number): Promise<void> {
  // An invitation by another company is either seen here, or waits and makes the person again.
  await tx.$queryRaw`SELECT 1 FROM public.person WHERE id = ${personId} FOR UPDATE`;
  await tx.$executeRaw`DELETE FROM membership WHERE company_id = ${companyId} AND person_id = ${personId}`;
  await tx.$executeRaw`
    DELETE FROM public.person p
    WHERE id = ${personId} AND NOT EXISTS (SELECT FROM public.membership m WHERE m.person_id = p.id)`;
}

/** How many of each role a company has. */
export async function countPeople(tx: Statements, companyId: number): Promise<{ people: number; owners: number }> {
  const [counted] = await tx.$queryRaw<[{ people: number; owners: number }]>`
    SELECT count(*)::int AS people, count(*) FILTER (WHERE role = 'owner')::int AS owners
    FROM membership WHERE company_id = ${companyId}`;
  return counted;
}

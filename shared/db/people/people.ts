import type { Role } from "../../domain/roles.js";
import { Prisma } from "../generated/client.js";
import type { Statements, Transaction } from "../pool/database.js";

/** A person of a company, as the company knows them: nothing here tells what they are elsewhere. */
export interface CompanyPerson {
  id: number;
  /** Id of their place in the company, which the company's pages name. A person's own id would tell whether they were here before. */
  placeId: number;
  email: string;
  /** The company's own name for them. */
  name: string | null;
  role: Role;
  /** False while they are invited. */
  hasAccepted: boolean;
  /** The company's code. */
  company: string;
}

// What is named without its schema is the company's own: for the API that is the view of the request's company alone.

const columns = Prisma.sql`
  p.id, m.id AS "placeId", p.email, m.name, m.role::text AS role, m.accepted_at IS NOT NULL AS "hasAccepted", c.code AS company`;
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

/** Finds the person of a place in a company; undefined when there is none. */
export async function findPlace(db: Statements, companyId: number, placeId: number): Promise<number | undefined> {
  const [found] = await db.$queryRaw<{ personId: number }[]>`
    SELECT person_id AS "personId" FROM membership WHERE company_id = ${companyId} AND id = ${placeId}`;
  return found?.personId;
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

/** Whether somebody has chosen a password. Only for the operator. */
export async function hasPassword(db: Statements, personId: number): Promise<boolean> {
  const [found] = await db.$queryRaw<unknown[]>`
    SELECT FROM public.person WHERE id = ${personId} AND password IS NOT NULL`;
  return found !== undefined;
}

/** Whether anybody uses the web application. */
export async function hasPeople(db: Statements): Promise<boolean> {
  const [some] = await db.$queryRaw<unknown[]>`SELECT FROM public.person LIMIT 1`;
  return some !== undefined;
}

/** Finds a person by e-mail, or makes one, and keeps them from being removed until the transaction ends. */
export async function savePerson(tx: Transaction, email: string): Promise<number> {
  // The row first: an INSERT draws an id even where it finds its row.
  const [saved] = await tx.$queryRaw<[{ id: number }]>`
    WITH known AS (UPDATE public.person p SET email = p.email WHERE p.email = ${email} RETURNING p.id),
    made AS (
      INSERT INTO public.person AS p (email) SELECT ${email} WHERE NOT EXISTS (SELECT FROM known)
      ON CONFLICT (email) DO UPDATE SET email = p.email RETURNING p.id
    )
    SELECT id FROM known UNION ALL SELECT id FROM made`;
  return saved.id;
}

interface NewMembership {
  companyId: number;
  personId: number;
  role: Role;
  /** The company's name for the person. */
  name: string | null;
}

/** Keeps a place for a person in a company, which they accept or not. */
export async function saveInvited(tx: Transaction, { companyId, personId, role, name }: NewMembership): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO membership (person_id, company_id, role, name, accepted_at)
    VALUES (${personId}, ${companyId}, ${role}::public.person_role, ${name}, NULL)`;
}

/** Gives a person of a company another role. */
export async function saveRole(
  tx: Transaction,
  { companyId, personId, role }: Pick<NewMembership, "companyId" | "personId" | "role">,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE membership SET role = ${role}::public.person_role WHERE person_id = ${personId} AND company_id = ${companyId}`;
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

/** How many people a company has or has invited, and how many owners of it have accepted. */
export async function countPeople(tx: Statements, companyId: number): Promise<{ people: number; owners: number }> {
  const [counted] = await tx.$queryRaw<[{ people: number; owners: number }]>`
    SELECT count(*)::int AS people, count(*) FILTER (WHERE role = 'owner' AND accepted_at IS NOT NULL)::int AS owners
    FROM membership WHERE company_id = ${companyId}`;
  return counted;
}

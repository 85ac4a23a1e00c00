import { type Actor, addAuditEntry, lockCompany, writeIfChanged } from "../../shared/db/company/audit-entries.js";
import type { Database, Transaction } from "../../shared/db/database.js";
import { queueInvitation } from "../../shared/db/people/mails.js";
import { listMemberships } from "../../shared/db/people/memberships.js";
import {
  type CompanyPerson,
  countPeople,
  findPerson,
  removeMembership,
  saveMembership,
  savePerson,
} from "../../shared/db/people/people.js";
import type { Role } from "../../shared/domain/roles.js";
import { businessFault, notFound } from "../errors.js";
import { companyLimits } from "./company-limits.js";
import type { CompanyOperator, Written } from "./operator.js";

/** `email` is in lower case. */
export interface NewPerson {
  email: string;
  name: string | null;
  role: Role;
}

/** A person after an invitation. `mailed`: a mail to them was queued, and not a short while ago already. */
export interface Invited extends CompanyPerson {
  mailed: boolean;
}

/**
 * Gives somebody a role in the company, and mails them the way in. Who is there already gets the role, and the mail again.
 *
 * @throws ApiError 400 when the company has the most people that are allowed, or would be left without an owner
 */
export function invitePerson(operator: CompanyOperator, person: NewPerson): Promise<Written<Invited>> {
  return writeIfChanged(operator.db, operator.actor, operator.companyId, async (tx) => {
    const { result, record } = await join(tx, operator.companyId, person);
    const mailed = await queueInvitation(tx, result.id, operator.companyId);
    return { result: { ...result, mailed }, record };
  });
}

/** Mails somebody the way in once more, who keeps their role. Gives whether a mail was queued. @throws ApiError 404 */
export function inviteAgain({ db, companyId }: CompanyOperator, personId: number): Promise<boolean> {
  return db.$transaction(async (tx) => {
    await lockCompany(tx, companyId);
    await getPerson(tx, companyId, personId);
    return queueInvitation(tx, personId, companyId);
  });
}

/** As `invitePerson`, without a mail. */
export function addPerson(operator: CompanyOperator, person: NewPerson): Promise<Written<CompanyPerson>> {
  return writeIfChanged(operator.db, operator.actor, operator.companyId, (tx) => join(tx, operator.companyId, person));
}

/** @throws ApiError 404; 400 when the company would be left without an owner */
export function changeRole(operator: CompanyOperator, personId: number, role: Role): Promise<Written<CompanyPerson>> {
  const { db, actor, companyId } = operator;
  return writeIfChanged(db, actor, companyId, async (tx) => {
    const before = await getPerson(tx, companyId, personId);
    const record = await giveRole(tx, companyId, before, role);
    return { result: { ...before, role }, record };
  });
}

/**
 * Ends a person's place in the company. Who has no company left is removed altogether.
 *
 * @throws ApiError 404; 400 when the company would be left without an owner
 */
export async function removePerson({ db, actor, companyId }: CompanyOperator, personId: number): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockCompany(tx, companyId);
    await leave(tx, actor, companyId, personId);
  });
}

/** The same in all companies of the person, or, when one refuses, in none. */
export async function removeEverywhere(db: Database, actor: Actor, personId: number): Promise<void> {
  await db.$transaction(async (tx) => {
    const companyIds = (await listMemberships(tx, personId)).map(({ companyId }) => companyId);
    // All companies first, always in the same order: otherwise two such writes could wait for each other.
    companyIds.sort((one, other) => one - other);
    for (const companyId of companyIds) await lockCompany(tx, companyId);
    for (const companyId of companyIds) await leave(tx, actor, companyId, personId);
  });
}

async function join(tx: Transaction, companyId: number, { email, name, role }: NewPerson) {
  const id = await savePerson(tx, email, name);
  const before = await findPerson(tx, companyId, id);
  if (before) return { result: { ...before, role }, record: await giveRole(tx, companyId, before, role) };
  if ((await countPeople(tx, companyId)).people >= companyLimits.people) throw tooMany();
  await saveMembership(tx, { companyId, personId: id, role });
  const record = { companyId, production: null, action: "user.invite", resourceId: email, after: { email, role } };
  return { result: await getPerson(tx, companyId, id), record };
}

/** Gives the audit record; undefined when it was so before. */
async function giveRole(tx: Transaction, companyId: number, { id, email, role: before }: CompanyPerson, role: Role) {
  if (role === before) return undefined;
  if (before === "owner") await refuseLastOwner(tx, companyId);
  await saveMembership(tx, { companyId, personId: id, role });
  const action = { companyId, production: null, action: "user.role", resourceId: email };
  return { ...action, before: { role: before }, after: { role } };
}

/** Under the company's lock, so that of two owners who leave at once one stays. */
async function leave(tx: Transaction, actor: Actor, companyId: number, personId: number): Promise<void> {
  const { email, role } = await getPerson(tx, companyId, personId);
  if (role === "owner") await refuseLastOwner(tx, companyId);
  await removeMembership(tx, companyId, personId);
  const record = { companyId, production: null, action: "user.remove", resourceId: email, before: { email, role } };
  await addAuditEntry(tx, actor, record);
}

async function getPerson(tx: Transaction, companyId: number, personId: number): Promise<CompanyPerson> {
  const person = await findPerson(tx, companyId, personId);
  if (!person) throw notFound("There is no such person in this company.");
  return person;
}

/** Nobody could configure the company any more, nor invite somebody who could. */
async function refuseLastOwner(tx: Transaction, companyId: number): Promise<void> {
  if ((await countPeople(tx, companyId)).owners === 1)
    throw businessFault("This is the company's last owner. Make somebody else an owner first.");
}

const tooMany = () =>
  businessFault(
    `This company already has ${companyLimits.people} people, and more are not allowed. Remove one who no longer needs to sign in.`,
  );

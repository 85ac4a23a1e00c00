import {
  type Actor,
  addAuditEntry,
  lockCompany,
  writeAudited,
  writeIfChanged,
} from "../../shared/db/company/audit-entries.js";
import { countInvitation, readInvitingCompany } from "../../shared/db/people/inviting.js";
import { queueInvitation } from "../../shared/db/people/mails.js";
import { acceptMembership, listCompanyIds } from "../../shared/db/people/memberships.js";
import {
  type CompanyPerson,
  countPeople,
  findPerson,
  removeMembership,
  saveInvited,
  savePerson,
  saveRole,
} from "../../shared/db/people/people.js";
import type { Database, Transaction } from "../../shared/db/pool/database.js";
import { invitesStranger } from "../../shared/domain/invitations.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { Role } from "../../shared/domain/roles.js";
import { businessFault, notFound } from "../http/errors.js";
import { fieldFault } from "../schemas/check-body.js";
import { companyLimits } from "./company-limits.js";
import type { CompanyOperator, WriteResult } from "./operator.js";

/** `email` is in lower case. `name` is the company's own for them. */
export interface NewPerson {
  email: string;
  name: string | null;
  role: Role;
}

/** How many people a company may invite on a day; 0 = no limit. */
interface DailyLimit {
  perDay: number;
}

/** A person after an invitation. `mailed`: a mail to them was queued, and not a short while ago already. */
export interface InvitedPerson extends CompanyPerson {
  mailed: boolean;
}

/**
 * Keeps a place for somebody in the company, and mails them the way in. Who is there already gets the role, and the mail again. For
 * all it is the same, whether or not they use the service already.
 *
 * @throws ApiError 400 when the company has the most people that are allowed, would be left without an owner, or may not invite
 *   strangers, or none any more today
 */
export function invitePerson(
  operator: CompanyOperator,
  person: NewPerson,
  limit: DailyLimit,
): Promise<WriteResult<InvitedPerson>> {
  return writeIfChanged({ ...operator, production: null }, async (tx) => {
    await refuseStranger(tx, operator, person.email);
    const { result, record } = await join(tx, operator.companyId, person);
    const mailed = !result.hasAccepted && (await mailInvitation(tx, operator, result.id, limit));
    const again = mailed && !record ? againOf(result) : undefined;
    return { result: { ...result, mailed }, record: record ?? again };
  });
}

/** Mails somebody the way in once more, who keeps their role. Gives whether a mail was queued. @throws ApiError 404, 400 */
export async function inviteAgain(operator: CompanyOperator, personId: number, limit: DailyLimit): Promise<boolean> {
  const { companyId } = operator;
  const { changed } = await writeIfChanged({ ...operator, production: null }, async (tx) => {
    const person = await getPerson(tx, companyId, personId);
    await refuseStranger(tx, operator, person.email);
    const mailed = !person.hasAccepted && (await mailInvitation(tx, operator, personId, limit));
    return { result: undefined, record: mailed ? againOf(person) : undefined };
  });
  return changed;
}

/** Gives somebody their place, who has agreed to it elsewhere. No mail. */
export function addPerson(operator: CompanyOperator, person: NewPerson): Promise<WriteResult<CompanyPerson>> {
  const { companyId } = operator;
  return writeIfChanged({ ...operator, production: null }, async (tx) => {
    const { result, record } = await join(tx, companyId, person);
    await acceptMembership(tx, result.id, companyId);
    return { result: { ...result, hasAccepted: true }, record };
  });
}

/** A person accepts the invitation of the operator's company: from then on it is one of theirs. @throws ApiError 404 */
export async function acceptInvitation(operator: CompanyOperator, personId: number): Promise<void> {
  const { companyId } = operator;
  await writeAudited({ ...operator, production: null }, async (tx) => {
    const { email, role } = await getPerson(tx, companyId, personId);
    if (!(await acceptMembership(tx, personId, companyId))) throw noPerson();
    return { result: undefined, record: { action: "user.accept", resourceId: email, after: { email, role } } };
  });
}

/** A person refuses the invitation of the operator's company, which learns of it. @throws ApiError 404 */
export async function refuseInvitation(operator: CompanyOperator, personId: number): Promise<void> {
  const { companyId } = operator;
  await writeAudited({ ...operator, production: null }, async (tx) => {
    const { email, role, hasAccepted } = await getPerson(tx, companyId, personId);
    if (hasAccepted) throw noPerson();
    await removeMembership(tx, companyId, personId);
    return { result: undefined, record: { action: "user.refuse", resourceId: email, before: { email, role } } };
  });
}

/** @throws ApiError 404; 400 when the company would be left without an owner */
export function changeRole(
  operator: CompanyOperator,
  personId: number,
  role: Role,
): Promise<WriteResult<CompanyPerson>> {
  const { companyId } = operator;
  return writeIfChanged({ ...operator, production: null }, async (tx) => {
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

/** Removes a person from all companies that they have a place in, or, when one refuses, from none. */
export async function removeEverywhere(db: Database, actor: Actor, personId: number): Promise<void> {
  await db.$transaction(async (tx) => {
    // All companies first, always in the same order: otherwise two such writes could wait for each other.
    const companyIds = await listCompanyIds(tx, personId);
    for (const companyId of companyIds) await lockCompany(tx, companyId);
    for (const companyId of companyIds) await leave(tx, actor, companyId, personId);
  });
}

async function join(tx: Transaction, companyId: number, { email, name, role }: NewPerson) {
  const id = await savePerson(tx, email);
  const before = await findPerson(tx, companyId, id);
  if (before) return { result: { ...before, role }, record: await giveRole(tx, companyId, before, role) };
  if ((await countPeople(tx, companyId)).people >= companyLimits.people) throw tooMany();
  await saveInvited(tx, { companyId, personId: id, role, name });
  const record = { action: "user.invite", resourceId: email, after: { email, role } };
  return { result: await getPerson(tx, companyId, id), record };
}

/** Gives the audit record; undefined when it was so before. */
async function giveRole(tx: Transaction, companyId: number, person: CompanyPerson, role: Role) {
  const { id, email, role: before } = person;
  if (role === before) return undefined;
  await refuseLastOwner(tx, companyId, person);
  await saveRole(tx, { companyId, personId: id, role });
  return { action: "user.role", resourceId: email, before: { role: before }, after: { role } };
}

/** Under the company's lock, so that of two owners who leave at once one stays. */
async function leave(tx: Transaction, actor: Actor, companyId: number, personId: number): Promise<void> {
  const person = await getPerson(tx, companyId, personId);
  const { email, role } = person;
  await refuseLastOwner(tx, companyId, person);
  await removeMembership(tx, companyId, personId);
  const record = { companyId, production: null, action: "user.remove", resourceId: email, before: { email, role } };
  await addAuditEntry(tx, actor, record);
}

async function getPerson(tx: Transaction, companyId: number, personId: number): Promise<CompanyPerson> {
  const person = await findPerson(tx, companyId, personId);
  if (!person) throw noPerson();
  return person;
}

const noPerson = () =>
  notFound({
    en: "There is no such person in this company.",
    es: "Esa persona ya no está en la empresa: volvé a la lista.",
  });

/** Each of these brings a mail of ours to an address that somebody typed. Operators answer for theirs. */
async function refuseStranger(tx: Transaction, { actor, companyId }: CompanyOperator, email: string): Promise<void> {
  if (actor.type !== "user" || !invitesStranger(email, await readInvitingCompany(tx, companyId))) return;
  throw fieldFault("email", stranger);
}

/** @throws ApiError 400 when the day's invitations are used up */
async function mailInvitation(
  tx: Transaction,
  { actor, companyId }: CompanyOperator,
  personId: number,
  { perDay }: DailyLimit,
): Promise<boolean> {
  if (!(await queueInvitation(tx, personId, companyId))) return false;
  if (actor.type !== "user" || perDay === 0 || (await countInvitation(tx, companyId, perDay))) return true;
  throw businessFault({
    en: `A company may invite ${perDay} people a day, and has invited them.`,
    es: `La empresa ya invitó hoy a ${perDay} personas, que es el máximo por día: seguí mañana.`,
  });
}

const againOf = ({ email, role }: CompanyPerson) => ({
  action: "user.invite",
  resourceId: email,
  after: { email, role, again: true },
});

/** Nobody could configure the company any more, nor invite somebody who could. Who has not accepted cannot either. */
async function refuseLastOwner(tx: Transaction, companyId: number, before: CompanyPerson): Promise<void> {
  if (before.role === "owner" && before.hasAccepted && (await countPeople(tx, companyId)).owners === 1)
    throw businessFault(lastOwner);
}

const stranger: LocalizedText = {
  en: "must be of the account's own domain until the company issues in production, and a public mail provider's is nobody's own; the operator of this service can allow others",
  es: "Hasta que la empresa emita en Producción, solo podés invitar a direcciones del dominio propio de la cuenta (el de un correo público, como gmail.com, no lo es). Quien opera el servicio puede permitir otras.",
};

const lastOwner: LocalizedText = {
  en: "This is the company's last owner. Make somebody else an owner first.",
  es: "Es la única persona que administra la empresa: primero dale ese rol a otra.",
};

const tooMany = () =>
  businessFault({
    en: `This company already has ${companyLimits.people} people, and more are not allowed. Remove one who no longer needs to sign in.`,
    es: `La empresa ya tiene ${companyLimits.people} personas, que es el máximo: quitá una que no necesite ingresar.`,
  });

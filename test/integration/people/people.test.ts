import { afterAll, beforeAll, expect, test } from "vitest";
import { openPools } from "../../../api/databases/pools.js";
import {
  acceptInvitation,
  changeRole,
  inviteAgain,
  invitePerson,
  refuseInvitation,
  removeEverywhere,
  removePerson,
} from "../../../api/operations/people.js";
import { askForReset, duePersonMails } from "../../../shared/db/people/mails.js";
import { findMembership } from "../../../shared/db/people/memberships.js";
import { listPeople } from "../../../shared/db/people/people.js";
import { purgePeople } from "../../../shared/db/people/purge.js";
import { beginSession, findSession } from "../../../shared/db/people/sessions.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import type { Role } from "../../../shared/domain/roles.js";
import { asProcess } from "../../support/servers/process-roles.js";
import { openPeopleWorld, type PeopleWorld, visitor } from "./people-world.js";

let world: PeopleWorld;
let pools: ReturnType<typeof openPools>;
beforeAll(async () => {
  world = await openPeopleWorld();
  pools = openPools(asProcess(world.url, "api"), 4);
});
afterAll(async () => {
  await pools.close();
  await world[Symbol.asyncDispose]();
});

/** The operations as the API runs them: with its own database role, behind the wall of the company. */
const operatorOf = (companyId: number) => ({
  db: pools.administration.of({ companyId, production: false }),
  actor: { type: "user", email: "owner@example.com" } as const,
  companyId,
});
const noLimit = { perDay: 0 };
const invite = (companyId: number, email: string, role: Role = "reader", name: string | null = null) =>
  invitePerson(operatorOf(companyId), { email, name, role }, noLimit);
const auditOf = (email: string) =>
  world.db.auditEntry.findMany({
    where: { resourceId: email },
    orderBy: { id: "asc" },
    select: { companyId: true, production: true, action: true, before: true, after: true },
  });
const peopleOf = async (companyId: number) => (await listPeople(world.db, companyId)).map(({ email }) => email);

/** A company whose only people are the ones that a test adds. */
let companies = 0;
async function newCompany(over: object = { invitations: "any" }): Promise<number> {
  companies += 1;
  const data = { code: `people-${companies}`, cuit: "20111111112", name: "Una empresa", taxType: 6, ...over };
  return (await world.db.company.create({ data })).id;
}

test("an invitation makes the person, gives the role, queues the mail and is audited", async () => {
  const { demo } = world.companies;
  const { result, changed } = await invite(demo, "new@example.com", "issuer", "Nombre");
  expect(result).toEqual({
    id: expect.any(Number),
    placeId: expect.any(Number),
    email: "new@example.com",
    name: "Nombre",
    role: "issuer",
    hasAccepted: false,
    company: "demo",
    mailed: true,
  });
  expect(changed).toBe(true);
  expect(await world.mailsOf(result.id)).toEqual([{ kind: "invite", companyId: demo }]);
  expect(await auditOf("new@example.com")).toEqual([
    {
      companyId: demo,
      production: null,
      action: "user.invite",
      before: null,
      after: { email: "new@example.com", role: "issuer" },
    },
  ]);
  // A place that is not accepted opens nothing.
  expect(await findMembership(world.db, result.id, "demo")).toBeUndefined();
  expect(await peopleOf(demo)).toContain("new@example.com");
  expect(await peopleOf(world.companies.mono)).not.toContain("new@example.com");
});

test("who is invited again gets the role and, not at once, the mail again; another company's mail comes besides", async () => {
  const { demo, mono } = world.companies;
  const { result: first } = await invite(demo, "again@example.com", "reader", "De antes");
  expect(await invite(demo, "again@example.com")).toMatchObject({ changed: false, result: { mailed: false } });
  expect(await invite(mono, "again@example.com", "issuer", "De otra")).toMatchObject({
    changed: true,
    result: { id: first.id, name: "De otra", mailed: true },
  });
  expect(await world.mailsOf(first.id)).toEqual([
    { kind: "invite", companyId: demo },
    { kind: "invite", companyId: mono },
  ]);

  await world.db.$executeRaw`
    UPDATE person_mail SET state = 'sent', created_at = now() - interval '11 minutes' WHERE person_id = ${first.id}`;
  expect(await invite(demo, "again@example.com", "issuer")).toMatchObject({
    changed: true,
    result: { role: "issuer", mailed: true },
  });
  expect((await auditOf("again@example.com")).at(-1)).toMatchObject({ action: "user.role", after: { role: "issuer" } });
  await world.db.$executeRaw`
    UPDATE person_mail SET state = 'sent', created_at = now() - interval '11 minutes' WHERE person_id = ${first.id}`;
  expect(await inviteAgain(operatorOf(demo), first.id, noLimit)).toBe(true);
  expect(await inviteAgain(operatorOf(demo), first.id, noLimit)).toBe(false);
  const again = (await auditOf("again@example.com")).filter(({ after }) => (after as { again?: true })?.again);
  expect(again).toMatchObject([{ action: "user.invite", companyId: demo, after: { role: "issuer", again: true } }]);
});

test("nobody learns from an invitation who uses the service already: same entry, same mail, a place of its own", async () => {
  const { mono } = world.companies;
  const { id, email } = await world.person();
  const [known, unknown] = [await invite(mono, email), await invite(mono, "unknown@example.com")];
  const shown = ({ placeId: _place, id: _id, email: _email, ...rest }: typeof known.result) => rest;
  expect(shown(known.result)).toEqual(shown(unknown.result));
  expect(known.result).toMatchObject({ name: null, hasAccepted: false });
  // The id in the company's pages says nothing of when the person came.
  expect(Math.abs(known.result.placeId - unknown.result.placeId)).toBeLessThan(3);
  const kinds = async (personId: number) =>
    (await world.mailsOf(personId)).filter(({ companyId }) => companyId === mono).map(({ kind }) => kind);
  expect([await kinds(id), await kinds(unknown.result.id)]).toEqual([["invite"], ["invite"]]);
  const audits = [await auditOf(email), await auditOf("unknown@example.com")];
  expect(audits.map((entries) => entries.map(({ action }) => action))).toEqual([["user.invite"], ["user.invite"]]);
  // Until it is accepted, nothing of it opens, and what the company called them stays with the company.
  expect(await findMembership(world.db, id, "mono")).toBeUndefined();
  expect((await listPeople(world.db, world.companies.demo)).find((each) => each.id === id)).toMatchObject({
    name: expect.stringMatching(/^Person \d/),
    hasAccepted: true,
  });
});

test("a person accepts an invitation once, or refuses it; the company learns of both", async () => {
  const { mono } = world.companies;
  const [glad, not] = [await world.person(), await world.person()];
  for (const { email } of [glad, not]) await invite(mono, email);
  const own = (email: string) => ({ ...operatorOf(mono), actor: { type: "user", email } as const });
  await acceptInvitation(own(glad.email), glad.id);
  await expect(acceptInvitation(own(glad.email), glad.id)).rejects.toMatchObject({ status: 404 });
  await expect(refuseInvitation(own(glad.email), glad.id)).rejects.toMatchObject({ status: 404 });
  expect(await findMembership(world.db, glad.id, "mono")).toMatchObject({ role: "reader" });
  // Who accepts says their own name.
  expect((await listPeople(world.db, mono)).find(({ id }) => id === glad.id)).toMatchObject({
    hasAccepted: true,
    name: expect.stringMatching(/^Person \d/),
  });

  await refuseInvitation(own(not.email), not.id);
  expect(await peopleOf(mono)).not.toContain(not.email);
  expect(await findMembership(world.db, not.id, "demo")).toBeDefined();
  const actions = async (email: string) => (await auditOf(email)).map(({ action }) => action);
  expect([await actions(glad.email), await actions(not.email)]).toEqual([
    ["user.invite", "user.accept"],
    ["user.invite", "user.refuse"],
  ]);
});

test("a name that one company gave is never another's, nor in a mail", async () => {
  const { demo, mono } = world.companies;
  const { result } = await invite(mono, "cfo@bigco.example", "reader", "Transferí a CBU 0000");
  await invite(demo, "cfo@bigco.example", "reader", "Carla Ruiz");
  const nameAt = async (company: number) =>
    (await listPeople(world.db, company)).find(({ id }) => id === result.id)?.name;
  expect([await nameAt(mono), await nameAt(demo)]).toEqual(["Transferí a CBU 0000", "Carla Ruiz"]);
  const mails = (await duePersonMails(world.db, 1000)).filter(({ personId }) => personId === result.id);
  expect(mails.map(({ name }) => name)).toEqual([null, null]);
});

test("a company invites as many people a day as the service allows, over all its owners and pages", async () => {
  const company = await newCompany({ invitations: "any" });
  const three = { perDay: 3 };
  const at = (n: number) =>
    invitePerson(operatorOf(company), { email: `day-${n}@example.com`, name: null, role: "reader" }, three);
  const { result: first } = await at(0);
  await removePerson(operatorOf(company), first.id);
  await at(1);
  await at(2);
  await expect(at(3)).rejects.toMatchObject({
    status: 400,
    message: "A company may invite 3 people a day, and has invited them.",
  });
  expect(await peopleOf(company)).not.toContain("day-3@example.com");
  // Operators answer for theirs.
  const admin = { ...operatorOf(company), actor: { type: "admin" } as const, db: world.db };
  await invitePerson(admin, { email: "day-4@example.com", name: null, role: "reader" }, three);
  await world.db.$executeRaw`UPDATE invitation_count SET day = day - 1 WHERE company_id = ${company}`;
  await at(3);
});

test.each([
  { given: { accountEmail: "cuenta@propia.example" }, email: "otra@propia.example", isAllowed: true },
  { given: { accountEmail: "cuenta@propia.example" }, email: "victima@ajena.example", isAllowed: false },
  { given: { accountEmail: "cuenta@propia.example" }, email: "x@sub.propia.example", isAllowed: false },
  { given: {}, email: "victima@ajena.example", isAllowed: false },
  { given: { invitations: "any" }, email: "victima@ajena.example", isAllowed: true },
  { given: { certificateMode: "delegated" }, email: "victima@ajena.example", isAllowed: true },
  { given: {}, production: true, email: "victima@ajena.example", isAllowed: true },
])("an owner invites $email of a company $given: $isAllowed", async ({ given, production, email, isAllowed }) => {
  const company = await newCompany({ invitations: "production", ...given });
  if (production)
    await world.db.$executeRaw`
      INSERT INTO certificate (company_id, production, alias, csr, sealed_key, active, certificate, expires_at)
      VALUES (${company}, true, 'a', 'b', 'c', true, 'd', now() + interval '1 day')`;
  const invited = invite(company, email);
  if (isAllowed) await invited;
  else await expect(invited).rejects.toMatchObject({ status: 400, faults: [{ field: "email" }] });
  expect((await peopleOf(company)).includes(email)).toBe(isAllowed);
});

test("a role is changed, and one that was so before is not audited", async () => {
  const { demo } = world.companies;
  const { id, email } = await world.person({ role: "reader" });
  const operator = operatorOf(demo);
  expect(await changeRole(operator, id, "issuer")).toMatchObject({ changed: true, result: { role: "issuer" } });
  expect(await changeRole(operator, id, "issuer")).toMatchObject({ changed: false });
  expect(await auditOf(email)).toEqual([
    {
      companyId: demo,
      production: null,
      action: "user.role",
      before: { role: "reader" },
      after: { role: "issuer" },
    },
  ]);
});

test("who leaves their last company is gone with their sessions; in another company they stay", async () => {
  const { demo, mono } = world.companies;
  const { id, email } = await world.person({ role: "issuer" });
  await invite(mono, email);
  const session = await beginSession(world.db, id, visitor);

  await acceptInvitation(operatorOf(mono), id);
  await removePerson(operatorOf(mono), id);
  expect(await findSession(world.db, session)).toBeDefined();
  expect(await findMembership(world.db, id, "mono")).toBeUndefined();
  await removePerson(operatorOf(demo), id);
  expect(await findSession(world.db, session)).toBeUndefined();
  expect(await world.db.person.findUnique({ where: { id } })).toBeNull();
  expect((await auditOf(email)).at(-1)).toEqual({
    companyId: demo,
    production: null,
    action: "user.remove",
    before: { email, role: "issuer" },
    after: null,
  });
});

test("a company never touches the people of another one", async () => {
  const { mono } = world.companies;
  const { id } = await world.person({ role: "reader" });
  await expect(changeRole(operatorOf(mono), id, "owner")).rejects.toMatchObject({ status: 404 });
  await expect(removePerson(operatorOf(mono), id)).rejects.toMatchObject({ status: 404 });
  // The wall: the API's statement finds no person of another company, whatever it asks for.
  expect(await listPeople(pools.reading.of({ companyId: mono, production: true }), world.companies.demo)).toEqual([]);
  expect(await findMembership(world.db, id, "demo")).toMatchObject({ role: "reader" });
});

test("the last owner is neither removed nor given another role, also when two owners leave at once", async () => {
  const company = await newCompany();
  const one = await world.person({ company, role: "owner" });
  const lastOwner = { status: 400, message: expect.stringContaining("last owner") };
  await expect(removePerson(operatorOf(company), one.id)).rejects.toMatchObject(lastOwner);
  await expect(changeRole(operatorOf(company), one.id, "reader")).rejects.toMatchObject(lastOwner);
  await expect(invite(company, one.email, "reader")).rejects.toMatchObject(lastOwner);
  await expect(removeEverywhere(world.db, { type: "system" }, one.id)).rejects.toMatchObject(lastOwner);
  expect(await auditOf(one.email)).toEqual([]);

  // Who has not accepted could not configure anything.
  await invite(company, "invited-owner@example.com", "owner");
  await expect(removePerson(operatorOf(company), one.id)).rejects.toMatchObject(lastOwner);
  const invited = (await listPeople(world.db, company)).find(({ email }) => email === "invited-owner@example.com");
  await removePerson(operatorOf(company), invited?.id ?? 0);

  const two = await world.person({ company, role: "owner" });
  // Not in the API's line of one company, which would keep them apart.
  const operator = { ...operatorOf(company), db: world.db };
  const leaving = await Promise.allSettled([one, two].map(({ id }) => removePerson(operator, id)));
  expect(leaving.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await peopleOf(company)).toHaveLength(1);
});

test("a person is removed from all companies, or from none", async () => {
  const [company, other] = [await newCompany(), await newCompany()];
  const { id, email } = await world.person({ company, role: "owner" });
  await world.person({ company: other, role: "owner" });
  await invite(other, email, "issuer");
  const actor = { type: "admin" } as const;
  await expect(removeEverywhere(world.db, actor, id)).rejects.toMatchObject({ status: 400 });
  expect(await peopleOf(other)).toContain(email);
  await world.person({ company, role: "owner" });
  await removeEverywhere(world.db, actor, id);
  expect(await world.db.person.findUnique({ where: { id } })).toBeNull();
  const removals = (await auditOf(email)).filter(({ action }) => action === "user.remove");
  expect(removals.map(({ companyId }) => companyId)).toEqual([company, other]);
});

test("who is removed by one company while another one invites them is not lost", async () => {
  const { demo, mono } = world.companies;
  for (let round = 0; round < 10; round += 1) {
    const { id, email } = await world.person({ role: "reader" });
    await Promise.all([removePerson(operatorOf(demo), id), invite(mono, email)]);
    expect(await peopleOf(mono)).toContain(email);
    expect(await peopleOf(demo)).not.toContain(email);
  }
});

test("a company has at most 200 people", async () => {
  const company = await newCompany();
  await world.db
    .$executeRaw`INSERT INTO person (email) SELECT 'many-' || n || '@example.com' FROM generate_series(1, 200) n`;
  await world.db.$executeRaw`
    INSERT INTO membership (person_id, company_id, role)
    SELECT id, ${company}::int, 'reader' FROM person WHERE email LIKE 'many-%'`;
  const refused = { status: 400, message: expect.stringContaining("200 people") };
  await expect(invite(company, "one-more@example.com")).rejects.toMatchObject(refused);
  expect(await world.db.person.findUnique({ where: { email: "one-more@example.com" } })).toBeNull();
  expect(await invite(company, "many-7@example.com")).toMatchObject({ changed: false });
});

test("a forgotten password is mailed for at most once an hour, and for nobody in particular nothing happens", async () => {
  const { id, email } = await world.person();
  const nobody = pools.reading.ofNobody;
  await Promise.all(Array.from({ length: 5 }, () => askForReset(nobody, ` ${email.toUpperCase()}`)));
  await askForReset(nobody, email);
  expect(await world.mailsOf(id)).toEqual([{ kind: "reset", companyId: null }]);
  await world.db.$executeRaw`UPDATE person_mail SET state = 'failed' WHERE person_id = ${id}`;
  await askForReset(nobody, email);
  expect(await world.mailsOf(id)).toHaveLength(1);
  await world.db.$executeRaw`UPDATE person_mail SET created_at = now() - interval '61 minutes' WHERE person_id = ${id}`;
  await askForReset(nobody, email);
  expect(await world.mailsOf(id)).toHaveLength(2);

  const before = await world.db.personMail.count();
  expect(await askForReset(nobody, "nobody@example.com")).toBeUndefined();
  expect(await world.db.personMail.count()).toBe(before);
});

test("what is of no use any more is forgotten, by an issuer's role, and nothing else", async () => {
  const { id, email } = await world.person();
  await world.db.$executeRaw`
    INSERT INTO person_session (person_id, token_hash, last_used_at) VALUES
      (${id}, 'ended', now() - interval '12 hours 1 minute'), (${id}, 'lasts', now() - interval '11 hours 59 minutes')`;
  await world.db.$executeRaw`
    INSERT INTO person_link (person_id, token_hash, expires_at) VALUES
      (${id}, 'old', now() - interval '1 minute'), (${id}, 'young', now() + interval '1 minute')`;
  await world.db.$executeRaw`
    INSERT INTO sign_in_failure (email, failures, failed_at, locked_until) VALUES
      ('old@example.com', 10, now() - interval '16 minutes', now() - interval '1 minute'),
      (${email}, 10, now() - interval '14 minutes', now() + interval '1 minute')`;
  await world.db.$executeRaw`
    INSERT INTO person_mail (person_id, kind, state, created_at) VALUES
      (${id}, 'invite', 'sent', now() - interval '31 days'), (${id}, 'invite', 'due', now() - interval '31 days'),
      (${id}, 'reset', 'failed', now() - interval '29 days')`;

  const issuer = openDatabase(asProcess(world.url, "issuer"), { connections: 1 });
  await purgePeople(issuer.db);
  await issuer.close();
  const left = async (rows: Promise<{ tokenHash: Uint8Array }[]>) =>
    (await rows).map(({ tokenHash }) => Buffer.from(tokenHash).toString());
  const where = { personId: id };
  expect(await left(world.db.personSession.findMany({ where }))).toEqual(["lasts"]);
  expect(await left(world.db.personLink.findMany({ where }))).toEqual(["young"]);
  expect(await world.db.signInFailure.findMany({ where: { email: { in: [email, "old@example.com"] } } })).toMatchObject(
    [{ email }],
  );
  expect(await world.mailsOf(id)).toMatchObject([{ kind: "invite" }, { kind: "reset" }]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { changeRole, invitePerson, removeEverywhere, removePerson } from "../../../api/operations/people.js";
import { openPools } from "../../../api/pools.js";
import { openDatabase } from "../../../shared/db/database.js";
import { askForReset } from "../../../shared/db/people/mails.js";
import { findMembership } from "../../../shared/db/people/memberships.js";
import { listPeople } from "../../../shared/db/people/people.js";
import { purgePeople } from "../../../shared/db/people/purge.js";
import { beginSession, findSession } from "../../../shared/db/people/sessions.js";
import type { Role } from "../../../shared/domain/roles.js";
import { asProcess } from "../../support/servers/process-roles.js";
import { openPeopleWorld, type PeopleWorld, visitor } from "./people-world.js";

let world: PeopleWorld;
let pools: ReturnType<typeof openPools>;
beforeAll(async () => {
  world = await openPeopleWorld();
  pools = openPools(asProcess(world.url, "api"));
});
afterAll(async () => {
  await pools.close();
  await world[Symbol.asyncDispose]();
});

/** The operations as the API runs them: with its own database role, behind the wall of the company. */
const operatorOf = (companyId: number) => ({
  db: pools.administration.of({ companyId, production: false }),
  actor: { type: "admin", name: "test" } as const,
  companyId,
});
const invite = (companyId: number, email: string, role: Role = "reader", name: string | null = null) =>
  invitePerson(operatorOf(companyId), { email, name, role });
const auditOf = (email: string) =>
  world.db.auditEntry.findMany({
    where: { resourceId: email },
    orderBy: { id: "asc" },
    select: { companyId: true, production: true, action: true, before: true, after: true },
  });
const peopleOf = async (companyId: number) => (await listPeople(world.db, companyId)).map(({ email }) => email);

/** A company whose only people are the ones that a test adds. */
let companies = 0;
async function newCompany(): Promise<number> {
  companies += 1;
  const data = { code: `people-${companies}`, cuit: "20111111112", name: "Una empresa", taxType: 6 };
  return (await world.db.company.create({ data })).id;
}

test("an invitation makes the person, gives the role, queues the mail and is audited", async () => {
  const { demo } = world.companies;
  const { result, changed } = await invite(demo, "new@example.com", "issuer", "Nombre");
  expect(result).toEqual({
    id: expect.any(Number),
    email: "new@example.com",
    name: "Nombre",
    role: "issuer",
    hasPassword: false,
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
  expect(await findMembership(world.db, result.id, "demo")).toMatchObject({ role: "issuer", companyId: demo });
  expect(await peopleOf(demo)).toContain("new@example.com");
  expect(await peopleOf(world.companies.mono)).not.toContain("new@example.com");
});

test("who is invited again gets the role and, not at once, the mail again; another company's mail comes besides", async () => {
  const { demo, mono } = world.companies;
  const { result: first } = await invite(demo, "again@example.com", "reader", "De antes");
  expect(await invite(demo, "again@example.com")).toMatchObject({ changed: false, result: { mailed: false } });
  expect(await invite(mono, "again@example.com", "issuer", "De otra")).toMatchObject({
    changed: true,
    result: { id: first.id, name: "De antes", mailed: true },
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
    INSERT INTO person_session (person_id, token_hash, seen_at) VALUES
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

import { expect, test } from "vitest";
import { makeLink } from "../../../shared/db/people/links.js";
import { openApp } from "../../support/app/app-client.js";
import { openForFile } from "../../support/open-for-file.js";
import { keptLog } from "../../support/readers/kept-log.js";
import { storedPassword } from "../../support/samples/stored-password.js";

const password = "una clave que nadie adivina";
const logged = keptLog();
const app = await openForFile(() => openApp({}, { log: logged.log }));

/** A person with `password`, of the company `demo` and invited by `mono`. */
async function person() {
  const { email } = await app.signIn("reader");
  const { db } = app.system;
  const { id } = await db.person.update({
    where: { email },
    data: { password: storedPassword(password), passwordChangedAt: new Date() },
  });
  const mono = await db.company.findUniqueOrThrow({ where: { code: "mono" } });
  await db.membership.create({ data: { personId: id, companyId: mono.id, role: "reader", acceptedAt: null } });
  return { id, email };
}

const signIn = async (email: string, typed: string) => {
  const browser = app.visitor();
  await browser.get("/app/sign-in");
  await browser.post("/app/sign-in", { email, password: typed });
  return browser;
};

const auditOf = async (email: string) =>
  (
    await app.system.db.auditEntry.findMany({
      where: { resourceId: email, action: { startsWith: "user." } },
      orderBy: { id: "asc" },
      include: { company: { select: { code: true } } },
    })
  ).map(({ action, actorType, actorEmail, production, company }) => [
    action,
    actorType,
    actorEmail,
    production,
    company.code,
  ]);

const told = () => logged.lines.filter(({ msg }) => msg === "account");

test("every sign-in, failure, lock, reset and password is in the log with the account, and in the audit log of the person's companies", async () => {
  const { id, email } = await person();
  logged.lines.length = 0;
  await signIn(email, "not it");
  const browser = await signIn(email.toUpperCase(), password);
  await browser.post("/app/account/password", {
    old: "not it",
    password: "otra clave que nadie adivina",
    again: "otra clave que nadie adivina",
  });
  await browser.post("/app/account/password", {
    old: password,
    password: "otra clave que nadie adivina",
    again: "otra clave que nadie adivina",
  });
  await browser.post("/app/sign-out");
  await browser.post("/app/forgot", { email });
  const token = await makeLink(app.system.db, id);
  await browser.post("/app/password", { token, password, again: password });
  // The same password at the least cost: ten guesses at the real one take seconds.
  await app.system.db.person.update({ where: { id }, data: { password: storedPassword(password) } });
  for (let tries = 0; tries < 10; tries += 1) await signIn(email, "a guess");
  await signIn(email, password);

  const events = told();
  expect(events.map(({ event }) => event)).toEqual([
    "wrong_password",
    "signed_in",
    "wrong_password",
    "password_changed",
    "signed_out",
    "password_asked",
    "password_set",
    ...Array(10).fill("wrong_password"),
    "locked",
    "refused_as_locked",
  ]);
  expect(events.every(({ personId, client, requestId }) => personId === id && client && requestId)).toBe(true);

  const failed = "user.sign_in.failed";
  const actions = [
    failed,
    "user.sign_in",
    failed,
    "user.password.changed",
    "user.password.asked",
    "user.password.set",
    ...Array(10).fill(failed),
    "user.sign_in.locked",
  ];
  // Of the company that they have accepted, and not of the one that has only invited them.
  await expect.poll(() => auditOf(email)).toEqual(actions.map((action) => [action, "user", email, null, "demo"]));
  expect(JSON.stringify(logged.lines)).not.toMatch(/una clave|a guess|not it/);
});

test("of a name that is nobody's, the log has a keyed hash: the same of the same name, and the name nowhere", async () => {
  logged.lines.length = 0;
  for (const name of ["nobody-1@example.com", "NOBODY-1@example.com ", "secreto-en-el-campo"]) await signIn(name, "x");
  const [one, same, other] = told().map(({ nameHash }) => nameHash);
  expect(one).toMatch(/^[\w-]{16}$/);
  expect(same).toBe(one);
  expect(other).not.toBe(one);
  expect(JSON.stringify(logged.lines)).not.toMatch(/nobody-1|secreto/i);
});

test("an invitation that is accepted by its link stands in that company's audit log", async () => {
  const { db } = app.system;
  const [demo, mono] = await Promise.all(
    ["demo", "mono"].map((code) => db.company.findUniqueOrThrow({ where: { code } })),
  );
  const { id, email } = await db.person.create({ data: { email: "linked@example.com" } });
  for (const company of [demo, mono])
    await db.membership.create({
      data: { personId: id, companyId: company?.id ?? 0, role: "reader", acceptedAt: null },
    });
  const token = await makeLink(db, id, mono?.id);
  const browser = app.visitor();
  await browser.get("/app/password");
  expect((await browser.post("/app/password", { token, password, again: password })).location).toBe("/app");
  expect(await auditOf(email)).toEqual(
    ["user.accept", "user.password.set"].map((action) => [action, "user", email, null, "mono"]),
  );
});

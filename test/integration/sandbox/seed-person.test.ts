import { expect, inject, test } from "vitest";
import { makeLink } from "../../../shared/db/people/links.js";
import { listPeople } from "../../../shared/db/people/people.js";
import { setPassword } from "../../../shared/db/people/set-password.js";
import { signIn } from "../../../shared/db/people/sign-in.js";
import { describeSandbox } from "../../sandbox/description.js";
import { type DemoPerson, seedPerson } from "../../sandbox/seed-person.js";
import { openForFile } from "../../support/open-for-file.js";
import { openPeopleWorld, visitor } from "../people/people-world.js";

const world = await openForFile(openPeopleWorld);

const seed = (known?: DemoPerson) =>
  seedPerson({ db: world.db, actor: { type: "system" }, companyId: world.companies.demo }, known);
const canSignIn = async ({ email, password }: DemoPerson) =>
  "secret" in (await signIn(world.db, { email, password, visitor }, () => undefined));

test("the demo company comes with an owner who can sign in, and to whom nothing is mailed", async () => {
  const { app } = inject("demo").keys;
  expect(app).toEqual({ email: "demo@demo.example", password: expect.stringMatching(/^[\w-]{12}$/) });
  expect(await canSignIn(app)).toBe(true);
  const [person] = await listPeople(world.db, world.companies.demo);
  expect(person).toMatchObject({ email: app.email, role: "owner", hasAccepted: true });
  expect(await world.db.personMail.count()).toBe(0);
});

test("each data folder has a password of its own, which stays the same at the next start, whatever became of the person", async () => {
  const first = await seed();
  const hash = async () => (await world.db.person.findUniqueOrThrow({ where: { email: first.email } })).password;
  const stored = await hash();
  expect(await seed(first)).toEqual(first);
  expect(await hash()).toBe(stored);

  const { id } = await world.db.person.findUniqueOrThrow({ where: { email: first.email } });
  await setPassword(world.db, await makeLink(world.db, id), "otra clave que nadie adivina");
  expect(await seed(first)).toEqual(first);
  expect(await canSignIn(first)).toBe(true);
  await world.db.person.delete({ where: { id } });
  expect(await seed(first)).toEqual(first);
  expect(await canSignIn(first)).toBe(true);
  expect((await seed()).password).not.toBe(first.password);
});

test("sandbox.json tells where and how one signs in", () => {
  const app = { email: "demo@demo.example", password: "hidden" };
  const none = { test: "", production: "" };
  const { app: told } = describeSandbox({
    environment: { PORT: "3000", BASE_PATH: "/api" },
    services: { databaseUrl: "", redisUrl: "", smtpUrl: "", authorityUrl: null, payments: null },
    mailbox: null,
    keys: { keys: none, mono: { keys: none }, app },
    processes: { api: 1, issuer: 2, renderer: 3, mailer: 4 },
    metricsPorts: { issuer: 1, renderer: 2, mailer: 3 },
  });
  expect(told).toEqual({ url: "http://127.0.0.1:3000/app", ...app });
});

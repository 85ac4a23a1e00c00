import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findLinkOwner } from "../../../shared/db/people/links.js";
import { setPassword } from "../../../shared/db/people/set-password.js";
import { signIn } from "../../../shared/db/people/sign-in.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { type CommandLine, quickCommandLine, succeeding } from "../../support/processes/command-line.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";

const appUrl = "https://facturas.example.com";
const visitor = { address: "192.0.2.1", agent: "a test" };
let database: TestDatabase;
let opened: ReturnType<typeof openDatabase>;
let run: CommandLine;
let admin: ReturnType<typeof succeeding>;

beforeAll(async () => {
  database = await createDatabase();
  opened = openDatabase(database.url, { connections: 2 });
  run = quickCommandLine({ DATABASE_URL: database.url, REDIS_URL: inject("redisUrl"), APP_URL: appUrl });
  admin = succeeding(run);
  for (const code of ["tienda", "bazar"])
    await admin(...`company create ${code} --cuit 20111111112 --tax-type 6 --name ${code}`.split(" "));
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const words = (text: string) => text.split(" ");
const secretIn = (link: string) => new URL(link).searchParams.get("token") ?? "";

test("a person is invited with a link that sets their password, listed, and removed", async () => {
  const { user, changed } = await admin(
    ...words("user invite Duena@Example.com --company tienda --role owner --name"),
    "La dueña",
  );
  expect(user).toEqual({
    id: expect.any(Number),
    email: "duena@example.com",
    name: "La dueña",
    role: "owner",
    company: "tienda",
    link: expect.stringMatching(/^https:\/\/facturas\.example\.com\/app\/password\?token=[\w-]{43}$/),
  });
  expect(changed).toBe(true);
  const { db } = opened;
  expect(await findLinkOwner(db, secretIn(user.link))).toMatchObject({ id: user.id });
  const password = "una clave que nadie adivina";
  expect(await setPassword(db, secretIn(user.link), password)).toEqual({ email: "duena@example.com" });
  expect(await signIn(db, { email: user.email, password, visitor }, () => undefined)).toEqual({
    secret: expect.any(String),
    personId: expect.any(Number),
  });

  // Who has a password gets no link that could change it.
  const again = await admin(...words("user invite duena@example.com --company bazar --role reader"));
  expect(again.user).toMatchObject({ id: user.id, name: null, role: "reader", company: "bazar", link: null });
  await admin(...words("user invite empleado@example.com --company tienda --role issuer"));

  const person = { id: user.id, email: "duena@example.com", name: "La dueña", hasAccepted: true };
  const employee = { id: expect.any(Number), email: "empleado@example.com", name: null, hasAccepted: false };
  const inShop = [
    { ...person, role: "owner", company: "tienda" },
    { ...employee, role: "issuer", company: "tienda" },
  ];
  expect(await admin(...words("user list --company tienda"))).toEqual({ users: inShop });
  const everybody = [{ ...person, name: null, hasAccepted: false, role: "reader", company: "bazar" }, ...inShop];
  expect(await admin(...words("user list"))).toEqual({ users: everybody });

  expect(await admin(...words("user remove DUENA@example.com --company bazar"))).toEqual({
    user: { id: user.id, email: "duena@example.com", name: null },
  });
  expect(await admin(...words("user list --company bazar"))).toEqual({ users: [] });
  await admin(...words("user remove empleado@example.com"));
  expect(await admin(...words("user list"))).toEqual({ users: [inShop[0]] });
});

test("every change is in the audit log with the operator's name; an invitation that changes nothing says so", async () => {
  const name = ["--as", "Ana Ruiz"];
  await admin(...words("user invite auditada@example.com --company bazar --role owner"), ...name);
  const again = await admin(...words("user invite auditada@example.com --company bazar --role owner"), ...name);
  expect(again).toMatchObject({ changed: false, user: { link: expect.any(String) } });
  const { user: other } = await admin(...words("user invite otra@example.com --company bazar --role owner"), ...name);
  // Who has not accepted is no owner yet.
  await setPassword(opened.db, secretIn(other.link), "una clave que nadie adivina");
  await admin(...words("user invite auditada@example.com --company bazar --role reader"), ...name);
  await admin(...words("user remove auditada@example.com"), ...name);
  const entries = await opened.db.auditEntry.findMany({
    where: { resourceId: "auditada@example.com" },
    orderBy: { id: "asc" },
  });
  const told = entries.map(({ action, before, after, production, actorName }) => [
    action,
    before,
    after,
    production,
    actorName,
  ]);
  const email = "auditada@example.com";
  expect(told).toEqual([
    ["user.invite", null, { email, role: "owner" }, null, "Ana Ruiz"],
    ["user.role", { role: "owner" }, { role: "reader" }, null, "Ana Ruiz"],
    ["user.remove", { email, role: "reader" }, null, null, "Ana Ruiz"],
  ]);
});

test.each([
  ["user invite no-address --company tienda --role reader", 2, /email: must be an e-mail address/],
  ["user invite a@example.com --company tienda --role boss", 2, /role/],
  ["user invite a@example.com --company tienda", 2, /--role/],
  ["user invite a@example.com --role reader", 2, /--company/],
  ["user invite a@example.com --company nowhere --role reader", 1, /no company nowhere/],
  ["user remove nobody@example.com", 1, /no person nobody@example.com/],
  ["user remove otra@example.com --company tienda", 1, /no such person in this company/],
  ["user remove otra@example.com", 1, /last owner/],
])("%s fails with exit code %i", async (command, code, message) => {
  const { exitCode, json } = await run(...words(command), "--json");
  expect([exitCode, json]).toEqual([code, { ok: false, error: expect.stringMatching(message) }]);
});

test("without --json it is text, and without APP_URL it says what lacks", async () => {
  const { stdout } = await quickCommandLine({ DATABASE_URL: database.url })(
    ...words("user invite texto@example.com --company bazar --role reader"),
  );
  expect(stdout).toMatch(/^link +\/app\/password\?token=/m);
  expect(stdout).toContain("APP_URL is not set");
  expect((await run(...words("user list --company bazar"))).stdout).toMatch(
    /^ *ID {2}EMAIL +NAME +ROLE +COMPANY +HAS ACCEPTED\n/,
  );
});

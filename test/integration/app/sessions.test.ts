import { expect, test } from "vitest";
import { makeLink } from "../../../shared/db/people/links.js";
import { beginSession } from "../../../shared/db/people/sessions.js";
import { type AppClient, type OpenedApp, openApp } from "../../support/app/app-client.js";
import { openForFile } from "../../support/open-for-file.js";
import { storedPassword } from "../../support/samples/stored-password.js";

const [password, other] = ["a long enough password", "another long password"];
const base = "/app/demo/homologation";
/** Shown to everybody of the company: an owner without vouchers is led on from the overview. */
const page = `${base}/invoices`;

const hash = storedPassword(password);
const app = await openForFile(() => openApp({ TRUST_PROXY: "1" }));

/** Somebody with a password. */
async function newPerson(): Promise<{ id: number; email: string }> {
  const { email } = await app.signIn("owner");
  await app.system.db.$executeRaw`UPDATE person SET password = ${hash} WHERE email = ${email}`;
  await app.system.db
    .$executeRaw`DELETE FROM person_session WHERE person_id = (SELECT id FROM person WHERE email = ${email})`;
  return app.system.db.person.findUniqueOrThrow({ where: { email } });
}

let addresses = 0;
const newAddress = () => ({ "x-forwarded-for": `10.4.${++addresses >> 8}.${addresses & 255}` });
const cookieOf = ({ headers }: { headers: Headers }) =>
  /talonario_session=([\w-]+)/.exec(headers.get("set-cookie") ?? "")?.[1];

/** A browser that has just signed in, with its secrets before and after. */
async function enter(email: string, typed = password) {
  const browser = app.visitor();
  const before = cookieOf(await browser.get("/app/sign-in"));
  const answer = await browser.post("/app/sign-in", { email, password: typed }, newAddress());
  expect([answer.status, answer.location]).toEqual([303, "/app"]);
  return { browser, before, after: cookieOf(answer) };
}

/** Somebody's browser with a session of its own. */
async function inAs({ id }: { id: number }) {
  const after = await beginSession(app.system.db, id, { address: "", agent: "" });
  return { browser: app.visitor(after), after };
}

const isIn = async (browser: AppClient) => (await browser.get(page)).status === 200;
const isInWith = (secret: string | undefined) => isIn(app.visitor(secret));
/** An answer without what is of the browser: its token. */
const plain = ({ status, text, location }: { status: number; text: string; location: string | null }, email = "") => ({
  status,
  location,
  text: text.replaceAll(/name="csrf" value="[^"]*"/g, "").replaceAll(email || "\0", "EMAIL"),
});

test("signing in makes a new cookie, and the one from before opens nothing", async () => {
  const { email } = await newPerson();
  const { browser, before, after } = await enter(email);
  expect(before).toMatch(/^[\w-]{43}$/);
  expect(after).toMatch(/^[\w-]{43}$/);
  expect(after).not.toBe(before);
  expect([await isInWith(before), await isInWith(after)]).toEqual([false, true]);

  // Again, over a session of somebody else: that one ends.
  const second = await newPerson();
  const again = await browser.post("/app/sign-in", { email: second.email, password }, newAddress());
  expect(cookieOf(again)).not.toBe(after);
  expect([await isInWith(after), await isInWith(cookieOf(again))]).toEqual([false, true]);
});

test("a link that sets a password ends the session that the browser had, whoever's it was", async () => {
  const { after, browser } = await inAs(await newPerson());
  const invited = await newPerson();
  const token = await makeLink(app.system.db, invited.id);
  const set = await browser.post("/app/password", { token, password: other, again: other }, newAddress());
  expect([set.location, cookieOf(set)]).toEqual(["/app", expect.not.stringContaining(after ?? "")]);
  expect([await isInWith(after), await isInWith(cookieOf(set))]).toEqual([false, true]);
});

test("signing out ends the session on the server, and only that one", async () => {
  const person = await newPerson();
  const [here, there] = [await inAs(person), await inAs(person)];
  const out = await here.browser.post("/app/sign-out");
  expect([out.status, out.location, cookieOf(out) === here.after]).toEqual([303, "/app/sign-in", false]);
  expect([await isInWith(here.after), await isInWith(cookieOf(out)), await isIn(there.browser)]).toEqual([
    false,
    false,
    true,
  ]);
});

test("a session ends after 12 hours without a request, and each request begins them anew", async () => {
  const { id, email } = await newPerson();
  const secret = await beginSession(app.system.db, id, { address: "", agent: "" });
  const seen = (minutes: number) =>
    app.system.db
      .$executeRaw`UPDATE person_session SET last_used_at = now() - make_interval(mins => ${minutes}::int) WHERE person_id = ${id}`;
  await seen(719);
  expect(await isInWith(secret)).toBe(true);
  const { lastUsedAt } = await app.system.db.personSession.findFirstOrThrow({ where: { personId: id } });
  expect(Date.now() - lastUsedAt.getTime()).toBeLessThan(600_000);
  await seen(721);
  expect(await isInWith(secret)).toBe(false);
  expect((await app.visitor(secret).get("/app/account")).location, email).toBe("/app/sign-in?to=/app/account");
});

test("a changed password ends every session of its person, and of nobody else", async () => {
  const person = await newPerson();
  const [here, there, stranger] = [await inAs(person), await inAs(person), await inAs(await newPerson())];
  const changed = await here.browser.post(
    "/app/account/password",
    { old: password, password: other, again: other },
    newAddress(),
  );
  expect(changed.location).toBe("/app/account?said=saved");
  expect([await isInWith(here.after), await isIn(there.browser), await isIn(stranger.browser)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(await isInWith(cookieOf(changed)), "a new one goes on").toBe(true);

  const token = await makeLink(app.system.db, person.id);
  const visitor = app.visitor();
  await visitor.get("/app/forgot");
  expect((await visitor.post("/app/password", { token, password, again: password }, newAddress())).location).toBe(
    "/app",
  );
  expect([await isInWith(cookieOf(changed)), await isIn(stranger.browser)]).toEqual([false, true]);
});

test("whoever is removed, or loses a role, is so at their next request", async () => {
  const { id } = await newPerson();
  const { browser } = await inAs({ id });
  expect((await browser.get(`${base}/api-keys/new`)).status).toBe(200);
  await app.system.db.$executeRaw`UPDATE membership SET role = 'reader' WHERE person_id = ${id}`;
  expect((await browser.get(`${base}/api-keys/new`)).status).toBe(403);
  await app.system.db.$executeRaw`DELETE FROM membership WHERE person_id = ${id}`;
  expect((await browser.get(page)).status).toBe(404);
  await app.system.db.$executeRaw`DELETE FROM person WHERE id = ${id}`;
  expect((await browser.get(page)).status).toBe(303);
});

test("the cookie is out of reach for scripts and other sites, ends with the browser, and is Secure behind TLS", async () => {
  const attributes = async (opened: OpenedApp, url: string, headers: Record<string, string> = {}) => {
    const set = (await opened.system.app.request(url, { headers })).headers.getSetCookie();
    expect(set).toHaveLength(1);
    return set[0]?.split("; ").slice(1).sort();
  };
  const [open, secure] = [
    ["HttpOnly", "Path=/app", "SameSite=Lax"],
    ["HttpOnly", "Path=/app", "SameSite=Lax", "Secure"],
  ];
  const proto = (value: string) => ({ "x-forwarded-proto": value });
  expect(await attributes(app, "/app/sign-in")).toEqual(open);
  expect(await attributes(app, "/app/sign-in", proto("http"))).toEqual(open);
  expect(await attributes(app, "/app/sign-in", proto("https"))).toEqual(secure);
  expect(await attributes(app, "/app/sign-in", proto("http, https")), "the left one may be made up").toEqual(secure);
  expect(await attributes(app, "/app/sign-in", proto("https, http"))).toEqual(open);
  expect(await attributes(app, "https://app.example/app/sign-in")).toEqual(secure);
  const { email } = await newPerson();
  const visitor = app.visitor();
  await visitor.get("/app/sign-in");
  const entered = await visitor.post("/app/sign-in", { email, password }, { ...newAddress(), ...proto("https") });
  const given = entered.headers.getSetCookie().map((cookie) => cookie.split("; "));
  const attributesOf = (name: string) =>
    given
      .find(([first]) => first?.startsWith(`${name}=`))
      ?.slice(1)
      .sort();
  expect(given).toHaveLength(3);
  expect(attributesOf("talonario_session")).toEqual(secure);
  expect(attributesOf("talonario_before")).toEqual(secure);
  expect(attributesOf("talonario_known"), "30 days").toEqual(["Max-Age=2592000", ...secure].sort());

  await using alone = await openApp();
  expect(await attributes(alone, "/app/sign-in", proto("https")), "no proxy is believed").toEqual(open);
  await using twice = await openApp({ TRUST_PROXY: "2" });
  expect(await attributes(twice, "/app/sign-in", proto("https, http"))).toEqual(secure);
  expect(await attributes(twice, "/app/sign-in", proto("https"))).toEqual(secure);
});

test("ten failures lock a name for 15 minutes, known or unknown, and both are answered alike byte for byte", async () => {
  const invited = await app.signIn("reader");
  const names = [(await newPerson()).email, "nobody-here@example.com", invited.email];
  const visitor = app.visitor();
  await visitor.get("/app/sign-in");
  const tryAs = async (email: string, typed: string) =>
    plain(await visitor.post("/app/sign-in", { email, password: typed }, newAddress()), email);
  const first = await Promise.all(names.map((name) => tryAs(name, "wrong password")));
  expect(first[0]).toMatchObject({
    status: 400,
    text: expect.stringContaining("El correo o la contraseña no son correctos."),
  });
  expect([first[1], first[2]]).toEqual([first[0], first[0]]);

  await app.system.db.$executeRaw`UPDATE sign_in_failure SET failures = 8`;
  for (const name of names) expect(await tryAs(name, "wrong password")).toEqual(first[0]);
  for (const name of names) expect(await tryAs(name, "wrong password"), "the tenth").toEqual(first[0]);
  const locked = [];
  for (const name of names) locked.push(await tryAs(name, password));
  expect(locked[0]).toMatchObject({ status: 400, text: expect.stringContaining("Esperá 15 minutos") });
  expect([locked[1], locked[2]]).toEqual([locked[0], locked[0]]);
});

test("a lock lasts 15 minutes; an address that fails 30 times in a minute waits, and no other does", async () => {
  const { email } = await newPerson();
  const visitor = app.visitor();
  await visitor.get("/app/sign-in");
  const tryFrom = async (headers: Record<string, string>) =>
    (await visitor.post("/app/sign-in", { email, password }, headers)).status;
  await app.system.db.$executeRaw`
    INSERT INTO sign_in_failure (email, failures, failed_at) VALUES (${email}, 9, now() - interval '1 minute')`;
  await visitor.post("/app/sign-in", { email, password: "wrong password" }, newAddress());
  const [lock] = await app.system.db.$queryRaw<{ minutes: number }[]>`
    SELECT extract(epoch FROM locked_until - failed_at)::float8 / 60 AS minutes FROM sign_in_failure WHERE email = ${email}`;
  expect(lock?.minutes).toBe(15);

  // A locked name is refused without work, so the minute is not over before the count is.
  const [here, elsewhere] = [newAddress(), newAddress()];
  for (let failed = 0; failed < 30; failed += 1) expect(await tryFrom(here)).toBe(400);
  expect(await tryFrom(here)).toBe(429);
  expect(await tryFrom(elsewhere)).toBe(400);
  await app.system.db.$executeRaw`
    UPDATE sign_in_failure SET failed_at = failed_at - interval '16 minutes', locked_until = locked_until - interval '16 minutes'
    WHERE email = ${email}`;
  expect([await tryFrom(here), await tryFrom(elsewhere)]).toEqual([429, 303]);
});

test("asking for a new password is answered alike byte for byte, for every name, and an address may ask ten times a minute", async () => {
  const invited = await app.signIn("reader");
  const visitor = app.visitor();
  await visitor.get("/app/forgot");
  const here = newAddress();
  const ask = async (email: string, headers = newAddress()) => {
    const { headers: answered, ...page } = await visitor.post("/app/forgot", { email }, headers);
    const { "x-request-id": _id, ...others } = Object.fromEntries(answered);
    return { ...page, others };
  };
  const known = await ask((await newPerson()).email);
  expect(known).toMatchObject({ status: 200, text: expect.stringContaining("Si ese correo tiene una cuenta") });
  for (const email of ["nobody-here@example.com", invited.email, invited.email, "", "no address", "a\0b@example.com"])
    expect([email, await ask(email)]).toEqual([email, known]);
  for (let asked = 0; asked < 10; asked += 1) expect((await ask("nobody-here@example.com", here)).status).toBe(200);
  expect((await ask("nobody-here@example.com", here)).status).toBe(429);
  expect((await ask((await newPerson()).email, here)).status, "nor does the limit tell").toBe(429);
});

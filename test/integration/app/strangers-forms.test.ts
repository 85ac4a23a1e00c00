import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { csrfOf as csrfWith } from "../../../api/app/frame/csrf.js";
import { hashPassword } from "../../../shared/db/people/passwords.js";
import { beginSession, newSecret } from "../../../shared/db/people/sessions.js";
import { type OpenedApp, openApp } from "../../support/app/app-client.js";
import { leastCpuMsOf } from "../../support/cpu-time.js";

const password = "a long enough password";
const mib = 1_048_576;
const base = "/app/demo/homologation";
const pairs = "application/x-www-form-urlencoded";

let app: OpenedApp;
let hash: string;
let csrfOf: (secret: string) => string;
beforeAll(async () => {
  app = await openApp({ TRUST_PROXY: "1" });
  const key = await app.system.deps.macKeys("forms of the web application");
  csrfOf = (secret) => csrfWith(key, secret);
  hash = await hashPassword(password);
});
afterAll(() => app?.[Symbol.asyncDispose]());

let addresses = 0;
const newAddress = () => `10.7.${++addresses >> 8}.${addresses & 255}`;

interface Sending {
  body: string | Buffer | ReadableStream<Uint8Array>;
  secret?: string;
  address?: string;
  headers?: Record<string, string>;
}

/** Sends a form as pairs, with whoever's cookie. */
function send(path: string, { body, secret = newSecret(), address = newAddress(), headers = {} }: Sending) {
  const length = body instanceof ReadableStream ? {} : { "content-length": `${Buffer.byteLength(body)}` };
  const request = new Request(`http://app.example${path}`, {
    method: "POST",
    body: body instanceof Buffer ? new Uint8Array(body) : body,
    headers: {
      cookie: `talonario_session=${secret}`,
      "content-type": pairs,
      "x-forwarded-for": address,
      ...length,
      ...headers,
    },
    ...{ duplex: "half" },
  });
  return Promise.resolve(app.system.app.request(request));
}

/** A form that begins like this and never ends, and how much of it was taken. */
function endless(beginning: string) {
  let taken = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken += 1;
      controller.enqueue(Buffer.from(taken === 1 ? beginning : "a=".repeat(8_192)));
    },
  });
  return { body, takenBytes: () => taken * 16_384 };
}

/** A form of which only the beginning comes. */
const half = (beginning: string) =>
  new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from(beginning)) });

async function newPerson() {
  const email = (await app.signIn("owner")).email;
  await app.system.db.$executeRaw`UPDATE person SET password = ${hash} WHERE email = ${email}`;
  const { id } = await app.system.db.person.findUniqueOrThrow({ where: { email } });
  return { id, email };
}

async function newSession() {
  const { id } = await newPerson();
  return beginSession(app.system.db, id, { address: "", agent: "" });
}

test("a stranger's form of 9 MB takes no time on any path, and is refused unread", async () => {
  const secret = newSecret();
  const body = Buffer.alloc(9 * mib, "+");
  body.write(`csrf=${csrfOf(secret)}&a=`);
  for (const path of ["/app/sign-in", "/app/forgot", "/app/password", "/app/account/name", `${base}/batches/new`]) {
    const statuses = new Set<number>();
    const ms = await leastCpuMsOf(async () => statuses.add((await send(path, { body, secret })).status), 3);
    expect([path, ...statuses]).toEqual([path, 413]);
    expect(ms, path).toBeLessThan(100);
  }
});

test("a stranger's form is read up to 16 KB, whatever length it tells", async () => {
  const secret = newSecret();
  const begin = `csrf=${csrfOf(secret)}&email=a@example.com&x=`;
  const of = (bytes: number) => begin + "x".repeat(bytes - begin.length);
  expect((await send("/app/forgot", { body: of(16_384), secret })).status).toBe(200);
  expect((await send("/app/forgot", { body: of(16_385), secret })).status).toBe(413);
  const { body, takenBytes } = endless(begin);
  expect((await send("/app/forgot", { body, secret })).status).toBe(413);
  expect(takenBytes()).toBeLessThan(100_000);
});

test("without its token nothing more of a form is read than its beginning, whoever sends it", async () => {
  const secret = await newSession();
  for (const beginning of [
    `csrf=${csrfOf(newSecret())}&`,
    "name=x&",
    `a=${"x".repeat(1_024)}&csrf=${csrfOf(secret)}&`,
  ]) {
    const { body, takenBytes } = endless(beginning.padEnd(2_000, "x"));
    expect([beginning, (await send("/app/account/name", { body, secret })).status]).toEqual([beginning, 403]);
    expect(takenBytes()).toBeLessThan(50_000);
  }
  const wrong = endless("");
  const headers = { "x-csrf-token": csrfOf(newSecret()) };
  expect((await send("/app/account/name", { body: wrong.body, secret, headers })).status).toBe(403);
  expect(wrong.takenBytes()).toBeLessThan(50_000);
});

test("the script sends the token in a header, and then the form needs none", async () => {
  const secret = await newSession();
  const headers = { "x-csrf-token": csrfOf(secret) };
  expect((await send("/app/account/name", { body: "name=Ana", secret, headers })).status).toBe(303);
});

test("of an address nine forms are not held: the slowest of its own gives way, and is told when to come again", async () => {
  const [secret, address] = [newSecret(), newAddress()];
  const held = Array.from({ length: 9 }, () =>
    send("/app/sign-in", { body: half(`csrf=${csrfOf(secret)}&`), secret, address }),
  );
  const first = await Promise.race(held);
  expect([first.status, first.headers.get("retry-after")]).toEqual([429, "5"]);
  expect(await first.text()).toMatch(/lo que completaste se envía otra vez[\s\S]*lang="en"[\s\S]*reload this page/);
  const given = await Promise.all(held);
  expect(given.map(({ status }) => status).sort(), "the others are too slow").toEqual([...Array(8).fill(408), 429]);
});

test("a form that sends nothing more has 2 s", async () => {
  const secret = newSecret();
  const beganMs = performance.now();
  expect((await send("/app/sign-in", { body: half(`csrf=${csrfOf(secret)}&`), secret })).status).toBe(408);
  expect(performance.now() - beganMs).toBeGreaterThan(1_900);
});

test("a form to a company in which its sender has no place takes no place and is not read", async () => {
  const secret = await newSession();
  for (const company of ["mono", "nobody", "m%6fno"]) {
    const { body, takenBytes } = endless(`csrf=${csrfOf(secret)}&`);
    const { status } = await send(`/app/${company}/homologation/batches/new`, { body, secret });
    expect([company, status, takenBytes()]).toEqual([company, 404, expect.any(Number)]);
    expect(takenBytes()).toBeLessThan(50_000);
  }
});

test("who has a signed cookie of an earlier sign-in is known from any address, and a cookie that is changed says nothing", async () => {
  const { email } = await newPerson();
  const visitor = app.visitor();
  await visitor.get("/app/sign-in");
  const entered = await visitor.post("/app/sign-in", { email, password });
  const cookie = /talonario_known=([^;]+);([^,]*)/.exec(entered.headers.get("set-cookie") ?? "") ?? [];
  expect(cookie[2]).toMatch(/Max-Age=2592000; Path=\/app; HttpOnly; SameSite=Lax/);
  const secret = newSecret();
  const body = `csrf=${csrfOf(secret)}&comments=`.padEnd(200_000, "x");
  const statusWith = async (known: string | undefined) => {
    const headers = { cookie: `talonario_session=${secret}; talonario_known=${known}` };
    return (await send(`${base}/points-of-sale/new`, { body, secret, headers })).status;
  };
  expect(await statusWith(cookie[1])).toBe(401);
  const [person = "", until, signature] = (cookie[1] ?? "").split(".");
  for (const forged of [
    `${Number(person) + 1}.${until}.${signature}`,
    `${person}.${Number(until) + 1}.${signature}`,
    "x",
  ])
    expect([forged, await statusWith(forged)]).toEqual([forged, 413]);
});

test("who is signed in sends 1 MB, and 9 MB where a form takes a file", async () => {
  const secret = await newSession();
  const of = (bytes: number) => `csrf=${csrfOf(secret)}&name=x&x=`.padEnd(bytes, "x");
  expect((await send("/app/account/name", { body: of(mib), secret })).status).toBe(303);
  expect((await send("/app/account/name", { body: of(mib + 1), secret })).status).toBe(413);
  for (const path of ["/batches/new", "/points-of-sale/1/logo", "/certificates/1/installation"]) {
    expect([path, (await send(base + path, { body: of(9 * mib), secret })).status]).not.toEqual([path, 413]);
    expect([path, (await send(base + path, { body: of(9 * mib + 1), secret })).status]).toEqual([path, 413]);
  }
});

test("a long form of a session that ended is kept for who signed in from the same address before, and for nobody else", async () => {
  const [{ email }, address] = [await newPerson(), newAddress()];
  const visitor = app.visitor();
  await visitor.get("/app/sign-in");
  const headers = { "x-forwarded-for": address };
  expect((await visitor.post("/app/sign-in", { email, password }, headers)).status).toBe(303);
  const secret = newSecret();
  const of = (bytes: number) => `csrf=${csrfOf(secret)}&comments=`.padEnd(bytes, "x");
  const path = `${base}/points-of-sale/new`;
  const kept = await send(path, { body: of(200_000), secret, address });
  expect([kept.status, (await kept.text()).length > 200_000]).toEqual([401, true]);
  const larger = await send(path, { body: of(262_145), secret, address });
  expect([larger.status, await larger.text()]).toEqual([413, expect.stringContaining("Tu sesión terminó")]);
  expect((await send(path, { body: of(200_000), secret })).status).toBe(413);
});

test("a page that takes too long is given up, and says to look first", async () => {
  await using slow = await openApp({ REQUEST_TIMEOUT_MS: "1" });
  const visitor = await slow.signIn("owner");
  await slow.system.db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE person_session IN ACCESS EXCLUSIVE MODE`;
    const answer = await visitor.get("/app/account");
    expect([answer.status, answer.text]).toEqual([504, expect.stringContaining("mirá primero")]);
  });
});

test("strangers who fill the line for passwords are refused at once, and keep nobody waiting who signed in here before", async () => {
  const [{ email }, address] = [await newPerson(), newAddress()];
  const enter = async () => {
    const visitor = app.visitor();
    await visitor.get("/app/sign-in");
    return visitor.post("/app/sign-in", { email, password }, { "x-forwarded-for": address });
  };
  expect((await enter()).status).toBe(303);

  const from = Array.from({ length: 12 }, newAddress);
  let answered = 0;
  const tries = Array.from({ length: 60 }, async (_, n) => {
    const secret = newSecret();
    const body = `csrf=${csrfOf(secret)}&email=${randomBytes(8).toString("hex")}%40example.com&password=wrong+password`;
    const { status, headers } = await send("/app/sign-in", { body, secret, address: `${from[n % 12]}` });
    answered += 1;
    return [status, headers.get("retry-after")];
  });
  // Sixty tries of which one runs and 20 wait: the others are refused before the first few are hashed.
  await expect.poll(() => answered).toBeGreaterThanOrEqual(30);
  const before = answered;
  expect((await enter()).status).toBe(303);
  expect(answered, "whoever is known did not wait for the strangers").toBeLessThan(before + 15);
  const all = await Promise.all(tries);
  const refused = all.filter(([status]) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(30);
  expect(refused.every(([, retryAfter]) => retryAfter === "5")).toBe(true);
  expect(all.filter(([status]) => status === 400).length).toBe(60 - refused.length);
});

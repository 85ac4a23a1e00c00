import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServer } from "../../../api/http/open-server.js";
import { hashPassword } from "../../../shared/db/people/passwords.js";
import { beginSession, newSecret } from "../../../shared/db/people/sessions.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { csrfFor, type OpenedApp, openApp } from "../../support/app/app-client.js";
import { boundBesideFlood } from "../../support/bound-beside-flood.js";
import { testOf } from "../../support/groups.js";

const password = "a long enough password";
let withinMs: number;

let app: OpenedApp;
let server: ReturnType<typeof openServer>;
let origin: string;
let hash: string;
beforeAll(async () => {
  app = await openApp({ TRUST_PROXY: "1" });
  hash = await hashPassword(password);
  server = openServer(app.system.app.fetch, app.system.deps.log);
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  withinMs = await boundBesideFlood(signInAnew);
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await app?.[Symbol.asyncDispose]();
});

let addresses = 0;
/** Each of a prefix of its own. */
const newAddress = () => `10.${++addresses >> 8}.${addresses & 255}.9`;

interface Sent {
  path: string;
  address: string;
  secret: string;
  body: string;
  /** Default: that of the body. */
  length?: number;
}

function open({ path, address, secret, body, length = body.length }: Sent): Socket {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1").on("error", () => undefined);
  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: localhost",
    `X-Forwarded-For: ${address}`,
    `Cookie: talonario_session=${secret}`,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${length}`,
    "Connection: close",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  return socket;
}

/** So soon a few come again. Two hundred that came as soon would take the processor, which is another bound. */
const soonMs = 250;
const ofManyMs = 4_000;

/** These requests, each again soon after it was answered or ended, until it is disposed of. */
function flood(all: readonly (() => Sent)[]) {
  const againMs = all.length > 100 ? ofManyMs : soonMs;
  let isOver = false;
  const sockets = new Set<Socket>();
  const answers: string[] = [];
  function again(next: () => Sent): void {
    if (isOver) return;
    const socket = open(next());
    sockets.add(socket);
    let text = "";
    socket.on("data", (piece) => {
      text += piece;
    });
    socket.once("close", () => {
      sockets.delete(socket);
      if (text) answers.push(text.slice(9, 12));
      setTimeout(again, againMs, next);
    });
  }
  for (const each of all) again(each);
  return {
    answers,
    sockets,
    [Symbol.dispose]() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

const times = <Value>(count: number, make: (n: number) => Value): Value[] =>
  Array.from({ length: count }, (_, n) => make(n));

async function newPerson(role: "owner" | "reader" = "owner", company = "demo") {
  const { email } = await app.signIn(role, company);
  await app.system.db.$executeRaw`UPDATE person SET password = ${hash} WHERE email = ${email}`;
  const { id } = await app.system.db.person.findUniqueOrThrow({ where: { email } });
  return { email, secret: await beginSession(app.system.db, id, { address: "", agent: "" }) };
}

/** Somebody of no company. */
async function newAccount(): Promise<string> {
  const { email, secret } = await newPerson();
  await app.system.db.$executeRaw`
    DELETE FROM membership WHERE person_id = (SELECT id FROM person WHERE email = ${email})`;
  return secret;
}

/** Sends a form whole, and says what was answered and how long that took. */
async function send(path: string, secret: string, fields: Record<string, string>, address = newAddress()) {
  const beganMs = performance.now();
  const answer = await fetch(origin + path, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: `talonario_session=${secret}`, "x-forwarded-for": address },
    body: new URLSearchParams({ csrf: await csrfFor(app.system.deps, secret), ...fields }),
  });
  await answer.text();
  return { status: answer.status, ms: performance.now() - beganMs };
}

async function signInAnew() {
  const { email } = await newPerson();
  return send("/app/sign-in", newSecret(), { email, password });
}

/** So many right requests, one after the other: all served, each in time. */
async function expectServed(count: number, what: string, request: () => Promise<{ status: number; ms: number }>) {
  const took: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const { status, ms } = await request();
    expect([what, status]).toEqual([what, 303]);
    took.push(ms);
  }
  console.log(`${what}: ${count} of ${count} served, the slowest in ${Math.round(Math.max(...took))} ms`);
  expect(Math.max(...took), what).toBeLessThan(withinMs);
}

/** Sixty bytes of 16,000, of nobody: no token is judged before more has come. */
const halfSignIn = (address: string) => (): Sent => ({
  ...{ path: "/app/sign-in", address, secret: newSecret() },
  ...{ body: "csrf=".padEnd(60, "x"), length: 16_000 },
});

const heldBy = (count: number, each: number) => {
  const from = times(count, newAddress);
  return from.flatMap((address) => times(each, () => halfSignIn(address)));
};

/** The places are taken once somebody had to give way, or was too slow. */
const isAtWork = ({ answers }: { answers: string[] }) =>
  waitFor(() => answers.some((status) => status === "429" || status === "408"), { message: "the flood to be at work" });

async function expectSignIns(strangers: number, each: number, count: number): Promise<void> {
  using held = flood(heldBy(strangers, each));
  await isAtWork(held);
  await expectServed(count, `sign-ins beside ${strangers} addresses with ${each} forms each`, signInAnew);
}

test("8 addresses that hold 8 forms to sign in each, again and again, keep nobody else from signing in", () =>
  expectSignIns(8, 8, 4));

testOf(
  "before-authentication",
  "200 addresses that hold forms to sign in keep nobody else from signing in",
  async () => {
    await expectSignIns(200, 1, 8);
  },
);

async function expectForms(people: number, each: number, count: number): Promise<void> {
  const secrets = await Promise.all(times(people, newAccount));
  const halves = await Promise.all(
    secrets.map(async (secret) => `csrf=${await csrfFor(app.system.deps, secret)}&name=`.padEnd(1_024, "x")),
  );
  const ofPeople = secrets.flatMap((secret, n) =>
    times(
      each,
      () => (): Sent => ({
        ...{ path: "/app/account/name", address: newAddress(), secret },
        ...{ body: halves[n] ?? "", length: 1_000_000 },
      }),
    ),
  );
  const { secret } = await newPerson();
  using held = flood(ofPeople);
  await isAtWork(held);
  const what = `beside ${people} people with ${each} forms each`;
  await expectServed(count, `a person's forms ${what}`, () => send("/app/account/name", secret, { name: "Ana" }));
  const path = "/app/demo/homologation/points-of-sale";
  const before = performance.now();
  const { status } = await send(path, secret, {});
  expect(status, `a company's form ${what}`).not.toBe(429);
  expect(performance.now() - before).toBeLessThan(withinMs);
}

test("8 people who hold 8 forms each, again and again, keep no form of others out", () => expectForms(8, 8, 4));

testOf("before-authentication", "60 people who hold 8 forms each keep no form of others out", () =>
  expectForms(60, 8, 8),
);

async function expectUploads(people: number, count: number): Promise<void> {
  const path = "/app/mono/homologation/batches/new";
  const secrets = await Promise.all(times(people, async () => (await newPerson("owner", "mono")).secret));
  const halves = await Promise.all(
    secrets.map(async (secret) => `csrf=${await csrfFor(app.system.deps, secret)}&file=`.padEnd(2_048, "x")),
  );
  const uploads = secrets.flatMap((secret, n) =>
    times(
      2,
      () => (): Sent => ({
        ...{ path, address: newAddress(), secret },
        ...{ body: halves[n] ?? "", length: 9_000_000 },
      }),
    ),
  );
  const { secret } = await newPerson();
  using held = flood(uploads);
  await isAtWork(held);
  for (let n = 0; n < count; n += 1) {
    const { status, ms } = await send("/app/demo/homologation/batches/new", secret, { name: "x" });
    console.log(`an upload beside ${people} people with 2 each: ${status} in ${Math.round(ms)} ms`);
    expect([408, 429, 413]).not.toContain(status);
    expect(ms).toBeLessThan(withinMs);
  }
}

test("4 people who hold 2 uploads each, again and again, keep nobody else's upload out", () => expectUploads(4, 2));

testOf("before-authentication", "40 people who hold 2 uploads each keep nobody else's upload out", () =>
  expectUploads(40, 8),
);

/** Each tries a password of nobody again and again. */
async function expectPasswords(strangers: number, count: number): Promise<void> {
  const secret = newSecret();
  const csrf = await csrfFor(app.system.deps, secret);
  let names = 0;
  const tries = times(strangers, () => {
    const address = newAddress();
    return (): Sent => ({
      ...{ path: "/app/sign-in", address, secret },
      body: `csrf=${csrf}&email=nobody-${++names}-${address}%40example.com&password=wrong+password`,
    });
  });
  const people = await Promise.all(times(count, () => newPerson()));
  using held = flood(tries);
  // All that come after the right ones have been here before: 21 are in the line and at work.
  const answered = () => held.answers.length >= Math.max(4, strangers - 21);
  await waitFor(answered, { message: "the first tries to be answered" });
  await expectServed(count, `sign-ins beside ${strangers} addresses that try passwords`, () =>
    send("/app/sign-in", newSecret(), { email: people.pop()?.email ?? "", password }),
  );
}

test("21 addresses that fill the line for passwords keep no new address from signing in", () => expectPasswords(21, 4));

testOf(
  "before-authentication",
  "200 addresses that fill the line for passwords keep no new address from signing in",
  () => expectPasswords(200, 12),
);

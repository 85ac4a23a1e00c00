import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findSession } from "../../../shared/db/people/sessions.js";
import { signIn } from "../../../shared/db/people/sign-in.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { countHashes, openPeopleWorld, type PeopleWorld, password, sessionsOf, visitor } from "./people-world.js";

let world: PeopleWorld;
beforeAll(async () => {
  world = await openPeopleWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** What was left to be done after an answer. */
let left: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  left = [];
});
const tryWith = (email: string, typed: string) =>
  signIn(world.db, { email, password: typed, visitor }, (task) => left.push(task));
const wrong = { refused: "wrong", isLast: expect.any(Boolean) };
const locked = { refused: "locked", untilMs: expect.any(Number) };

/** As if the failures of a name were so many minutes older. */
const letMinutesPass = (email: string, minutes: number) => world.db.$executeRaw`
  UPDATE sign_in_failure SET failed_at = failed_at - make_interval(mins => ${minutes}::int),
    locked_until = locked_until - make_interval(mins => ${minutes}::int) WHERE email = ${email}`;
const failuresOf = async (email: string) =>
  (await world.db.signInFailure.findUnique({ where: { email } }))?.failures ?? 0;
/** As if there had been so many failures just now. */
const failBefore = (email: string, failures: number) =>
  world.db.signInFailure.create({ data: { email, failures, failedAt: new Date() } });

test("a person signs in by e-mail, however it is typed, and password", async () => {
  const { id, email } = await world.person();
  const answer = await tryWith(` ${email.toUpperCase()} `, password);
  if (!("secret" in answer)) throw new Error(JSON.stringify(answer));
  expect(await findSession(world.db, answer.secret)).toMatchObject({ personId: id, email });
  const stored = await world.db.personSession.findFirstOrThrow({ where: { personId: id } });
  expect(stored).toMatchObject(visitor);
  expect(JSON.stringify(stored)).not.toContain(answer.secret);
});

test("an unknown name, a wrong password and a person without one get the same answer for the same work", async () => {
  const known = await world.person();
  const invited = await world.person({ isKnown: false });
  for (const email of [known.email, invited.email, "nobody@example.com", "", "a\0b@example.com", "x".repeat(5_000)]) {
    const hashes = await countHashes(async () => expect(await tryWith(email, "not the password")).toEqual(wrong));
    expect([email, hashes]).toEqual([email, 1]);
  }
  expect(await sessionsOf(world.db, known.id)).toBe(0);
});

test("a failure is written into the audit logs of whoever it is after the answer, which therefore takes no longer for a person", async () => {
  const { email } = await world.person();
  const actions = async () =>
    (await world.db.auditEntry.findMany({ where: { resourceId: email }, orderBy: { id: "asc" } })).map(
      (one) => one.action,
    );
  const before = await actions();
  await failBefore(email, 9);
  for (const name of [email, "nobody-noted@example.com"])
    expect(await tryWith(name, "not the password")).toEqual(wrong);
  expect(await actions()).toEqual(before);
  expect(left).toHaveLength(2);
  for (const task of left) await task();
  expect(await actions()).toEqual([...before, "user.sign_in.failed", "user.sign_in.locked"]);
});

test("ten failures lock a name for a quarter of an hour, whether or not there is such a person, and without work", async () => {
  const { email } = await world.person();
  for (const name of [email, "never@example.com"]) {
    await failBefore(name, 9);
    expect(await tryWith(name, "not the password")).toEqual(wrong);
    const hashes = await countHashes(async () => {
      const answer = await tryWith(name, password);
      expect(answer).toEqual(locked);
      const { untilMs } = answer as { untilMs: number };
      expect(Math.abs(untilMs - Date.now() - 15 * 60_000)).toBeLessThan(60_000);
    });
    expect(hashes).toBe(0);
    await letMinutesPass(name, 14);
    expect(await tryWith(name, password)).toEqual(locked);
    await letMinutesPass(name, 1);
  }
  expect(await tryWith("never@example.com", password)).toEqual(wrong);
  expect(await tryWith(email, password)).toEqual({ secret: expect.any(String), personId: expect.any(Number) });
});

test("failures that are a quarter of an hour old count no longer, and a success clears them", async () => {
  const { email } = await world.person();
  await failBefore(email, 9);
  await letMinutesPass(email, 15);
  expect(await tryWith(email, "not the password")).toEqual(wrong);
  expect(await failuresOf(email)).toBe(1);
  expect(await tryWith(email, password)).toEqual({ secret: expect.any(String), personId: expect.any(Number) });
  expect(await failuresOf(email)).toBe(0);
});

test("the tenth try may be the right one, and however many come at once, ten are let through", async () => {
  const { email } = await world.person();
  await failBefore(email, 9);
  expect(await tryWith(email, password)).toEqual({ secret: expect.any(String), personId: expect.any(Number) });

  await failBefore("crowd@example.com", 4);
  const hashes = await countHashes(async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => tryWith("crowd@example.com", "a guess")));
    expect(answers.filter((answer) => "refused" in answer && answer.refused === "wrong")).toHaveLength(6);
    expect(answers.filter((answer) => "refused" in answer && answer.refused === "locked")).toHaveLength(24);
  });
  expect(hashes).toBe(6);
});

test("a password that changes while it is being tried lets nobody in", async () => {
  const { id, email } = await world.person();
  // The change holds the person until the sign-in waits for it.
  const answer = await world.db.$transaction(async (tx) => {
    await tx.$executeRaw`UPDATE person SET password = 'another' WHERE id = ${id}`;
    const trying = tryWith(email, password);
    await waitUntilBlocked();
    return { trying };
  });
  expect(await answer.trying).toEqual(wrong);
  expect(await sessionsOf(world.db, id)).toBe(0);
});

const waitUntilBlocked = () =>
  waitFor(
    async () => {
      const [row] = await world.db.$queryRaw<[{ blocked: number }]>`
      SELECT count(*)::int AS blocked FROM pg_stat_activity
      WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`;
      return row.blocked > 0;
    },
    { message: "the sign-in to wait for the change" },
  );

import { expect, test } from "vitest";
import { findLinkOwner, linkPath, makeLink } from "../../../shared/db/people/links.js";
import { listMemberships, listOpenInvitations } from "../../../shared/db/people/memberships.js";
import { isPassword } from "../../../shared/db/people/passwords.js";
import { beginSession, findSession } from "../../../shared/db/people/sessions.js";
import { changePassword, setPassword } from "../../../shared/db/people/set-password.js";
import { signIn } from "../../../shared/db/people/sign-in.js";
import { openForFile } from "../../support/open-for-file.js";
import { countHashes, openPeopleWorld, password, sessionsOf, visitor } from "./people-world.js";

const world = await openForFile(openPeopleWorld);

const next = "otra clave que nadie adivina";
const gone = { refused: "gone" };
const signedIn = { secret: expect.any(String), personId: expect.any(Number) };
const tryWith = (email: string, typed: string) =>
  signIn(world.db, { email, password: typed, visitor }, () => undefined);

test("a link is known by the hash of its secret, and says whose it is for an hour, an invitation's for two days", async () => {
  const { id, email } = await world.person();
  const secret = await makeLink(world.db, id);
  expect(linkPath(secret)).toBe(`/app/password?token=${secret}`);
  expect(await findLinkOwner(world.db, secret)).toMatchObject({ id, email });
  const [stored] = await world.db.personLink.findMany({ where: { personId: id } });
  expect(Buffer.from(stored?.tokenHash ?? []).toString("base64url")).not.toBe(secret);
  const hoursOf = (link: { expiresAt: Date; createdAt: Date } | null | undefined) =>
    (Number(link?.expiresAt) - Number(link?.createdAt)) / 3_600_000;
  expect(hoursOf(stored)).toBeCloseTo(1, 3);
  const invitation = await makeLink(world.db, id, world.companies.mono);
  expect(await findLinkOwner(world.db, invitation)).toMatchObject({ id, companyId: world.companies.mono });
  expect(hoursOf(await world.db.personLink.findFirst({ where: { companyId: world.companies.mono } }))).toBeCloseTo(
    48,
    3,
  );

  await world.db.personLink.updateMany({ where: { personId: id }, data: { expiresAt: new Date(Date.now() - 1_000) } });
  expect(await findLinkOwner(world.db, secret)).toBeUndefined();
  expect(await setPassword(world.db, secret, next)).toEqual(gone);
});

test("a link that is asked for ends the ones before, and no invitation", async () => {
  const { id } = await world.person({ isKnown: false });
  const invitation = await makeLink(world.db, id, world.companies.demo);
  const first = await makeLink(world.db, id);
  const second = await makeLink(world.db, id);
  const isThere = async (secret: string) => (await findLinkOwner(world.db, secret)) !== undefined;
  expect([await isThere(invitation), await isThere(first), await isThere(second)]).toEqual([true, false, true]);
  await makeLink(world.db, id, world.companies.mono);
  expect([await isThere(invitation), await isThere(second)]).toEqual([true, true]);
});

test("the first password by an invitation's link accepts that invitation, and no other", async () => {
  const { demo, mono } = world.companies;
  const { id, email } = await world.person({ isKnown: false });
  await world.db.$executeRaw`UPDATE membership SET accepted_at = NULL WHERE person_id = ${id}`;
  await world.db.membership.create({ data: { personId: id, companyId: mono, role: "owner", acceptedAt: null } });
  const [ofDemo, ofMono] = [await makeLink(world.db, id, demo), await makeLink(world.db, id, mono)];
  expect(await setPassword(world.db, ofMono, next)).toEqual({ email });
  expect((await listMemberships(world.db, id)).map(({ companyId }) => companyId)).toEqual([mono]);
  // A password is there now: the other invitation waits for who signs in.
  expect(await setPassword(world.db, ofDemo, "una tercera clave")).toEqual(gone);
  expect(await listOpenInvitations(world.db, id)).toMatchObject([{ companyId: demo }]);
});

test.each(["Almacén del Puerto 9", "mi talonario azul", "la clave de Persona Elegida", "football2026!"])(
  "%s is refused by a link and by a change: names and common words are known to who guesses",
  async (password) => {
    const { id } = await world.person();
    await world.db.$executeRaw`UPDATE person SET name = 'Persona Elegida' WHERE id = ${id}`;
    const fault = { refused: password.startsWith("football") ? "common" : "name" };
    expect(await setPassword(world.db, await makeLink(world.db, id), password)).toEqual(fault);
    expect(await changePassword(world.db, id, { old: "x", next: password, visitor })).toEqual(fault);
  },
);

test("a link sets the password once, and with it all links, sessions and failures of the person end", async () => {
  const { id, email } = await world.person();
  const other = await world.person();
  const [unused, used, others] = [
    await makeLink(world.db, id),
    await makeLink(world.db, id),
    await makeLink(world.db, other.id),
  ];
  const session = await beginSession(world.db, id, visitor);
  await beginSession(world.db, other.id, visitor);
  await world.db.signInFailure.create({
    data: { email, failures: 10, failedAt: new Date(), lockedUntil: new Date(Date.now() + 900_000) },
  });

  expect(await setPassword(world.db, used, next)).toEqual({ email });
  expect(await findSession(world.db, session)).toBeUndefined();
  for (const secret of [used, unused]) expect(await setPassword(world.db, secret, "una tercera clave")).toEqual(gone);
  expect(await tryWith(email, password)).toMatchObject({ refused: "wrong" });
  expect(await tryWith(email, next)).toEqual(signedIn);
  expect(await world.mailsOf(id)).toEqual([{ kind: "password-changed", companyId: null }]);
  // Nothing of anybody else.
  expect(await findLinkOwner(world.db, others)).toMatchObject({ id: other.id });
  expect(await sessionsOf(world.db, other.id)).toBe(1);
  expect(await tryWith(other.email, password)).toEqual(signedIn);
});

test("of two who use links of one person at once, one sets the password", async () => {
  const { id } = await world.person({ isKnown: false });
  const links = [await makeLink(world.db, id), await makeLink(world.db, id)];
  const answers = await Promise.all(links.map((secret) => setPassword(world.db, secret, next)));
  expect(answers.filter((answer) => "email" in answer)).toHaveLength(1);
  expect(answers).toContainEqual(gone);
});

test("a password that cannot be chosen uses nothing up", async () => {
  const { id, email } = await world.person();
  const secret = await makeLink(world.db, id);
  expect(await countHashes(() => setPassword(world.db, secret, "corta"))).toBe(0);
  expect(await setPassword(world.db, secret, "corta")).toEqual({ refused: "short" });
  expect(await setPassword(world.db, secret, email.toUpperCase())).toEqual({ refused: "email" });
  expect(await setPassword(world.db, secret, "Contraseña123")).toEqual({ refused: "common" });
  expect(await changePassword(world.db, id, { old: password, next: "corta", visitor })).toEqual({ refused: "short" });
  expect(await setPassword(world.db, secret, next)).toEqual({ email });
});

test("who knows the old password changes it: all sessions end, and a new one begins", async () => {
  const { id, email } = await world.person();
  const before = await beginSession(world.db, id, visitor);
  const link = await makeLink(world.db, id);
  expect(await changePassword(world.db, id, { old: "not it", next, visitor })).toMatchObject({ refused: "wrong" });
  expect(await findSession(world.db, before)).toBeDefined();

  const answer = await changePassword(world.db, id, { old: password, next, visitor });
  if (!("secret" in answer)) throw new Error(JSON.stringify(answer));
  expect(await findSession(world.db, before)).toBeUndefined();
  expect(await findSession(world.db, answer.secret)).toMatchObject({ personId: id });
  expect(await sessionsOf(world.db, id)).toBe(1);
  expect(await findLinkOwner(world.db, link)).toBeUndefined();
  expect(await tryWith(email, next)).toEqual(signedIn);
  expect(await world.mailsOf(id)).toEqual([{ kind: "password-changed", companyId: null }]);
  const { password: stored } = await world.db.person.findUniqueOrThrow({ where: { id } });
  expect(stored).toMatch(/^scrypt\$65536\$8\$2\$/);
  expect(await isPassword(next, stored)).toBe(true);
});

test("the old password is not found out by trying: the name is locked as at a sign-in", async () => {
  const { id, email } = await world.person();
  await world.db.signInFailure.create({ data: { email, failures: 9, failedAt: new Date() } });
  const attempt = (old: string) => changePassword(world.db, id, { old, next, visitor });
  expect(await attempt("a guess")).toMatchObject({ refused: "wrong" });
  expect(await attempt(password)).toEqual({ refused: "locked", untilMs: expect.any(Number) });
  expect(await tryWith(email, password)).toMatchObject({ refused: "locked" });
});

test("of two changes from the same password at once, one counts", async () => {
  const { id } = await world.person();
  const passwords = ["una primera clave", "una segunda clave"];
  const answers = await Promise.all(
    passwords.map((one) => changePassword(world.db, id, { old: password, next: one, visitor })),
  );
  expect(answers).toContainEqual({ secret: expect.any(String) });
  expect(answers).toContainEqual({ refused: "wrong", isLast: expect.any(Boolean) });
  expect(await sessionsOf(world.db, id)).toBe(1);
});

import { beforeEach, expect, test } from "vitest";
import { backoffFrom } from "../../../mailer/backoff.js";
import { compileTemplate } from "../../../mailer/compile-template.js";
import { composePersonMail } from "../../../mailer/compose-person-mail.js";
import { openDelivery } from "../../../mailer/delivery.js";
import { mailPeople } from "../../../mailer/mail-people.js";
import { fillerOf } from "../../../mailer/template.js";
import { openOutboxRow } from "../../../shared/db/delivery/outgoing.js";
import { findLinkOwner, makeLink } from "../../../shared/db/people/links.js";
import {
  askForReset,
  countMailsOfMinute,
  duePersonMails,
  queueInvitation,
  queuePasswordChanged,
} from "../../../shared/db/people/mails.js";
import { setPassword } from "../../../shared/db/people/set-password.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { openForFile } from "../../support/open-for-file.js";
import { mailFrom } from "../../support/samples/mailing.js";
import { asProcess } from "../../support/servers/process-roles.js";
import { type Behaviour, startScriptedSmtp } from "../../support/servers/scripted-smtp.js";
import { openPeopleWorld } from "../people/people-world.js";

const appUrl = "https://facturas.example.com";
const behaviours: Behaviour[] = [];

const world = await openForFile(openPeopleWorld);
/** As the mailer's own role. */
const own = await openForFile(() => openDatabase(asProcess(world.url, "mailer"), { connections: 4 }));
const fill = fillerOf(await compileTemplate("person"));
const server = await openForFile(() => startScriptedSmtp(() => behaviours.shift()));
const delivery = await openForFile(() => openDelivery(server.url, { connections: 4, timeoutMs: 5_000 }));
beforeEach(() => world.db.$executeRaw`DELETE FROM person_mail`);

function openMailer({ url, perMinute }: { url: string | undefined; perMinute?: number } = { url: appUrl }) {
  const warned: string[] = [];
  const round = mailPeople({
    outgoing: openOutboxRow(own.db, "person_mail"),
    deliver: delivery.deliver,
    backoff: backoffFrom(1),
    random: () => 0.5,
    appUrl: url,
    dueMails: (limit) => duePersonMails(own.db, limit),
    mayMail: async () => perMinute === undefined || (await countMailsOfMinute(own.db)) < perMinute,
    makeLink: (personId, companyId) => makeLink(own.db, personId, companyId),
    compose: (mail, urls) => composePersonMail(fill, mailFrom, mail, urls),
    log: { info: () => undefined, warn: (text: string) => warned.push(text) } as never,
  });
  return { round, warned };
}

const ripen = () => world.db.$executeRaw`UPDATE person_mail SET due_at = now() - interval '1 second'`;
async function mailAll(): Promise<void> {
  await ripen();
  await openMailer().round();
}
const receivedBy = (email: string) => server.received.filter(({ to }) => to === email);
const textsTo = (email: string) => receivedBy(email).map(({ email: { text = "" } }) => text);
const secretIn = (text: string | undefined) => /\/app\/password\?token=(\S+)/.exec(text ?? "")?.[1] ?? "none";
const stateOf = async (personId: number) => (await world.db.personMail.findFirstOrThrow({ where: { personId } })).state;

test("an invitation brings a link that is made for this mail and stored by its hash alone", async () => {
  const { id, email } = await world.person({ isKnown: false });
  await queueInvitation(world.db, id, world.companies.demo);
  expect(await world.db.personLink.count({ where: { personId: id } })).toBe(0);
  await mailAll();
  const [text] = textsTo(email);
  expect(text).toContain("La empresa “Almacén del Puerto S.A.” te invitó");
  expect(text).toContain(`${appUrl}/app/password?token=`);
  expect(await findLinkOwner(world.db, secretIn(text))).toMatchObject({ id, email });
  expect(await stateOf(id)).toBe("sent");
  await mailAll();
  expect(textsTo(email)).toHaveLength(1);
});

test("who has a password gets the same mail as who has none, and its link changes no password", async () => {
  const [known, unknown] = [await world.person(), await world.person({ isKnown: false })];
  await world.db.$executeRaw`UPDATE person SET name = NULL`;
  for (const { id } of [known, unknown]) await queueInvitation(world.db, id, world.companies.mono);
  await mailAll();
  const alike = ({ email }: { email: string }) =>
    textsTo(email)[0]
      ?.replaceAll(email, "EMAIL")
      .replace(secretIn(textsTo(email)[0]), "SECRET");
  expect(alike(known)).toEqual(alike(unknown));
  const password = "otra clave que nadie adivina";
  expect(await setPassword(world.db, secretIn(textsTo(known.email)[0]), password)).toEqual({ refused: "gone" });
  expect(await setPassword(world.db, secretIn(textsTo(unknown.email)[0]), password)).toEqual({ email: unknown.email });
});

test("the mailers' rate holds for the mails to people too", async () => {
  const people = [await world.person(), await world.person(), await world.person()];
  for (const { id } of people) await queuePasswordChanged(world.db, id);
  await ripen();
  const mailed = () => people.reduce((sum, { email }) => sum + receivedBy(email).length, 0);
  for (let rounds = 0; rounds < 3; rounds += 1) await openMailer({ url: appUrl, perMinute: 2 }).round();
  expect(mailed()).toBe(2);
  await world.db.$executeRaw`UPDATE person_mail SET sent_at = sent_at - interval '1 minute'`;
  await openMailer({ url: appUrl, perMinute: 2 }).round();
  expect(mailed()).toBe(3);
});

test("a forgotten password brings a link, a changed one a notice", async () => {
  const forgetful = await world.person();
  const changed = await world.person();
  await askForReset(world.db, forgetful.email);
  await queuePasswordChanged(world.db, changed.id);
  await mailAll();
  expect(await findLinkOwner(world.db, secretIn(textsTo(forgetful.email)[0]))).toMatchObject({ id: forgetful.id });
  expect(textsTo(changed.email)[0]).toContain(`${appUrl}/app/forgot`);
  expect(await world.db.personLink.count({ where: { personId: changed.id } })).toBe(0);
});

test("without the application's address the mails wait, and the log says so once", async () => {
  const { id, email } = await world.person();
  const without = openMailer({ url: undefined });
  await without.round();
  expect(without.warned).toEqual([]);
  await queuePasswordChanged(world.db, id);
  await ripen();
  for (let rounds = 0; rounds < 3; rounds += 1) await without.round();
  expect(without.warned).toEqual([expect.stringContaining("APP_URL")]);
  expect(receivedBy(email)).toEqual([]);
  expect(await stateOf(id)).toBe("due");
  await mailAll();
  expect(receivedBy(email)).toHaveLength(1);
});

test("a mail that was not taken is tried again; after a lost answer with the same Message-ID, and the last link works", async () => {
  const { id, email } = await world.person();
  await askForReset(world.db, email);
  behaviours.push({ refuse: 451, at: "data" }, { drop: "data" });
  for (let tries = 0; tries < 3; tries += 1) await mailAll();
  expect(receivedBy(email).map(({ told }) => told)).toEqual(["refused", "lost", "taken"]);
  expect(new Set(receivedBy(email).map(({ messageId }) => messageId)).size).toBe(1);
  const owners = await Promise.all(textsTo(email).map((text) => findLinkOwner(world.db, secretIn(text))));
  expect(owners.map((owner) => owner?.id)).toEqual([undefined, undefined, id]);
  expect(await stateOf(id)).toBe("sent");
});

test("a refused mail is failed for good, and others go on", async () => {
  const [refused, other] = [await world.person(), await world.person()];
  await queuePasswordChanged(world.db, refused.id);
  await queuePasswordChanged(world.db, other.id);
  await world.db
    .$executeRaw`UPDATE person_mail SET due_at = now() - interval '1 minute' WHERE person_id = ${refused.id}`;
  behaviours.push({ refuse: 550, at: "rcpt" });
  await openMailer().round();
  await mailAll();
  expect(await stateOf(refused.id)).toBe("failed");
  expect(receivedBy(other.email)).toHaveLength(1);
});

test("of several mailers one sends a mail", async () => {
  const { id, email } = await world.person();
  await queueInvitation(world.db, id, world.companies.demo);
  await ripen();
  await Promise.all([openMailer().round(), openMailer().round(), openMailer().round()]);
  expect(receivedBy(email)).toHaveLength(1);
});

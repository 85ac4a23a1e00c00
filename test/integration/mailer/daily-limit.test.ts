import { expect, test } from "vitest";
import { mailerConfig } from "../../../mailer/config.js";
import { argentineDay } from "../../../shared/domain/calendar.js";
import { openForFile } from "../../support/open-for-file.js";
import { openMailing } from "../../support/samples/mailing.js";
import { type Behaviour, startScriptedSmtp } from "../../support/servers/scripted-smtp.js";

const behaviours: Behaviour[] = [];
const mailing = await openForFile(openMailing);
const server = await openForFile(() => startScriptedSmtp(() => behaviours.shift()));

const perDay = { production: 1, homologation: 3 };
const today = argentineDay(Date.now());
const tomorrow = argentineDay(Date.now() + 86_400_000);

const setCount = (mails: number, day = today) => mailing.api.db.$executeRaw`
  INSERT INTO mail_count (company_id, production, day, mails)
  SELECT id, false, ${day}::date, ${mails} FROM company WHERE code = 'demo'
  ON CONFLICT (company_id, production) DO UPDATE SET day = excluded.day, mails = excluded.mails`;

async function count(): Promise<number> {
  const [row] = await mailing.api.db.$queryRaw<[{ mails: number }]>`SELECT mails FROM mail_count WHERE NOT production`;
  return row.mails;
}

async function addMails(count: number) {
  const mails: { id: number; voucherId: number }[] = [];
  while (mails.length < count) mails.push(await mailing.addMail());
  return mails;
}

test("of two mailers at once a company sends its mails of the day and not one more; the others wait for tomorrow and say so", async () => {
  await setCount(0);
  const mails = await addMails(8);
  const mailers = [mailing.mailer(server.url, {}, perDay), mailing.mailer(server.url, {}, perDay)];
  const endings = await Promise.all(
    mails.flatMap(({ id }) => mailers.map(async (deps) => ({ id, ...(await mailing.send(deps, id)) }))),
  );
  expect(endings.filter(({ outcome }) => outcome === "sent")).toHaveLength(3);
  expect(await count()).toBe(3);

  const said = `the company's 3 mails of the day are used up; this one waits for ${tomorrow}`;
  expect(endings.filter(({ detail }) => detail === said).length).toBeGreaterThanOrEqual(5);
  const rows = await Promise.all(mails.map(async (mail) => ({ ...mail, ...(await mailing.find(mail.id)) })));
  const waiting = rows.filter(({ state }) => state === "due");
  expect(waiting).toHaveLength(5);
  const beginsInMs = Date.parse(`${tomorrow}T03:00:00Z`) - Date.now();
  for (const { voucherId, waitMs, attempts } of waiting) {
    expect(Math.abs(waitMs - beginsInMs)).toBeLessThan(60_000);
    expect(attempts).toBe(0);
    const [shown] = (await mailing.api.call("GET", `/invoices/${voucherId}`)).body.result.emails;
    expect(shown).toMatchObject({ state: "due", smtpResponse: said });
  }
});

test("the next day they are sent, and a mail that a crash left behind on that day counts once", async () => {
  await setCount(3, argentineDay(Date.now() - 86_400_000));
  const deps = mailing.mailer(server.url, {}, perDay);
  const { id } = await mailing.addMail();
  expect(await deps.outgoing.claim(id)).toMatchObject({ attempts: 1 });
  await mailing.ripen(id);
  expect(await mailing.send(deps, id)).toMatchObject({ outcome: "sent" });
  expect(await count()).toBe(1);
});

test("a mail that the server did not take does not count, one whose answer was lost does, and a refused one does", async () => {
  await setCount(0);
  const deps = mailing.mailer(server.url, {}, perDay);
  const [later, lost, refused] = await addMails(3);
  behaviours.push({ refuse: 451, at: "rcpt" }, { drop: "data" }, { refuse: 550, at: "rcpt" });
  await mailing.send(deps, later?.id ?? 0);
  expect(await count()).toBe(0);
  await mailing.send(deps, lost?.id ?? 0);
  expect(await count()).toBe(1);
  await mailing.send(deps, refused?.id ?? 0);
  expect(await count()).toBe(2);
  await mailing.ripen(lost?.id ?? 0);
  await mailing.send(deps, lost?.id ?? 0);
  expect(await count()).toBe(2);
});

test("homologation uses up nothing of production, and without a limit none waits", async () => {
  await setCount(3);
  const { id } = await mailing.addMail();
  const { id: real } = await mailing.addMail({ production: true });
  const deps = mailing.mailer(server.url, {}, perDay);
  expect([await mailing.send(deps, id), await mailing.send(deps, real)]).toMatchObject([
    { outcome: "waits" },
    { outcome: "sent" },
  ]);
  await mailing.ripen(id);
  expect(await mailing.send(mailing.mailer(server.url), id)).toMatchObject({ outcome: "sent" });
});

test.each([
  [undefined, { production: 5_000, homologation: 200 }],
  ["1000", { production: 1_000, homologation: 1_000 }],
  ["1000,50", { production: 1_000, homologation: 50 }],
  ["0", { production: null, homologation: null }],
  ["1000,0", { production: 1_000, homologation: null }],
])("MAILS_PER_COMPANY_PER_DAY=%s is read", (given, expected) => {
  const field = mailerConfig.shape.MAILS_PER_COMPANY_PER_DAY;
  expect(field.parse(given)).toEqual(expected);
  for (const wrong of ["-1", "1,2,3", "many", "1,", "1.5"]) expect(field.safeParse(wrong).success).toBe(false);
});

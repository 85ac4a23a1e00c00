import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { publicCase } from "../../support/public-case.js";
import { type Mailing, openMailing } from "../../support/samples/mailing.js";
import { type Behaviour, type ScriptedSmtp, startScriptedSmtp } from "../../support/servers/scripted-smtp.js";

let mailing: Mailing;
beforeAll(async () => {
  mailing = await openMailing();
});
afterAll(() => mailing[Symbol.asyncDispose]());

const servers: ScriptedSmtp[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A server that treats the first messages like this and accepts the rest. */
async function startServer(...behaviours: Behaviour[]): Promise<ScriptedSmtp> {
  const server = await startScriptedSmtp(() => behaviours.shift());
  servers.push(server);
  return server;
}

/** Starts one server and one mailer with one mail. */
async function start(behaviours: Behaviour[], recipient: Parameters<Mailing["addMail"]>[0] = {}) {
  const server = await startServer(...behaviours);
  const { id, voucherId } = await mailing.addMail(recipient);
  const deps = mailing.mailer(server.url);
  const send = () => mailing.send(deps, id);
  const shown = async () => (await mailing.api.call("GET", `/invoices/${voucherId}`)).body.result.emails[0];
  return { server, id, voucherId, deps, send, shown, find: () => mailing.find(id), ripen: () => mailing.ripen(id) };
}

const waits = (seconds: number) => ({
  outcome: "waits",
  detail: expect.stringMatching(new RegExp(`; again in ${seconds} s$`)),
});

test("[R20] a mail is sent once with its copies in one attachment, and the listing shows it", async () => {
  const { server, send, shown, find, voucherId } = await start([], { pdfVersions: [1, 2] });
  expect(await shown()).toMatchObject({ state: "due", smtpResponse: null, sent: null });
  expect(await send()).toMatchObject({ outcome: "sent" });
  expect(await send()).toMatchObject({ outcome: "alreadySent" });
  expect(await shown()).toMatchObject({
    state: "sent",
    smtpResponse: expect.stringMatching(/^250 /),
    sent: expect.stringMatching(/Z$/),
  });
  expect(await find()).toMatchObject({ attempts: 1, lostAnswers: 0 });
  expect(server.received).toHaveLength(1);
  const [attachment] = server.received[0]?.email.attachments ?? [];
  expect(attachment?.filename).toMatch(/^Factura-B-00001-\d{8}\.pdf$/);
  expect(Buffer.from(attachment?.content as ArrayBuffer).toString()).toContain(`%PDF-1.4 1-2 of ${voucherId}`);
});

test.each<[string, Behaviour, Record<string, unknown>]>([
  [
    "4xx for the recipient",
    { refuse: 451, at: "rcpt" },
    { lostAnswers: 0, smtpResponse: expect.stringMatching(/^451/) },
  ],
  ["4xx for the message", { refuse: 452, at: "data" }, { lostAnswers: 0, smtpResponse: expect.stringMatching(/^452/) }],
  ["a connection lost before the message", { drop: "rcpt" }, { lostAnswers: 0 }],
  ["a connection lost after the message", { drop: "data" }, { lostAnswers: 1 }],
  ["no answer in time before the message", { delayMs: 3_000, at: "rcpt" }, { lostAnswers: 0 }],
  ["no answer in time after the message", { delayMs: 3_000, at: "data" }, { lostAnswers: 1 }],
])("after %s the mail stays due and is sent later with the same Message-ID", async (_name, behaviour, noted) => {
  const { server, send, find, ripen, id, voucherId } = await start([behaviour]);
  const postponed = await send();
  expect(postponed).toEqual(waits(10));
  expect(await find()).toMatchObject({ state: "due", attempts: 1, ...noted });
  expect(await send()).toMatchObject({ outcome: "waits" });
  expect((await find()).attempts).toBe(1);

  await ripen();
  expect(await send()).toMatchObject({ outcome: "sent" });
  expect(server.received.filter(({ told }) => told === "taken").length).toBeGreaterThan(0);
  expect(new Set(server.received.map(({ messageId }) => messageId))).toEqual(
    new Set([`<voucher-86470000000001-${voucherId}-${id}@talonario.example>`]),
  );
});

test("each wait doubles, and after a day and at least eight refusals the mail is given up with the last answer", async () => {
  const refusals = Array.from({ length: 5 }, (): Behaviour => ({ refuse: 450, at: "rcpt" }));
  const { send, ripen, shown, id } = await start(refusals);
  for (const seconds of [10, 20, 40]) {
    expect(await send()).toEqual(waits(seconds));
    await ripen();
  }
  await mailing.api.db.$executeRaw`
    UPDATE recipient SET created_at = now() - interval '24 hours', attempts = 6 WHERE id = ${id}`;
  expect(await send()).toEqual(waits(640));
  await ripen();
  expect(await send()).toMatchObject({ outcome: "failed", detail: expect.stringMatching(/^450/) });
  expect(await shown()).toMatchObject({ state: "failed", smtpResponse: expect.stringMatching(/^450/) });
});

test.each<[string, Behaviour]>([
  ["the recipient", { refuse: 550, at: "rcpt" }],
  ["the message", { refuse: 554, at: "data" }],
])("5xx for %s is final, and the listing shows the answer", async (_name, behaviour) => {
  const { server, send, shown } = await start([behaviour]);
  expect(await send()).toMatchObject({ outcome: "failed", detail: expect.stringMatching(/^55\d/) });
  expect(await shown()).toMatchObject({ state: "failed", smtpResponse: expect.stringMatching(/^55\d/), sent: null });
  expect(await send()).toMatchObject({ outcome: "failed" });
  expect(server.received.filter(({ told }) => told === "taken")).toEqual([]);
});

test("without a mail server the mail stays due, and the caller learns nothing about our network", async () => {
  const { id } = await mailing.addMail();
  expect(await mailing.send(mailing.mailer("smtp://127.0.0.1:1"), id)).toEqual(waits(10));
  expect(await mailing.find(id)).toMatchObject({ state: "due", smtpResponse: "the mail server could not be reached" });
});

test("a connection that the server closed while idle loses no mail and no attachment", async () => {
  const { server, send, deps } = await start([]);
  await send();
  for (let round = 0; round < 3; round += 1) {
    server.hangUp();
    const { id, voucherId } = await mailing.addMail();
    expect(await mailing.send(deps, id)).toMatchObject({ outcome: "sent" });
    const content = server.received.at(-1)?.email.attachments[0]?.content as ArrayBuffer;
    expect(Buffer.from(content).toString()).toContain(`%PDF-1.4 1 of ${voucherId}`);
  }
  expect(server.received).toHaveLength(4);
});

test("of several mailers with the same mail, only one sends it", async () => {
  const { server, id, find } = await start([{ delayMs: 200, at: "data" }]);
  const { findMail } = mailing.mailer(server.url);
  const mailers = Array.from({ length: 4 }, () => mailing.mailer(server.url));
  // All of them see it as due before the first takes it.
  const found = Promise.all(mailers.map(() => findMail(id)));
  for (const deps of mailers) deps.findMail = async () => (await found)[0];
  const endings = await Promise.all(mailers.map((deps) => mailing.send(deps, id)));
  expect(endings.map(({ outcome }) => outcome).sort()).toEqual(["sent", "waits", "waits", "waits"]);
  expect(server.received).toHaveLength(1);
  expect(await find()).toMatchObject({ state: "sent", attempts: 1 });
});

test("a mailer opens no more connections than configured, however many mails there are", async () => {
  const server = await startServer();
  const { deliver, compose, findMail } = mailing.mailer(server.url);
  const mail = await findMail((await mailing.addMail()).id);
  if (!mail) throw new Error("there is no mail");
  const message = await compose(mail, Buffer.from("%PDF-1.4"));
  await Promise.all(Array.from({ length: 12 }, () => deliver(message)));
  expect(server.received).toHaveLength(12);
  expect(server.maxConnections()).toBe(2);
});

test("the mail of a crashed mailer is due again, each time later, and is given up after too many crashes", async () => {
  const { server, id, deps, find, ripen, send } = await start([]);
  const waits: number[] = [];
  for (let crash = 0; crash < 3; crash += 1) {
    expect(await deps.outgoing.claim(id)).toMatchObject({ attempts: crash + 1, lostAnswers: crash });
    expect(await send()).toMatchObject({ outcome: "waits" });
    waits.push(Math.round((await find()).waitMs / 1_000));
    await ripen();
  }
  expect(waits).toEqual([15, 30, 60]);
  expect(server.received).toEqual([]);
  await mailing.api.db.$executeRaw`UPDATE recipient SET attempts = 12, unknown_outcomes = 9 WHERE id = ${id}`;
  expect(await send()).toMatchObject({ outcome: "failed" });
  expect(server.received).toEqual([]);
});

test("a mail that cannot be composed waits, and the others are sent", async () => {
  const { server, id } = await start([]);
  const { id: other } = await mailing.addMail({ email: "other@example.com" });
  const sound = mailing.mailer(server.url);
  const deps = mailing.mailer(server.url, {
    compose: (mail, pdf) => {
      if (mail.recipientId === id) throw new RangeError("a poisoned mail");
      return sound.compose(mail, pdf);
    },
  });
  expect(await mailing.send(deps, id)).toEqual(waits(10));
  expect(await mailing.find(id)).toMatchObject({ state: "due", smtpResponse: "the message could not be composed" });
  expect(await mailing.send(deps, other)).toMatchObject({ outcome: "sent" });
});

test("an address that could smuggle in another recipient is never sent to the server", async () => {
  const { server, send, shown } = await start([], { email: "ana@example.com>\r\nRCPT TO:<eve@example.com" });
  expect(await send()).toMatchObject({ outcome: "failed" });
  expect((await shown()).state).toBe("failed");
  expect(server.received).toEqual([]);
});

test("a missing PDF is requested, and the mail backs off without using up a try", async () => {
  const { server, send, find, voucherId, id } = await start([]);
  await mailing.api.db.$executeRaw`UPDATE recipient SET pdf_versions = '{1,3}' WHERE id = ${id}`;
  expect(await send()).toEqual(waits(1));
  expect(mailing.asked).toContain(`${voucherId}/1-3`);
  expect(await find()).toMatchObject({ state: "due", attempts: 0 });
  expect(server.received).toEqual([]);
});

test("where the operator says so, vouchers of homologation are mailed to the company itself only", async () => {
  const { db } = mailing.api;
  const allow = (homologationMail: string) =>
    db.company.updateMany({ where: { code: "demo" }, data: { homologationMail } });
  await allow("own");
  try {
    const { server, send, shown } = await start([], { email: "client@example.com" });
    const text = "in homologation this company mails the account's address only";
    expect(await send()).toEqual({ outcome: "failed", detail: text });
    expect(await shown()).toMatchObject({ state: "failed", smtpResponse: text });
    expect(server.received).toEqual([]);

    expect(await (await start([], { email: "Administracion@demo.example" })).send()).toMatchObject({ outcome: "sent" });
    const inProduction = await start([], { email: "client@example.com", production: true });
    expect(await mailing.send(inProduction.deps, inProduction.id)).toMatchObject({ outcome: "sent" });
    await allow("domain");
    expect(await (await start([], { email: "caja@demo.example" })).send()).toMatchObject({ outcome: "sent" });
  } finally {
    await allow("any");
  }
});

test("while the storage is away a mail uses up no try and waits half a minute", async () => {
  const { server, id, find, deps } = await start([]);
  const away = { ...deps.storage, exists: () => Promise.reject(new Error("the storage is away")) };
  await expect(mailing.send({ ...deps, storage: away }, id)).rejects.toThrow("away");
  const { attempts, waitMs } = await find();
  expect([attempts, Math.round(waitMs / 1_000)]).toEqual([0, 30]);
  const unreadable = { ...deps.storage, read: () => Promise.reject(new Error("the file is broken")) };
  await mailing.ripen(id);
  expect(await mailing.send({ ...deps, storage: unreadable }, id), "a broken file ends after so many tries").toEqual(
    waits(10),
  );
  expect((await find()).attempts).toBe(1);
  expect(server.received).toEqual([]);
});

publicCase(
  {
    kind: "What comes in, in a body",
    sent: "ana@ñandú.com.ar, mailed",
    right: "sent to the IDN, shown as it was given",
    rule: 'api/README.md, "Issuance request body"',
  },
  async () => {
    const { server, send, shown } = await start([], { email: "ana@ñandú.com.ar" });
    expect(await send()).toMatchObject({ outcome: "sent" });
    expect(server.received[0]?.email.to?.map(({ address }) => address)).toEqual(["ana@xn--and-6ma2c.com.ar"]);
    expect(await shown()).toMatchObject({ email: "ana@ñandú.com.ar", state: "sent" });
  },
);

import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeAll, expect, test } from "vitest";
import { composeMail } from "../../../mailer/compose.js";
import { openDelivery } from "../../../mailer/delivery.js";
import { type SendDeps, sendMail } from "../../../mailer/send.js";
import { compileTemplate, type Fill } from "../../../mailer/template.js";
import type { Mail } from "../../../shared/db/recipients.js";
import { createLog } from "../../../shared/log.js";
import { BusyError } from "../../../shared/queues/errors.js";
import { openStorage } from "../../../shared/storage/storage.js";
import { sampleVoucher } from "../../unit/renderer/sample-voucher.js";

let fill: Fill;
beforeAll(async () => {
  fill = await compileTemplate();
});

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type Refusal = { code: number; at: "rcpt" | "data" } | "dropAfterData";

/** An SMTP server that answers each message in turn with a refusal, or takes it. */
async function startServer(refusals: (Refusal | undefined)[]) {
  const received: Email[] = [];
  const refuse = (code: number) => Object.assign(new Error("not now"), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onRcptTo: (_address, _session, done) => {
      const next = refusals[0];
      if (typeof next !== "object" || next.at !== "rcpt") return done();
      refusals.shift();
      return done(refuse(next.code));
    },
    onData: (stream, session, done) => {
      buffer(stream)
        .then((source) => PostalMime.parse(source))
        .then((mail) => {
          received.push(mail);
          const next = refusals.shift();
          if (next === "dropAfterData") return dropConnection(server, session.id);
          return next ? done(refuse(next.code)) : done(null);
        }, done);
    },
  });
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  closers.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return { received, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

function dropConnection(server: SMTPServer, sessionId: string) {
  for (const connection of (server as unknown as { connections: Set<Connection> }).connections)
    if (connection.session.id === sessionId) connection._socket.destroy();
}

interface Connection {
  session: { id: string };
  _socket: { destroy(): void };
}

/** One due recipient whose PDF is stored, over a real storage and a real connection. */
async function startMailer(smtpUrl: string, changes: Partial<Mail> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "talonario-mail-"));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const storage = openStorage(`file:${folder}`);
  await storage.write("3/41/1-2.pdf", Buffer.from("%PDF-1.4 original and duplicate"));
  const delivery = openDelivery(smtpUrl, 2);
  closers.push(delivery.close);

  const pdfs = new Map([["1-2", "3/41/1-2.pdf"]]);
  const asked: number[][] = [];
  const mail: Mail = {
    recipientId: 7,
    voucherId: 41,
    email: "ana@example.com",
    name: "Ana",
    comments: null,
    pdfVersions: [1, 2],
    state: "due",
    voucher: sampleVoucher(),
    ...changes,
  };
  const answers: string[] = [];
  const deps: SendDeps = {
    findMail: async (recipientId) => (recipientId === mail.recipientId ? mail : undefined),
    findPdf: async (_voucherId, versions) => pdfs.get(versions),
    askForPdf: async (_voucherId, versions) => void asked.push(versions),
    storage,
    compose: (due, pdf) => composeMail(fill, "Talonario <no-reply@talonario.example>", due, pdf),
    deliver: delivery.deliver,
    markSent: async (_recipientId, answer) => {
      mail.state = "sent";
      answers.push(answer);
    },
    markFailed: async (_recipientId, answer) => {
      mail.state = "failed";
      answers.push(answer);
    },
    log: createLog("test", "silent"),
  };
  return { deps, mail, asked, answers, pdfs, send: () => sendMail(deps, { recipientId: 7, requestId: "r1" }) };
}

test("a mail goes out once, with its copies in one attachment", async () => {
  const server = await startServer([]);
  const { send, answers } = await startMailer(server.url);
  expect(await send()).toMatchObject({ outcome: "sent" });
  expect(await send()).toEqual({ outcome: "alreadySent", detail: null });
  expect(answers).toEqual([expect.stringMatching(/^250/)]);
  expect(server.received).toHaveLength(1);
  const [attachment] = server.received[0]?.attachments ?? [];
  expect(attachment?.filename).toBe("Factura-B-00002-00000701.pdf");
  expect(Buffer.from(attachment?.content as ArrayBuffer).toString()).toBe("%PDF-1.4 original and duplicate");
});

test.each([
  ["4xx for the recipient", { code: 451, at: "rcpt" }],
  ["4xx for the message", { code: 452, at: "data" }],
  ["a connection lost after the message", "dropAfterData"],
] as [string, Refusal][])(
  "%s leaves the mail due; it is sent later with the same Message-ID",
  async (_name, refusal) => {
    const server = await startServer([refusal]);
    const { send, mail } = await startMailer(server.url);
    await expect(send()).rejects.toThrow();
    expect(mail.state).toBe("due");
    expect(await send()).toMatchObject({ outcome: "sent" });
    const ids = new Set(server.received.map(({ messageId }) => messageId));
    expect(ids).toEqual(new Set(["<voucher-75471234567890-41-7@talonario.example>"]));
  },
);

test.each([
  ["the recipient", { code: 550, at: "rcpt" }],
  ["the message", { code: 554, at: "data" }],
] as [string, Refusal][])("5xx for %s is final", async (_name, refusal) => {
  const server = await startServer([refusal]);
  const { send, mail, answers } = await startMailer(server.url);
  expect(await send()).toMatchObject({ outcome: "failed", detail: expect.stringMatching(/^55\d/) });
  expect(mail.state).toBe("failed");
  expect(answers).toHaveLength(1);
  expect(await send()).toMatchObject({ outcome: "failed" });
  expect(server.received.length).toBeLessThanOrEqual(1);
});

test("no server at all leaves the mail due", async () => {
  const { send, mail } = await startMailer("smtp://127.0.0.1:1");
  await expect(send()).rejects.toThrow();
  expect(mail.state).toBe("due");
});

test("an address that could name somebody else is never given to the server", async () => {
  const server = await startServer([]);
  const { send } = await startMailer(server.url, { email: "ana@example.com>\r\nRCPT TO:<eve@example.com" });
  expect(await send()).toMatchObject({ outcome: "failed" });
  expect(server.received).toHaveLength(0);
});

test("a PDF that is not there yet is asked for, and the mail steps aside", async () => {
  const server = await startServer([]);
  const { send, asked, pdfs } = await startMailer(server.url);
  pdfs.clear();
  await expect(send()).rejects.toThrow(BusyError);
  expect(asked).toEqual([[1, 2]]);
  pdfs.set("1-2", "3/41/lost.pdf");
  await expect(send()).rejects.toThrow(BusyError);
  expect(server.received).toHaveLength(0);
});

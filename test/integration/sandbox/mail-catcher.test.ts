import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTransport } from "nodemailer";
import { afterEach, expect, test } from "vitest";
import { type MailCatcher, startMailCatcher } from "../../sandbox/servers/mail-catcher.js";

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function startCatcher(folder?: string): Promise<MailCatcher> {
  const catcher = await startMailCatcher({ folder });
  opened.push(catcher.stop);
  return catcher;
}

const read = async (catcher: MailCatcher, route: string) => (await fetch(`${catcher.url}${route}`)).json();

async function send(catcher: MailCatcher, subject: string, to = "ana@example.com"): Promise<void> {
  const transport = createTransport(catcher.smtpUrl);
  await transport.sendMail({
    from: "Talonario <no-reply@example.com>",
    to,
    subject,
    html: "<p>Tu <b>factura</b></p>",
    text: "Tu factura",
    attachments: [{ filename: "factura nº 1.pdf", content: Buffer.from("%PDF-1.7 ñ"), contentType: "application/pdf" }],
  });
  transport.close();
}

test("a message with an attachment is caught and can be read", async () => {
  const catcher = await startCatcher();
  await send(catcher, "Factura");

  expect(await read(catcher, "/messages")).toEqual([
    {
      id: 1,
      from: "no-reply@example.com",
      to: ["ana@example.com"],
      subject: "Factura",
      html: "<p>Tu <b>factura</b></p>\n",
      text: "Tu factura\n",
      attachments: [{ filename: "factura nº 1.pdf", contentType: "application/pdf", size: 11 }],
    },
  ]);
  const attachment = await fetch(`${catcher.url}/messages/1/attachments/0`);
  expect(attachment.headers.get("content-type")).toBe("application/pdf");
  expect(await attachment.text()).toBe("%PDF-1.7 ñ");
  expect(await (await fetch(`${catcher.url}/messages/1/source`)).text()).toMatch(/^Message-ID: <.+>/m);
});

test("messages are listed newest first with hidden recipients, and DELETE removes them", async () => {
  const catcher = await startCatcher();
  await send(catcher, "first");
  await send(catcher, "second", "bob@example.com, eve@example.com");

  const messages = (await read(catcher, "/messages")) as { subject: string; to: string[] }[];
  expect(messages.map(({ subject }) => subject)).toEqual(["second", "first"]);
  expect(messages[0]?.to).toEqual(["bob@example.com", "eve@example.com"]);

  await fetch(`${catcher.url}/messages`, { method: "DELETE" });
  expect(await read(catcher, "/messages")).toEqual([]);
});

test("a folder keeps the messages across restarts", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-mail-"));
  opened.push(() => rmSync(folder, { recursive: true }));
  const before = await startMailCatcher({ folder });
  await send(before, "kept");
  await before.stop();

  const after = await startCatcher(folder);
  await send(after, "new");
  expect(await read(after, "/messages")).toMatchObject([
    { id: 2, subject: "new" },
    { id: 1, subject: "kept" },
  ]);
});

test("the page shows a message's HTML without running its scripts", async () => {
  const catcher = await startCatcher();
  await send(catcher, "<script>alert(1)</script>");

  const page = await (await fetch(catcher.url)).text();
  expect(page).toContain("&#60;script&#62;");
  expect(page).not.toContain("<script>");
  expect(page).toContain("<iframe sandbox ");
});

test("an unknown path is answered with 404", async () => {
  const catcher = await startCatcher();
  for (const route of ["/messages/1/attachments/0", "/messages/9/source", "/nothing"]) {
    expect((await fetch(`${catcher.url}${route}`)).status).toBe(404);
  }
});

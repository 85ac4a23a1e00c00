import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openDelivery } from "../../../mailer/delivery.js";
import type { Message } from "../../../mailer/message.js";
import { startScriptedSmtp } from "../../support/servers/scripted-smtp.js";

const message: Message = {
  from: "facturas@talonario.example",
  to: { name: "Ana", address: "ana@example.com" },
  subject: "Factura",
  messageId: "<one@talonario.example>",
  text: "Factura",
  html: "<p>Factura</p>",
  headers: {},
  attachments: [],
};

test("a message makes the mailer read no file and no address, whatever it names", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-mail-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "secret.txt");
  writeFileSync(file, "SECRET_KEY");
  let asked = 0;
  const pages = createServer((_, response) => {
    asked += 1;
    response.end("SECRET_KEY");
  });
  await once(pages.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void pages.close());
  const page = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/`;
  await using server = await startScriptedSmtp();
  const delivery = openDelivery(server.url, { connections: 1, timeoutMs: 5_000 });
  onTestFinished(() => delivery.close());
  const told = [{ path: file }, { href: pathToFileURL(file).href }, { path: page }, { href: page }];
  const attached = told.map((from) => ({ attachments: [{ filename: "a.txt", contentType: "text/plain", ...from }] }));
  for (const hostile of [...attached, { html: { path: file } }, { text: { path: file } }]) {
    const { outcome } = await delivery.deliver({ ...message, ...hostile } as unknown as Message);
    expect([hostile, outcome]).toEqual([hostile, "later"]);
  }
  expect(await delivery.deliver(message)).toMatchObject({ outcome: "accepted" });
  expect(server.received.map(({ email }) => email.attachments)).toEqual([[]]);
  expect(asked).toBe(0);
});

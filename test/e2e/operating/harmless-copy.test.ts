import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { commandLine, succeeding } from "../../support/processes/command-line.js";
import { startSystem } from "../../support/processes/system.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { startWebhookReceiver } from "../../support/servers/webhook-receiver.js";

/** The statements of the page, as they stand there. */
function statementsOf(page: string, name: string): string {
  const text = readFileSync(path.join(projectFolder, page), "utf8");
  return text.split(`<!-- drill: ${name} -->\n\`\`\`sql\n`)[1]?.split("```")[0] ?? "";
}

test("a copy that the page has made harmless issues, mails and calls nothing of before, and says why", async () => {
  await using receiver = await startWebhookReceiver();
  await using system = await startSystem({
    processEnv: { api: { WEBHOOK_ALLOW_PRIVATE: "1" }, mailer: { WEBHOOK_ALLOW_PRIVATE: "1" } },
  });
  const hook = { url: `${receiver.url}/hook`, events: ["*"] };
  expect((await system.request("/webhooks", { method: "POST", body: hook })).body.error).toBeUndefined();
  await system.stop("mailer");
  const body = invoiceB({ emails: [{ email: "before@example.com" }] });
  const issued = await system.request<{ id: number }>("/invoices", { method: "POST", body });
  expect(issued.status).toBe(201);
  const open = async () =>
    await system.sql(`SELECT (SELECT count(*)::int FROM voucher WHERE has_pdf) AS pdfs,
      (SELECT count(*)::int FROM recipient WHERE state = 'due') AS mails,
      (SELECT count(*)::int FROM webhook_delivery WHERE state = 'pending') AS deliveries`);
  await expect.poll(open).toEqual([{ pdfs: 1, mails: 1, deliveries: expect.any(Number) }]);
  const [before] = await open();
  expect(before?.deliveries).toBeGreaterThan(0);
  for (const name of ["issuer", "renderer"] as const) await system.stop(name);
  const asked = (await system.authority.requests({})).length;

  await system.sql(statementsOf("shared/deploy/moving.md", "make a copy harmless"));
  const key = randomBytes(32).toString("base64");
  await system.start("issuer", { SECRET_KEY: key });
  await system.start("mailer", { WEBHOOK_KEY: key });
  await expect
    .poll(async () => (await system.request("/invoices", { method: "POST", body: invoiceB() })).status)
    .toBe(401);
  const admin = succeeding(commandLine({ DATABASE_URL: system.databaseUrl }));
  const made = await admin(..."key create --company demo --env homologation --name copy".split(" "));
  const own = { key: made.key.secret };
  const sale = await system.request("/invoices", { method: "POST", body: invoiceB(), ...own });
  expect([sale.status, sale.body.error]).toEqual([400, expect.stringContaining("no active tax-authority certificate")]);

  // A mail of now is sent, so those of before would have been.
  const again = { emails: [{ email: "now@example.com" }] };
  const scheduled = await system.request(`/invoices/${issued.body.result.id}/emails`, {
    method: "POST",
    body: again,
    ...own,
  });
  expect(scheduled.body.ok).toBe(true);
  const mails = async () => await (await fetch(`${system.mailboxUrl}/messages`)).text();
  await expect.poll(mails).toContain("now@example.com");
  expect(await mails()).not.toContain("before@example.com");
  expect(receiver.received).toEqual([]);
  const later = (await system.authority.requests({})).slice(asked).map(({ operation }) => operation);
  expect(later.filter((operation) => operation !== "FEDummy")).toEqual([]);
});

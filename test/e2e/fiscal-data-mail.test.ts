import { expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { startSystem } from "../support/processes/system.js";

interface Mail {
  to: string[];
  subject: string;
  text: string;
}

test("the account gets a mail when a homologation key changes the fiscal data", async () => {
  await using system = await startSystem({ processes: ["api", "mailer"] });
  const changed = await system.request("/fiscal-data", { method: "PATCH", body: { address: "Defensa 100" } });
  expect(changed.status).toBe(200);

  const received = async () => (await (await fetch(`${system.mailboxUrl}/messages`)).json()) as Mail[];
  await waitFor(async () => (await received()).length > 0, { message: "the mail" });
  const mails = await received();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toMatch(/^Se cambiaron sus datos fiscales desde homologación/);
  expect(JSON.stringify(mails[0]?.to)).toContain("administracion@demo.example");
  expect(mails[0]?.text).toMatch(
    new RegExp(`\\(${system.keys.keys.test.slice(0, 9)}…, número \\d+\\):\nDomicilio: «.*» → «Defensa 100»`),
  );
});

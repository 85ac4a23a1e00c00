import { expect } from "vitest";
import { startFailingSmtp } from "../chaos/mail/failing-server.js";
import { stormMails } from "../chaos/mail/storm.js";
import { waitFor } from "../sandbox/wait-for.js";
import { testOf } from "../support/groups.js";
import { startSystem } from "../support/processes/system.js";
import { createRandom } from "../support/samples/random.js";

testOf(
  "faults",
  "[R20] despite 30 % SMTP failures and two mailer kills each recipient gets the mail, twice only after a lost answer, and the account one warning",
  async () => {
    const seed = Math.floor(Math.random() * 1_000_000);
    await using server = await startFailingSmtp(0.3, createRandom(seed).next);
    await using system = await startSystem({
      processEnv: { mailer: { SMTP_URL: server.url, MAILER_RETRY_MS: "200" } },
    });
    // 40 of 44 vouchers are more than 90 %, which causes the warning.
    await system.sql("UPDATE plan SET monthly_vouchers = 44");

    const { copies } = await stormMails(system, server, { vouchers: 40, kills: 2 });
    console.log(`seed ${seed}:`, copies);
    expect(copies.violations).toEqual([]);
    expect(copies.recipients).toBe(44);

    const warned = () => server.received.filter(({ to }) => to === "administracion@demo.example");
    await waitFor(() => warned().some(({ told }) => told === "taken"), { message: "the warning" });
    expect(new Set(warned().map(({ messageId }) => messageId)).size).toBe(1);
    expect(await system.sql("SELECT kind FROM warning")).toEqual([{ kind: "quota" }]);
    expect(warned()[0]?.email.text).toContain("de los 44 comprobantes");
  },
);

import { expect, test } from "vitest";
import { processRoles } from "../../../shared/db/migrate/process-grants.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { testOf } from "../../support/groups.js";
import { openSystem } from "../../support/processes/open-system.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { startOwnServers } from "../../support/servers/own-servers.js";
import { pgBouncerVersion, startPgBouncer } from "../../support/servers/pgbouncer.js";
import { asProcess } from "../../support/servers/process-roles.js";
import { expectEqualLedgers } from "../ledgers.js";

/** Fewer than the processes open. */
const most = 24;
const vouchers = 60;

testOf(
  "operating",
  "behind PgBouncer in session mode all processes do their work, from the issue to the mail",
  async () => {
    const servers = await startOwnServers();
    const roles = processRoles.map((process) => {
      const { username, password } = new URL(asProcess(servers.databaseUrl, process));
      return [decodeURIComponent(username), decodeURIComponent(password)] as const;
    });
    const owner = new URL(servers.databaseUrl);
    const all = Object.fromEntries([...roles, [owner.username, owner.password]]);
    await using pooler = await startPgBouncer(servers.databaseUrl, all, { mode: "session", most });
    const through = new URL(servers.databaseUrl);
    through.port = `${pooler.port}`;
    const names = ["api", "issuer", "renderer", "mailer"] as const;
    const processEnv = Object.fromEntries(names.map((name) => [name, { DATABASE_URL: asProcess(through.href, name) }]));
    await using system = await openSystem(servers, { processEnv });
    const bodies = Array.from({ length: vouchers }, (_, at) =>
      invoiceB({ posNumber: 1 + (at % 3), emails: [{ email: "cliente@example.com" }] }),
    );
    const answers = await Promise.all(bodies.map((body) => system.request("/invoices", { method: "POST", body })));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 201));
    await expectEqualLedgers(system);
    await waitFor(
      async () => (await system.sql("SELECT FROM recipient WHERE sent_at IS NOT NULL")).length === vouchers,
      { timeoutMs: 300_000, message: "all mails" },
    );
    console.log(`PgBouncer ${pooler.version}`);
  },
  pgBouncerVersion() === undefined ? (test.skip as unknown as typeof test) : test,
);

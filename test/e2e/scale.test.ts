import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect } from "vitest";
import { openDatabase } from "../../shared/db/pool/database.js";
import { isTaxId } from "../../shared/domain/tax-id.js";
import { createSealer } from "../../shared/sealing/sealer.js";
import { publicKeyOf } from "../../shared/sealing/sealing-key.js";
import { type CompanyKeys, seedCompany } from "../sandbox/seed-demo.js";
import { waitFor } from "../sandbox/wait-for.js";
import { testOf } from "../support/groups.js";
import { openSystem } from "../support/processes/open-system.js";
import type { ProcessName } from "../support/processes/service-processes.js";
import { invoiceB, today } from "../support/samples/invoice.js";
import { demoSecretKey } from "../support/servers/demo-database.js";
import { startOwnServers } from "../support/servers/own-servers.js";

const many = (name: "api" | "issuer" | "renderer" | "mailer", count: number): ProcessName[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? name : (`${name}-${index + 1}` as const)));

const apis = many("api", 3);
const processes = [...apis, ...many("issuer", 4), ...many("renderer", 2), ...many("mailer", 2)];

/** PostgreSQL keeps three of its hundred for superusers. */
const mostOpen = 97;
const companies = 30;
const vouchersEach = 6;

const cuits = Array.from({ length: 10 * companies * 2 }, (_, index) => `${30_700_000_000 + index}`).filter(isTaxId);

testOf(
  "scale",
  "3 APIs, 4 issuers, 2 renderers and 2 mailers issue for 30 companies at once with PostgreSQL's 100 connections, and none is refused",
  async () => {
    const servers = await startOwnServers({ settings: ["max_connections=100"] });
    // It is about connections: a slow machine may take its time.
    const env = { LOCK_WAIT_MS: "120000", REQUEST_TIMEOUT_MS: "180000" };
    await using system = await openSystem(servers, { processes, env });
    const { db, close } = openDatabase(servers.databaseUrl, { connections: 2 });
    const sealer = createSealer(await publicKeyOf(demoSecretKey));
    const seed = { db, sealer, signCertificate: (csr: string) => system.authority.certificate(csr) };
    const sellers: { code: string; keys: CompanyKeys }[] = [];
    for (let index = 0; index < companies; index++) {
      const code = `seller-${index}`;
      const company = {
        ...{
          code,
          cuit: cuits[index] ?? "",
          name: `Vendedor ${index}`,
          taxType: 1,
          address: "Corrientes 1",
          stateId: 0,
        },
        ...{ grossIncome: "1", activityStart: "2015-03-01", accountEmail: `cuenta@${code}.example` },
      };
      sellers.push({ code, keys: await seedCompany(seed, company, [1, 2], undefined) });
    }
    await close();

    const watcher = new pg.Client({ connectionString: servers.databaseUrl, application_name: "watcher" });
    watcher.on("error", () => undefined);
    await watcher.connect();
    const seen = { most: 0, isOver: false };
    const watching = (async () => {
      while (!seen.isOver) {
        const { rows } = await watcher.query(
          "SELECT count(*)::int AS open FROM pg_stat_activity WHERE usename <> session_user AND backend_type = 'client backend'",
        );
        seen.most = Math.max(seen.most, rows[0].open);
        await delay(20);
      }
    })();
    watching.catch(() => undefined);

    const ask = (seller: (typeof sellers)[number], at: number, path: string, body?: unknown) =>
      system.request(path, {
        ...{ company: seller.code, key: seller.keys.test, via: apis[at % apis.length] ?? "api" },
        ...(body !== undefined && { method: "POST", body }),
      });
    const sell = async (seller: (typeof sellers)[number], index: number) => {
      const emails = [{ email: `cliente@${seller.code}.example` }];
      const own = Array.from({ length: vouchersEach }, (_, at) => [
        ask(seller, index + at, "/invoices", invoiceB({ posNumber: 1 + (at % 2), emails })),
        ask(seller, index + at + 1, "/invoices?total__gte=1&ordering=-total"),
        ask(seller, index + at + 2, `/reports/summary?period=${today().slice(0, 6)}`),
      ]).flat();
      return Promise.all(own);
    };
    const answers = (await Promise.all(sellers.map(sell))).flat();
    // Of reports a process makes a few at once, and says so.
    const strange = answers.filter(({ status }) => ![200, 201, 429].includes(status));
    expect(strange.map(({ status, body }) => ({ status, body }))).toEqual([]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(companies * vouchersEach);
    await waitFor(
      async () => {
        const [row] = await system.sql<{ printed: number; mailed: number }>(
          "SELECT (SELECT count(*) FROM voucher WHERE has_pdf)::int AS printed, (SELECT count(*) FROM recipient WHERE sent_at IS NOT NULL)::int AS mailed",
        );
        return row?.printed === companies * vouchersEach && row.mailed === companies * vouchersEach;
      },
      { timeoutMs: 300_000, message: "all PDFs and mails" },
    );
    seen.isOver = true;
    await watching;
    await watcher.end();
    console.log(`${seen.most} of ${mostOpen} connections were open at most`);
    expect(seen.most).toBeLessThanOrEqual(mostOpen - 5);
    expect(seen.most).toBeGreaterThan(processes.length);
  },
);

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addApiKey } from "../../../api/operations/api-keys.js";
import { requestCertificate } from "../../../api/operations/certificates.js";
import { companyLimits } from "../../../api/operations/company-limits.js";
import type { Operator } from "../../../api/operations/operator.js";
import { addPointOfSale } from "../../../api/operations/points-of-sale.js";
import { lockCompany } from "../../../shared/db/company/audit-entries.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { type AdminApp, openAdminApp } from "../../support/processes/admin-app.js";
import type { Answer } from "../../support/processes/issuing-app.js";

let api: AdminApp;
let companyId: number;
let commandLine: Operator;
beforeAll(async () => {
  api = await openAdminApp();
  companyId = (await api.db.company.findUniqueOrThrow({ where: { code: "demo" } })).id;
  commandLine = { db: api.db, actor: { type: "admin" }, companyId, production: false };
});
afterAll(() => api[Symbol.asyncDispose]());

const total = async (path: string) => (await api.call("GET", path)).body.total as number;
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

/** Sends three requests together. The company's lock is held until one waits for it; the others then wait in the process's line. */
async function sendTogether(send: (n: number) => Promise<Answer>): Promise<Answer[]> {
  const sent = await api.db.$transaction(
    async (tx) => {
      await lockCompany(tx, companyId);
      const answers = Promise.all([1, 2, 3].map(send));
      const waiting = async () => {
        // Within a transaction PostgreSQL would show the same activity again.
        await tx.$executeRaw`SELECT pg_stat_clear_snapshot()`;
        const [row] = await tx.$queryRaw<[{ count: number }]>`
          SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return row.count === 1;
      };
      await waitFor(waiting, { message: "a request to wait for the lock" });
      return { answers };
    },
    { timeout: 30_000 },
  );
  return sent.answers;
}

/** Adds rows directly in the database until the environment has this many. */
const fill = {
  keys: async (until: number, production = false) => {
    const there = await api.db.apiKey.count({ where: { companyId, production, revokedAt: null } });
    await api.db.$executeRaw`
      INSERT INTO api_key (company_id, production, name, prefix, hash, scopes)
      SELECT ${companyId}, ${production}, 'filler', 'TEST_0000', sha256(('filler ' || ${production}::text || n)::bytea), '{read}'
      FROM generate_series(${there + 1}::int, ${until}::int) n`;
  },
  pointsOfSale: async (until: number) => {
    const there = await total("/points-of-sale");
    await api.db.$executeRaw`
      INSERT INTO point_of_sale (company_id, production, number)
      SELECT ${companyId}, false, 10000 + n FROM generate_series(1, ${until - there}::int) n`;
  },
  certificates: (count: number, superseded: boolean) => api.db.$executeRaw`
    INSERT INTO certificate (company_id, production, alias, csr, sealed_key, certificate, expires_at)
    SELECT ${companyId}, false, 'filler', 'csr', '\\x00'::bytea, CASE WHEN ${superseded} THEN 'pem' END,
      CASE WHEN ${superseded} THEN now() + interval '1 year' END
    FROM generate_series(1, ${count}::int)`,
};

const refused = (told: RegExp) => ({ ok: false, code: "VALIDATION_ERROR", error: expect.stringMatching(told) });

describe('the most that a company may have in one environment (api/README.md, "Limits")', () => {
  test("200 API keys in force: of several requests at once only one gets the last place", async () => {
    expect(companyLimits.apiKeys).toBe(200);
    await fill.keys(199);
    const add = () => api.call("POST", "/api-keys", { body: { name: "one more" } });
    const answers = await sendTogether(add);
    expect(statusesOf(answers)).toEqual([201, 400, 400]);

    const { body } = await add();
    expect(body).toEqual(refused(/200 API keys in force, .*Revoke one/));
    await expect(addApiKey(commandLine, { name: "x", scopes: ["read"] })).rejects.toThrow(body.error);

    const created = answers.find(({ status }) => status === 201)?.body.result.id;
    expect((await api.call("DELETE", `/api-keys/${created}`)).status).toBe(200);
    expect((await add()).status).toBe(201);
    expect((await add()).status).toBe(400);
  });

  test("the other environment and other companies have places of their own", async () => {
    await fill.keys(companyLimits.apiKeys);
    const add = (key: string, company: string) =>
      api.call("POST", "/api-keys", { body: { name: "elsewhere" }, key, company });
    expect((await add(api.keys.keys.test, "demo")).status).toBe(400);
    expect((await add(api.keys.keys.production, "demo")).status).toBe(201);
    expect((await add(api.keys.mono.keys.test, "mono")).status).toBe(201);
  });

  test("2000 points of sale: of several requests at once only one gets the last place", async () => {
    expect(companyLimits.pointsOfSale).toBe(2_000);
    await fill.pointsOfSale(1_999);
    const add = (number: number) => api.call("POST", "/points-of-sale", { body: { number } });
    const answers = await sendTogether((n) => add(500 + n));
    expect(statusesOf(answers)).toEqual([201, 400, 400]);
    expect(await total("/points-of-sale")).toBe(2_000);

    const { body } = await add(505);
    expect(body).toEqual(refused(/2000 points of sale, .*Use one of them/));
    await expect(addPointOfSale(commandLine, { number: 505 })).rejects.toThrow(body.error);
    expect((await add(1)).body.details.errors).toEqual([
      { field: "number", message: expect.stringMatching(/already/) },
    ]);
    expect((await api.call("PATCH", "/points-of-sale/1", { body: { name: "Centro" } })).status).toBe(200);
    const elsewhere = await api.call("POST", "/points-of-sale", {
      body: { number: 505 },
      key: api.keys.keys.production,
    });
    expect(elsewhere.status).toBe(201);
  });

  test("20 certificates that are active or not installed: replaced ones do not count, an expired active one does", async () => {
    expect(companyLimits.certificates).toBe(20);
    await api.db
      .$executeRaw`UPDATE certificate SET expires_at = now() - interval '1 day' WHERE active AND NOT production`;
    await fill.certificates(30, true);
    await fill.certificates(18, false);
    const request = () => api.call("POST", "/certificates", { body: { alias: "one-more" } });
    const answers = await sendTogether(request);
    expect(statusesOf(answers)).toEqual([201, 400, 400]);

    const { body } = await request();
    expect(body).toEqual(refused(/20 certificates that are active or not installed yet, .*Install one/));
    await expect(requestCertificate(commandLine, api.deps.sealer, { alias: "x" })).rejects.toThrow(body.error);

    // The way out: the installed one replaces the active one, which no longer counts.
    const { id, csr } = answers.find(({ status }) => status === 201)?.body.result ?? {};
    const installed = await api.call("PUT", `/certificates/${id}`, { body: { certificate: await api.sign(csr) } });
    expect([installed.status, installed.body.result.active]).toEqual([200, true]);
    expect((await request()).status).toBe(201);
    expect((await request()).status).toBe(400);
  });

  test("a refusal writes no audit entry and adds no row", async () => {
    await fill.keys(companyLimits.apiKeys);
    const before = [await total("/api-keys"), (await api.audit("apikey.create")).length];
    expect((await api.call("POST", "/api-keys", { body: { name: "one more" } })).status).toBe(400);
    expect([await total("/api-keys"), (await api.audit("apikey.create")).length]).toEqual(before);
  });
});

import pg from "pg";
import { expect, test } from "vitest";
import { createApp } from "../../../api/compose/app.js";
import { createProbe, type DatabaseProbe } from "../../../shared/db/pool/probe.js";
import { RedisUnavailableError } from "../../../shared/queues/call-redis.js";
import { nameFailures } from "../../../shared/storage/storage-unavailable.js";
import { approvedFate, openIssuingApp, refusedFate } from "../../support/processes/issuing-app.js";
import { pngImage } from "../../support/samples/images.js";
import { invoiceB } from "../../support/samples/invoice.js";

const retry = { ok: false, error: expect.stringContaining("Try again") };

test("a database that lets nobody in is named, with when to try again and a line of the log", async () => {
  await using system = await openIssuingApp();
  const lines: { message: string; trouble: unknown }[] = [];
  const log = Object.assign(Object.create(system.deps.log), {
    error: ({ trouble }: { trouble: unknown }, message: string) => lines.push({ message, trouble }),
  });
  const app = createApp({ ...system.deps, log }, { redis: system.redis, board: undefined });
  const ask = async () => {
    const headers = { authorization: `Bearer ${system.keys.keys.test}` };
    const answer = await app.request("/api/demo/quota", { headers });
    return {
      status: answer.status,
      retryAfter: answer.headers.get("retry-after"),
      body: (await answer.json()) as { error: string },
    };
  };
  expect((await ask()).status).toBe(200);

  const [{ name }] = await system.db.$queryRaw<[{ name: string }]>`SELECT current_database() AS name`;
  await system.db.$executeRawUnsafe(`ALTER DATABASE "${name}" CONNECTION LIMIT 0`);
  await system.db
    .$queryRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  const crowded = await ask();
  expect(crowded).toMatchObject({ status: 500, retryAfter: "5", body: retry });
  expect(crowded.body.error).toMatch(/takes no more connections|does not answer/);
  expect(crowded.body).not.toHaveProperty("code");
  expect(lines[0]).toMatchObject({ message: "a server is away", trouble: expect.stringMatching(/crowded|away/) });
  expect((await ask()).body.error).toMatch(/^The database takes no more connections\./);
  await system.db.$executeRawUnsafe(`ALTER DATABASE "${name}" CONNECTION LIMIT -1`);
  expect((await ask()).status).toBe(200);
});

test.each([
  ["53100", /^The disk or the memory of the database is full\./],
  ["57P03", /^The database is starting, stopping or recovering\./],
  ["25006", /^The database takes no changes at present\./],
])("what PostgreSQL refuses with %s is told as what it is", async (code, sentence) => {
  const fate = () => Promise.reject(Object.assign(new pg.DatabaseError("said so", 0, "error"), { code }));
  await using system = await openIssuingApp();
  system.fate = fate;
  const answer = await system.post(invoiceB());
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([500, "5"]);
  expect(answer.body.error).toMatch(sentence);
});

test("a PDF cannot be asked for again while Redis is away, and the answer says so", async () => {
  await using system = await openIssuingApp({}, { printAnew: () => Promise.reject(new RedisUnavailableError("away")) });
  const { body } = await system.post(invoiceB());
  const answer = await system.postTo(`/invoices/${body.result.id}/pdf`, {});
  expect([answer.status, answer.headers.get("retry-after"), answer.body.error]).toEqual([
    500,
    "5",
    expect.stringMatching(/^Redis, which brings this work/),
  ]);
});

test("a logo that cannot be stored, and a PDF that cannot be read, name the storage", async () => {
  const broken = () => Promise.reject(Object.assign(new Error("EIO: i/o error"), { code: "EIO" }));
  const storage = nameFailures({ write: broken, read: broken, open: broken, exists: broken, remove: broken });
  await using system = await openIssuingApp({}, { storage });
  const { body } = await system.post(invoiceB());
  const { id } = body.result;
  await system.db.$executeRaw`UPDATE voucher SET has_pdf = true WHERE id = ${id}`;
  await system.db
    .$executeRaw`INSERT INTO pdf (company_id, voucher_id, versions, storage_key, size_bytes) SELECT company_id, id, '1', 'a.pdf', 1 FROM voucher WHERE id = ${id}`;
  const ask = async (path: string, options: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${system.keys.keys.test}`, "content-type": "image/png" };
    const answer = await system.app.request(`/api/demo${path}`, { ...options, headers });
    return [answer.status, answer.headers.get("retry-after"), ((await answer.json()) as { error: string }).error];
  };
  const isNamed = [500, "5", expect.stringMatching(/^The storage of PDFs and logos is away or full\./)];
  expect(await ask("/points-of-sale/1/logo", { method: "PUT", body: pngImage(2, 2) })).toEqual(isNamed);
  expect(await ask(`/invoices/${id}/pdf`)).toEqual(isNamed);
});

const turnedAway = refusedFate("cancelled", { code: "VOUCHER_LOCK_TIMEOUT" });
const seen = (system: { db: Awaited<ReturnType<typeof openIssuingApp>>["db"] }) =>
  system.db.$executeRaw`INSERT INTO issuer_reachability (issuer, production) VALUES (gen_random_uuid(), false)`;

test("a 429 says why the turn did not come", async () => {
  await using system = await openIssuingApp();
  system.fate = turnedAway;
  const tell = async () => {
    const { status, body, headers } = await system.post(invoiceB());
    expect([status, body.code, Number(headers.get("retry-after")) > 0]).toEqual([429, "VOUCHER_LOCK_TIMEOUT", true]);
    return body.error;
  };
  expect(await tell()).toMatch(/^No issuer gives a sign of life/);
  await seen(system);
  expect(await tell()).toMatch(/^The turn on point of sale 1 and type 6 did not come in time\./);
  system.fate = approvedFate;
  expect((await system.post(invoiceB())).status).toBe(201);
  system.fate = turnedAway;
  expect(await tell()).toMatch(/^Another issuance on point of sale 1 and type 6 is still running\./);
  await system.db.$executeRaw`UPDATE issuance
    SET state = 'submitted', number = 900, submitted_at = now(), epoch = 1, doubt = 'unconfirmed', operator_reason = 'two vouchers fit'
    WHERE id = (SELECT min(id) FROM issuance)`;
  expect(await tell()).toMatch(/^It is not known whether an earlier voucher on point of sale 1 and type 6 was issued/);
});

test("a sale whose turn did not come is told that the database takes no changes, where that is why", async () => {
  let probe: DatabaseProbe = () => Promise.resolve();
  await using system = await openIssuingApp({}, { probe: () => probe() });
  await seen(system);
  system.fate = turnedAway;
  expect((await system.post(invoiceB())).status).toBe(429);
  const url = new URL(system.deps.config.DATABASE_URL);
  url.searchParams.set("options", "-c default_transaction_read_only=on");
  probe = createProbe(url.href);
  const refused = await system.post(invoiceB());
  expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([500, undefined, "5"]);
  expect(refused.body.error).toMatch(/^The database takes no changes at present\./);
});

test("without Redis and without an issuer the sale is a 500 that says so, and with an issuer a 429", async () => {
  await using system = await openIssuingApp({}, { enqueue: () => Promise.reject(new RedisUnavailableError("away")) });
  system.fate = turnedAway;
  const refused = await system.post(invoiceB());
  expect([refused.status, refused.body.error]).toEqual([
    500,
    expect.stringMatching(/^No issuer gives a sign of life, and Redis/),
  ]);
  await seen(system);
  expect((await system.post(invoiceB())).status).toBe(429);
});

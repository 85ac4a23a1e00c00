import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Queue } from "bullmq";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { quickCommandLine } from "../support/processes/command-line.js";
import { type System, shortTurnWaits, startSystem } from "../support/processes/system.js";
import { invoiceB } from "../support/samples/invoice.js";
import { endWithoutViolation, expectNoViolation } from "./ledgers.js";

const folder = mkdtempSync(path.join(tmpdir(), "talonario-forged-"));
const pdfs = `file:${path.join(folder, "pdf")}`;
let system: System;
const queues = new Map<string, Queue>();
beforeAll(async () => {
  system = await startSystem({
    processes: ["api", "issuer", "renderer", "mailer"],
    env: { TAXAUTH_TIMEOUT_MS: "1500", PDF_STORAGE_URL: pdfs, ...shortTurnWaits() },
  });
  for (const name of ["issuance", "issuer-requests", "taxauth", "pdf", "mail"]) {
    const queue = new Queue(name, { connection: system.redis, prefix: "talonario" });
    queue.on("error", () => undefined);
    queues.set(name, queue);
  }
});
afterAll(async () => {
  for (const queue of queues.values()) await queue.close();
  await endWithoutViolation(system);
  rmSync(folder, { recursive: true, force: true });
});

const forge = (queue: string, data: unknown, jobId: string = randomUUID()) =>
  queues.get(queue)?.add(queue, data, { jobId, removeOnComplete: true, removeOnFail: true });

/** A job as nobody's code writes it: a hash and its id in the list of those that wait. */
async function forgeRaw(queue: string, fields: Record<string, string>): Promise<void> {
  const id = `raw-${randomUUID()}`;
  await system.redis.hset(`talonario:${queue}:${id}`, { name: queue, timestamp: "1", opts: "{}", ...fields });
  await system.redis.lpush(`talonario:${queue}:wait`, id);
}

const strange: unknown[] = [
  null,
  "text",
  -1,
  [],
  {},
  { id: "__proto__" },
  { id: 1e300 },
  { sequence: null, issuance: null, requestId: 5 },
  { sequence: { companyId: 2 ** 40, production: true, posNumber: 1, voucherType: 6 }, issuance: null, requestId: "" },
  {
    sequence: { companyId: "__proto__", production: "yes", posNumber: {}, voucherType: [] },
    issuance: 7,
    requestId: "",
  },
  { voucherId: 2 ** 40, versions: [1], requestId: "" },
  { voucherId: 1, versions: Array.from({ length: 5_000 }, () => 1), requestId: "" },
  { voucherId: 1, versions: ["../../etc/passwd"], requestId: "" },
  { voucherId: "constructor", versions: [1], requestId: "" },
  { recipientId: -5, requestId: "x".repeat(100_000) },
  { recipientId: 2 ** 53, requestId: "line\nfeed" },
];

const broken: Record<string, string>[] = [
  { data: "not json" },
  { data: "{}", opts: "[" },
  { data: "{}", ats: "-1000000", atm: "x" },
  { data: "{}", opts: '{"repeat":{"pattern":"no cron"},"backoff":{"type":"no such"},"attempts":1e9}', rjk: "x" },
  { data: "{}", parentKey: "talonario:issuance:nothing", parent: "{" },
];

/** Company, environment and question as the jobs of earlier versions carried them. */
const asking = (companyId: number, production: boolean, ask: unknown) => ({
  id: randomUUID(),
  companyId,
  production,
  ask,
  requestId: "forged",
});

async function companyIds(): Promise<{ demo: number; mono: number }> {
  const rows = await system.sql<{ code: string; id: number }>("SELECT code, id FROM company");
  const idOf = (code: string) => rows.find((row) => row.code === code)?.id ?? 0;
  return { demo: idOf("demo"), mono: idOf("mono") };
}

/** One round of everything that somebody with Redis's password could write, except what merely stops the service. */
async function forgeEverything(companies: number[], issuanceIds: number[]): Promise<void> {
  for (const name of queues.keys()) {
    for (const data of strange) await forge(name, data);
    for (const fields of broken) await forgeRaw(name, fields);
  }
  for (const companyId of companies) {
    for (const production of [true, false]) {
      const of = (posNumber: number, voucherType: number) => ({ companyId, production, posNumber, voucherType });
      // Production is never asked, and nobody issues on these points of sale.
      for (const sequence of [of(1, production ? 6 : 8), of(3, 3), of(777, 11)]) {
        await forge("issuance", { sequence, issuance: null, requestId: "forged" });
        for (const id of issuanceIds)
          await forge("issuance", { sequence, issuance: { id, revision: 1 }, requestId: "x" });
      }
      const sequence = { posNumber: 2, voucherType: 6 };
      for (const queue of ["issuer-requests", "taxauth"]) {
        await forge(queue, asking(companyId, production, { kind: "person", taxId: "30712345671" }));
        await forge(queue, asking(companyId, production, { kind: "lastNumber", ...sequence }));
        for (const issuanceId of issuanceIds)
          for (const decision of ["reject", "renumber", "adopt"])
            await forge(
              queue,
              asking(companyId, production, { kind: "decide", ...sequence, issuanceId, decision, because: "forged" }),
            );
      }
    }
  }
  for (const id of ["NaN", "-1", "1e9", "__proto__", "9".repeat(5_000), ...issuanceIds.map(String)])
    await system.redis.publish("talonario:settled", id);
  const named = companies.flatMap((id) => ["test", "prod"].map((environment) => `c${id}-${environment}-p1-t6`));
  for (const name of ["", "__proto__", "9".repeat(5_000), ...named, ...named])
    await system.redis.publish("talonario:lock-recall", name);
}

/** Writes a false result into every job there is, and marks it as completed. */
async function forgeResults(): Promise<void> {
  const result = JSON.stringify({
    state: "approved",
    voucherNumber: 4_711,
    detail: null,
    outcome: "quotation",
    quotation: 9_999,
    date: "20260101",
  });
  for (const queue of ["issuer-requests", "issuance"]) {
    for (const key of await system.redis.keys(`talonario:${queue}:*-*`)) {
      const isJob = (await system.redis.type(key)) === "hash";
      if (isJob) await system.redis.hset(key, { returnvalue: result, finishedOn: "1" });
    }
  }
}

/** Answers as earlier versions cached them. */
async function forgeCache(companies: number[]): Promise<void> {
  const keep = (name: string, answer: unknown) =>
    system.redis.set(`talonario:taxauth:homologation:${name}`, JSON.stringify(answer));
  const person = {
    docType: 80,
    kind: "legal",
    name: "FALSA SA",
    taxCondition: 6,
    stateId: 1,
    address: "",
    isActive: true,
  };
  await keep("table:concepts", { outcome: "table", rows: [{ id: "9", description: "false" }] });
  await keep("quotation:DOL:20260817", { outcome: "quotation", quotation: 9_999, date: "20260817" });
  for (const companyId of companies)
    await keep(`${companyId}:person:30712345671`, {
      outcome: "person",
      person: { ...person, taxId: "30712345671", activities: [] },
    });
}

/** A watermark as issuers wrote it before they signed: far ahead, or of a history that came after. */
async function forgeWatermark(round: number): Promise<void> {
  const [now] = await system.sql<{ place: string; history: number }>(
    "SELECT database_id() AS place, current_incarnation() AS history",
  );
  const ahead = { history: now?.history, earlier: [], position: "999999999999999999" };
  const after = { history: 7, earlier: [now?.history], position: "1" };
  await system.redis.set(`talonario:watermark:${now?.place}`, JSON.stringify(round % 2 === 0 ? ahead : after));
}

const issueDemo = (over: Record<string, unknown> = {}) =>
  system.request("/invoices", { method: "POST", body: invoiceB(over) });
const issueMono = () =>
  system.request("/invoices", {
    method: "POST",
    company: "mono",
    key: system.keys.mono.keys.test,
    body: invoiceB({ voucherType: 11, customer: { docType: 99, docNumber: "0", name: "Ana", taxType: 5 } }),
  });

async function expectTrueAnswers(date: string): Promise<void> {
  const quotation = await system.request<{ quotation: number }>(`/taxauth/quotation/DOL?date=${date}`);
  expect(quotation, JSON.stringify(quotation.body)).toMatchObject({ status: 200 });
  expect(quotation.body.result.quotation).toBeCloseTo(1_155, -2);
  const person = await system.request<{ name: string }>("/taxauth/padron/30712345671");
  expect(person, JSON.stringify(person.body)).toMatchObject({ status: 200 });
  expect(person.body.result).toMatchObject({ name: "EMPRESA DEMO SA", taxCondition: 1 });
  const table = await system.request<unknown[]>("/taxauth/tables/concepts");
  expect(table.body.result).toContainEqual({ id: 1, description: "Producto" });
}

test("[I6 I14] whoever writes to Redis makes nothing false answered or recorded, and nobody asked for another company", async () => {
  const { demo, mono } = await companyIds();
  const companies = [demo, mono];
  const history = () => system.sql("SELECT incarnation AS token, earlier FROM database_incarnation");
  const firstHistory = await history();
  await forgeCache(companies);

  // One outcome is in doubt, for the forged decisions.
  await system.authority.pushFault({ operation: "FECAESolicitar", pos: 2, when: "after", action: "drop", times: null });
  await system.authority.pushFault({ operation: "FECompConsultar", pos: 2, action: "status", times: null });
  const doubtful = invoiceB({ posNumber: 2 });
  expect((await system.request("/invoices", { method: "POST", body: doubtful })).body.code).toBe("TAXAUTH_UNCONFIRMED");
  const doubt = () =>
    system.sql<{ id: number; state: string; number: number }>(
      "SELECT id, state::text, number FROM issuance WHERE idempotency = $1",
      [doubtful.idempotency],
    );
  const [before] = await doubt();

  const answers = [];
  for (let round = 0; round < 3; round++) {
    const selling = [issueDemo(), issueMono(), issueDemo(), issueMono(), issueDemo({ posNumber: 1 })];
    const ids = await system.sql<{ id: number }>("SELECT id FROM issuance ORDER BY id DESC LIMIT 3");
    await Promise.all([
      forgeEverything(companies, [before?.id ?? 0, ...ids.map(({ id }) => id)]),
      forgeResults(),
      forgeWatermark(round),
      expectTrueAnswers(`2026081${round}`),
    ]);
    await forgeResults();
    answers.push(...(await Promise.all(selling)));
  }
  expect(answers.map(({ status, body }) => (status === 201 ? 201 : body))).toEqual(answers.map(() => 201));
  await expectTrueAnswers("20260817");
  expect((await doubt())[0]).toEqual(before);
  const forgedWatermarks = async () => {
    const metrics = await (await fetch(`${system.originOf("issuer")}/metrics`)).text();
    return Number(/^talonario_watermarks_forged_total (\d+)/m.exec(metrics)?.[1]);
  };
  await waitFor(async () => (await forgedWatermarks()) > 0, { message: "an issuer to look at a forged watermark" });
  expect(await history()).toEqual(firstHistory);
  expect(await system.sql("SELECT waiting_since FROM watermark_state")).toEqual([{ waiting_since: null }]);

  await waitFor(
    async () => {
      const [open] = await Promise.all(
        [...queues.values()].filter(({ name }) => name !== "taxauth").map((queue) => queue.getWaitingCount()),
      );
      return open === 0;
    },
    { message: "the forged jobs to be done" },
  );
  const asked = await system.authority.requests();
  expect(asked.filter(({ environment }) => environment === "production")).toEqual([]);
  const sales = asked.filter(({ operation }) => operation === "FECAESolicitar");
  expect(new Set(sales.map(({ cuit, pos, type }) => `${cuit} ${pos}-${type}`))).toEqual(
    new Set(["30712345671 1-6", "30712345671 2-6", "20111111112 1-11"]),
  );
  const lookUps = asked.filter(({ operation }) => /persona/i.test(operation) || operation.startsWith("FEParam"));
  expect(new Set(lookUps.map(({ cuit }) => cuit)), "only demo asks for people").toEqual(new Set(["30712345671"]));
  const others = asked.filter(({ pos }) => pos !== undefined && ![1, 2].includes(pos));
  expect(others).toEqual([]);
  expect(await system.sql("SELECT company_id, pos_number, voucher_type FROM sequence ORDER BY 1, 2, 3")).toHaveLength(
    3,
  );
  expect(await system.sql("SELECT action FROM audit_entry WHERE action LIKE 'issuance.%'")).toEqual([]);
  const printed = () => system.sql<{ versions: string }>("SELECT versions FROM pdf");
  await waitFor(async () => (await printed()).length >= answers.length, { message: "every voucher to be printed" });
  expect(new Set((await printed()).map(({ versions }) => versions))).toEqual(new Set(["1"]));

  await system.authority.clearFaults();
  await waitFor(async () => (await doubt())[0]?.state === "approved", {
    message: "the doubt to end",
  });
  expect((await doubt())[0]).toMatchObject({ number: before?.number });
  await expectNoViolation(system);
});

test("[I6] while an operator must say whether the database went back nothing is sent, callers get 409, and the command ends it", async () => {
  const { host, port } = system.redis.options;
  const places = { REDIS_URL: `redis://${host}:${port}`, PDF_STORAGE_URL: pdfs };
  const run = quickCommandLine({ DATABASE_URL: system.databaseUrl, ...places });
  expect((await issueDemo()).status).toBe(201);
  const sent = async () =>
    (await system.authority.requests()).filter(({ operation }) => operation === "FECAESolicitar");
  const before = (await sent()).length;
  await system.sql("UPDATE watermark_state SET waiting_since = now(), waiting_for = 'a test says so'");
  const { status, body } = await issueDemo();
  expect({ status, code: body.code }).toEqual({ status: 409, code: "TAXAUTH_UNCONFIRMED" });
  expect(await sent()).toHaveLength(before);
  const shown = await run("database", "watermark", "--json");
  expect(shown.json).toMatchObject({
    watermarks: [
      { where: "Redis", verified: true },
      { where: "the storage of the PDFs", verified: true },
    ],
    waiting: { because: "a test says so" },
  });
  expect((await run("database", "watermark", "--discard", "--json")).exitCode, "without a reason").not.toBe(0);
  expect((await run("database", "watermark", "--discard", "--because", "nobody put it back", "--json")).exitCode).toBe(
    0,
  );
  expect((await issueDemo()).status).toBe(201);
});

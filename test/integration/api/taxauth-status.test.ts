import { beforeEach, expect, test } from "vitest";
import { openDatabase } from "../../../shared/db/pool/database.js";
import type { AuthorityProblem } from "../../../shared/domain/authority-problem.js";
import { fiscalDate } from "../../../shared/domain/spanish.js";
import { openForFile } from "../../support/open-for-file.js";
import { startSystem } from "../../support/processes/system.js";
import { invoiceB } from "../../support/samples/invoice.js";

type Check = { ok: boolean; ms: number; problem?: AuthorityProblem["kind"]; suggestion?: string };
type Status = Record<"connection" | "authentication" | "issuance" | "registry", Check>;

const system = await openForFile(() => startSystem({ processes: ["api", "issuer"] }));
beforeEach(() => system.authority.reset(["faults", "settings"]));

async function readStatus(company: "demo" | "mono", environment: "test" | "production"): Promise<Status> {
  const keys = company === "demo" ? system.keys.keys : system.keys.mono.keys;
  const { status, body } = await system.request<Status>("/taxauth/status", { company, key: keys[environment] });
  expect(status).toBe(200);
  return body.result;
}

/** What a sale, its preview and a batch say of what is in their way. */
async function readObstacles(headers: Record<string, string>) {
  const ask = (path: string, body: unknown) =>
    system.request<{ problems: { message: string }[] }>(path, {
      company: "demo",
      key: system.keys.keys.test,
      method: "POST",
      headers,
      body,
    });
  const sale = await ask("/invoices", invoiceB());
  const preview = await ask("/invoices/preview", invoiceB());
  const batch = await ask("/batches", { invoices: [invoiceB()] });
  return {
    status: sale.status,
    sale: sale.body.error,
    preview: preview.body.result.problems.map(({ message }) => message),
    batch: batch.body.error,
  };
}

const well = { ok: true, ms: expect.any(Number) };
const ill = (problem: AuthorityProblem["kind"], ...words: string[]) => ({
  ok: false,
  ms: expect.any(Number),
  problem,
  suggestion: expect.stringMatching(new RegExp(words.map((word) => `(?=.*${word})`).join(""))),
});

// Tickets outlive a test, so each test about logging in uses a different certificate.
test("a company that can issue passes all four checks", async () => {
  expect(await readStatus("demo", "test")).toEqual({
    connection: well,
    authentication: well,
    issuance: well,
    registry: well,
  });
});

test.each([
  ["of another type", [1, 2, { number: 4 }]],
  ["blocked", [1, 2, { number: 3, blocked: true }]],
])("the status names a point of sale that is %s", async (_, numbers) => {
  await system.authority.set({ pointsOfSale: { "30712345671": numbers } });
  const status = await readStatus("demo", "test");
  expect(status).toMatchObject({ connection: well, authentication: well, registry: well });
  expect(status.issuance).toEqual(ill("pointOfSale", "point of sale 3", "web-service type"));
});

test("a certificate that lacks the delegation to one registry fails only that check, which names the registry", async () => {
  await system.authority.set({ notAuthorized: [{ cuit: "20111111112", service: "ws_sr_padron_a13" }] });
  const status = await readStatus("mono", "test");
  expect(status).toMatchObject({ connection: well, authentication: well, issuance: well });
  expect(status.registry).toEqual(ill("notDelegated", '"ws_sr_padron_a13"', "associate the certificate's alias"));
  expect(status.registry.suggestion).not.toContain("ws_sr_constancia_inscripcion");
});

test("a certificate that lacks the delegation to issue fails only the issuance check", async () => {
  await system.authority.set({ notAuthorized: [{ cuit: "20111111112", service: "wsfe" }] });
  const status = await readStatus("mono", "production");
  expect(status).toMatchObject({ connection: well, authentication: well, registry: well });
  expect(status.issuance).toEqual(ill("notDelegated", '"wsfe"'));
});

test("a wrong clock is distinguished from an authority that is down", async () => {
  await system.authority.pushFault({
    operation: "loginCms",
    action: "fault",
    code: "xml.generationTime.invalid",
    msg: "generationTime posee formato o dato inválido",
    times: null,
  });
  const status = await readStatus("demo", "production");
  expect(status.connection).toEqual(well);
  for (const check of [status.authentication, status.issuance, status.registry])
    expect(check).toEqual(ill("clock", "clock"));
});

test("an authority that is down is reported as down", async () => {
  await system.authority.pushFault({ action: "status", times: null });
  const status = await readStatus("demo", "test");
  expect(status).toEqual({
    connection: ill("down", "does not answer", "HTTP 503"),
    authentication: well, // there is a valid ticket
    issuance: ill("down", "does not answer"),
    registry: ill("down", "does not answer"),
  });
});

test("an expired and a missing certificate are reported", async () => {
  const { db, close } = openDatabase(system.databaseUrl, { connections: 1 });
  await db.$executeRaw`UPDATE certificate SET expires_at = now() - interval '1 day' WHERE NOT production`;
  const expired = await readStatus("demo", "test");
  const english = await readObstacles({});
  const spanish = await readObstacles({ "accept-language": "es" });
  await db.$executeRaw`UPDATE certificate SET active = false WHERE NOT production`;
  const missing = await readStatus("demo", "test");
  await close();

  const { suggestion } = expired.issuance;
  expect(english).toEqual({ status: 400, sale: suggestion, preview: [suggestion], batch: suggestion });
  const [day = ""] = /\d{4}-\d\d-\d\d/.exec(suggestion ?? "") ?? [];
  const inSpanish = `El certificado venció (el ${fiscalDate(day)}): pedí uno nuevo en Certificados, generalo en ARCA e instalalo. Reintentar no sirve.`;
  expect(spanish).toEqual({ status: 400, sale: inSpanish, preview: [inSpanish], batch: inSpanish });
  expect(expired.connection).toEqual(well);
  for (const name of ["authentication", "issuance", "registry"] as const) {
    expect(expired[name]).toEqual(ill("expiredCertificate", "expired", "request a new one"));
    expect(missing[name]).toEqual(ill("noCertificate", "no active tax-authority certificate"));
  }
});

import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectFolder } from "../../shared/assets/assets.js";
import { version } from "../../shared/assets/version.js";
import { waitFor } from "../sandbox/wait-for.js";
import type { ServiceName } from "../support/processes/service-processes.js";
import { type System, startSystem } from "../support/processes/system.js";
import { invoiceA, invoiceB } from "../support/samples/invoice.js";

const names: ServiceName[] = ["api", "issuer", "renderer", "mailer"];

let system: System;
beforeAll(async () => {
  system = await startSystem({ env: { LOCK_WAIT_MS: "20000" } });
});
afterAll(() => system[Symbol.asyncDispose]());

const read = async (name: ServiceName) => (await fetch(`${system.originOf(name)}/metrics`)).text();

/** The value of the sample with these labels, in any order; undefined when there is none. */
async function sample(name: ServiceName, metric: string, labels: Record<string, string> = {}) {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = (await read(name))
    .split("\n")
    .find((one) => new RegExp(`^${metric}[{ ]`).test(one) && wanted.every((label) => one.includes(label)));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

/** The rows of shared/monitoring/README.md, "Metrics": each metric with the processes that serve it. */
function documented(): { metric: string; processes: string[] }[] {
  const readme = readFileSync(path.join(projectFolder, "shared", "monitoring", "README.md"), "utf8");
  return [...readme.matchAll(/^\| `(talonario_\w+)`[^|]*\| ([a-z, ]+) \|/gm)].map(
    ([, metric = "", processes = ""]) => ({
      metric,
      processes: processes.split(", "),
    }),
  );
}

test("each process serves exactly the metrics that the README lists for it", async () => {
  const rows = documented();
  expect(rows.length).toBeGreaterThan(20);
  for (const name of names) {
    const given = [...(await read(name)).matchAll(/^# TYPE (talonario_\w+)/gm)].map(([, metric]) => metric);
    const named = rows.filter(({ processes }) => processes.includes(name)).map(({ metric }) => metric);
    expect(given.sort(), name).toEqual(named.sort());
  }
});

test("the README lists every metric of the dashboard and the alert rules", () => {
  const known = new Set(documented().map(({ metric }) => metric));
  for (const file of ["alerts.yml", "dashboard.json"]) {
    const text = readFileSync(path.join(projectFolder, "shared", "monitoring", file), "utf8");
    const used = [...text.matchAll(/talonario_\w+/g)].map(([metric]) => metric.replace(/_(bucket|count|sum)$/, ""));
    expect(used.length, file).toBeGreaterThan(10);
    expect(
      [...new Set(used)].filter((metric) => !known.has(metric)),
      file,
    ).toEqual([]);
  }
});

test("what an alert looks for is there before it happens first, and every process tells its version and gives a sign of life", async () => {
  const denied = { service: "wsfe", outcome: "notDelegated" };
  expect(await sample("issuer", "talonario_ticket_logins_total", denied)).toBe(0);
  expect(await sample("issuer", "talonario_issuances_total", { outcome: "rejected", code: "10051" })).toBe(0);
  expect(await sample("api", "talonario_user_events_total", { event: "locked" })).toBe(0);
  expect(await sample("api", "talonario_unavailable_responses_total", { server: "database" })).toBe(0);
  for (const name of names) {
    expect(await sample(name, "talonario_storage_failures_total", { operation: "write" }), name).toBe(0);
    expect(await sample(name, "talonario_build_info", { version }), name).toBe(1);
  }
  // Each under its own role of the database.
  await waitFor(async () => (await system.sql("SELECT DISTINCT kind FROM serving_process")).length === names.length, {
    message: "a sign of life of each",
  });
});

test("an issuance is counted by answer, outcome, code, authority call, login, PDF and mail", async () => {
  const emails = [{ email: "cliente@example.com" }];
  const issued = await system.request("/invoices", { method: "POST", body: invoiceB({ emails }) });
  expect(issued.status).toBe(201);
  const refused = await system.request("/invoices", { method: "POST", body: invoiceA({ voucherDate: "20240102" }) });
  expect(refused.status).toBe(422);
  await system.request("/invoices/preview", { method: "POST", body: invoiceB() });
  const [reason] = refused.body.details as { code: number }[];

  const answers = { method: "POST", route: "/invoices" };
  expect(await sample("api", "talonario_http_responses_total", { ...answers, status: "201", code: "none" })).toBe(1);
  const code = "TAXAUTH_ERROR";
  expect(await sample("api", "talonario_http_responses_total", { ...answers, status: "422", code })).toBe(1);
  expect(await sample("api", "talonario_http_request_seconds_count", { route: "/invoices/preview" })).toBe(1);
  expect(await sample("issuer", "talonario_issuances_total", { outcome: "approved", code: "none" })).toBe(1);
  expect(await sample("issuer", "talonario_vouchers_total", { authorization: "CAE" })).toBe(1);
  const rejected = { outcome: "rejected", code: String(reason?.code) };
  expect(await sample("issuer", "talonario_issuances_total", rejected)).toBe(1);
  const call = { operation: "FECAESolicitar", outcome: "answered" };
  expect(await sample("issuer", "talonario_authority_call_seconds_count", call)).toBe(2);
  expect(await sample("issuer", "talonario_ticket_logins_total", { service: "wsfe", outcome: "ticket" })).toBe(1);

  await waitFor(async () => (await sample("mailer", "talonario_mails_total", { outcome: "accepted" })) === 1, {
    message: "the mail",
  });
  expect(await sample("mailer", "talonario_mail_seconds_count")).toBe(1);
  expect(await sample("renderer", "talonario_print_seconds_count")).toBe(1);
  await waitFor(async () => (await sample("api", "talonario_mails_due")) === 0, { message: "no mail to be due" });
  expect(await sample("api", "talonario_jobs", { queue: "issuance", state: "waiting" })).toBe(0);
});

test("waiting issuances are reported in total, and per sequence only for long waits", async () => {
  await system.kill("issuer");
  const waiting = [1, 2, 3].map(() => system.request("/invoices", { method: "POST", body: invoiceB() }));
  await waitFor(async () => (await sample("api", "talonario_waiting_issuances")) === 3, { message: "three to wait" });
  expect(await sample("api", "talonario_waiting_sequences")).toBe(1);
  expect(await read("api")).not.toContain("talonario_sequence_waiting_seconds{");
  await waitFor(
    async () => await sample("api", "talonario_sequence_waiting_issuances", { sequence: "c1-test-p1-t6" }),
    {
      message: "the sequence to be reported",
      timeoutMs: 15_000,
    },
  );
  await system.expireLocks();
  await system.start("issuer");
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([201, 201, 201]);
  await waitFor(async () => (await sample("api", "talonario_waiting_issuances")) === 0, {
    message: "no issuance to wait",
  });
});

test("a server that does not answer has no samples, and the other metrics are still served", async () => {
  await system.redis.call("CLIENT", "PAUSE", "8000", "ALL");
  const text = await waitFor(
    async () => {
      const given = await read("api");
      return !given.includes("talonario_jobs{") && given;
    },
    { message: "the queues not to answer" },
  );
  expect(text).toContain("talonario_waiting_issuances 0");
  await waitFor(async () => (await read("api")).includes("talonario_jobs{"), {
    message: "the queues to answer again",
  });
});

import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServer } from "../../../api/http/open-server.js";
import { openCompany } from "../../../api/operations/companies.js";
import { createApiKey } from "../../../shared/db/company/api-keys.js";
import { openStorage } from "../../../shared/storage/open-storage.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { boundBesideFlood } from "../../support/bound-beside-flood.js";
import { fromGroup } from "../../support/groups.js";
import { type IssuingApp, openIssuingApp } from "../../support/processes/issuing-app.js";
import { importedVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";

// Source: api/README.md, "Who gives way".

let withinMs: number;
/** More than the system takes for a client that reads nothing. */
const largeBytes = 24 * 1_048_576;

const folder = mkdtempSync(path.join(tmpdir(), "talonario-held-files-"));
let system: IssuingApp;
let server: ReturnType<typeof openServer>;
let port: number;
beforeAll(async () => {
  const storage = openStorage(`file:${folder}`);
  await storage.write("large.pdf", Buffer.alloc(largeBytes, "%PDF"));
  await storage.write("small.pdf", Buffer.alloc(50_000, "%PDF"));
  system = await openIssuingApp({ DATABASE_CONNECTIONS: "12" }, { storage });
  server = openServer(system.app.fetch, system.deps.log);
  await once(server.listen(0, "127.0.0.1"), "listening");
  port = (server.address() as AddressInfo).port;
  withinMs = Number.POSITIVE_INFINITY;
  const [caller] = (await newCompanies(1, "small.pdf")) as [Caller];
  withinMs = await boundBesideFlood(async () => {
    for (const to of [pdfOf, reportOf]) await ask(caller, to(caller), "beside nobody");
  }, rightCount);
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await system?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

interface Caller {
  code: string;
  key: string;
  pdfId: number;
}

let made = 0;
/** A new company with so many keys, and a voucher with a PDF. */
async function newCompany(keys: number, pdf: "large.pdf" | "small.pdf"): Promise<Caller[]> {
  const code = `held${++made}`;
  const { db } = system;
  const given = { code, cuit: "30712345671", name: code, taxType: 1, accountEmail: `${code}@example.com` };
  const subscription = { anchor: "2026-01-01", until: "2036-01-01", monthlyVouchers: 1_000 };
  await openCompany(db, { type: "system" }, given as Parameters<typeof openCompany>[2], subscription as never);
  const { id: companyId } = await db.company.findUniqueOrThrow({ where: { code } });
  const pdfId = 100_000 + made;
  await storeVouchers(db, [importedVoucher({ id: pdfId, companyId, pos: 1, type: 6, source: "api" })]);
  await db.$executeRaw`
    INSERT INTO pdf (company_id, voucher_id, versions, storage_key, size_bytes) VALUES (${companyId}, ${pdfId}, '1', ${pdf}, 4)`;
  await db.$executeRaw`UPDATE voucher SET has_pdf = true WHERE id = ${pdfId}`;
  const callers: Caller[] = [];
  for (let key = 0; key < keys; key += 1) {
    const asked = { companyId, production: false, name: `key ${key}`, scopes: ["read" as const] };
    const { secret } = await db.$transaction((tx) => createApiKey(tx, asked));
    callers.push({ code, key: secret, pdfId });
  }
  return callers;
}

const headOf = ({ code, key }: Caller, to: string) =>
  `GET /api/${code}${to} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`;

/** Runs all of these again and again, each soon after it ended. Two hundred that came as soon would take the processor, which is another bound. */
function flood(all: readonly (() => { ended: Promise<unknown>; end(): void })[]) {
  const againMs = all.length > 100 ? 4_000 : 250;
  let [isOver, endings] = [false, 0];
  const running = new Set<() => void>();
  async function run(begin: (typeof all)[number]): Promise<void> {
    while (!isOver) {
      const { ended, end } = begin();
      running.add(end);
      await ended.catch(() => undefined);
      running.delete(end);
      endings += 1;
      await delay(againMs);
    }
  }
  for (const begin of all) void run(begin);
  return {
    /** Once all but so many, who hold or wait, were refused or cut off: then whoever comes is alone in having had nothing yet. */
    isAtWork: (but: number) =>
      waitFor(() => endings >= Math.max(1, all.length - but), { message: "the flood to be at work" }),
    [Symbol.dispose]() {
      isOver = true;
      for (const end of running) end();
    },
  };
}

/** A download of a large PDF over a connection of its own, of which a little is read every quarter of a second. */
const slowDownload = (caller: Caller) => (): { ended: Promise<unknown>; end(): void } => {
  const socket: Socket = connect(port, "127.0.0.1").on("error", () => undefined);
  socket.pause().write(headOf(caller, `/invoices/${caller.pdfId}/pdf`));
  const reading = setInterval(() => {
    const text = socket.read()?.toString("latin1", 0, 12) ?? "";
    if (text.startsWith("HTTP/1.1 429")) socket.destroy();
  }, 250);
  const ended = once(socket, "close").finally(() => clearInterval(reading));
  return { ended, end: () => socket.destroy() };
};

/** A report of which nothing is read. */
const unreadReport = (caller: Caller) => (): { ended: Promise<unknown>; end(): void } => {
  const gone = new AbortController();
  const read = async () => {
    const answer = await system.app.request(`/api/${caller.code}/reports/vouchers.csv`, {
      headers: { authorization: `Bearer ${caller.key}` },
      signal: gone.signal,
    });
    if (answer.ok) await answer.body?.getReader().closed;
    else await answer.text();
  };
  return { ended: read(), end: () => gone.abort() };
};

/** Gives how long it took until it was answered whole. Who is refused comes again after a second. */
async function ask({ code, key }: Caller, to: string, what: string): Promise<number> {
  const beganMs = performance.now();
  for (;;) {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`http://127.0.0.1:${port}/api/${code}${to}`, { headers });
    await answer.arrayBuffer();
    const tookMs = performance.now() - beganMs;
    if (answer.status === 200) return tookMs;
    expect([what, answer.status, tookMs < withinMs]).toEqual([what, 429, true]);
    await delay(1_000);
  }
}

/** The right requests of these, one after the other, each answered in time. */
async function expectServed(what: string, others: Caller[], toOf: (caller: Caller) => string): Promise<void> {
  const took: number[] = [];
  for (const other of others) took.push(await ask(other, toOf(other), what));
  console.log(`${what}: ${took.length} of ${others.length} served, the slowest in ${Math.round(Math.max(...took))} ms`);
  expect(Math.max(...took), what).toBeLessThan(withinMs);
}

const counts = fromGroup("before-authentication", [1, 8, 64, 200], (count) => count === 8);

const repeated = <Value>(values: readonly Value[], times: number): Value[] =>
  Array.from({ length: times }, () => values).flat();

/** How many others come, each of whom comes once. */
const rightCount = 4;
const pdfOf = ({ pdfId }: Caller) => `/invoices/${pdfId}/pdf`;
const reportOf = () => "/reports/vouchers.csv";

/** Of so many companies one caller each. */
async function newCompanies(count: number, pdf: Parameters<typeof newCompany>[1]): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (let n = 0; n < count; n += 1) callers.push(...(await newCompany(1, pdf)));
  return callers;
}

test.each(counts)("%i companies that read PDFs slowly keep no other company's out", async (count) => {
  const companies = await newCompanies(count, "large.pdf");
  const others = await newCompanies(rightCount, "small.pdf");
  using held = flood(repeated(companies, count > 8 ? 2 : 9).map(slowDownload));
  await held.isAtWork(128);
  await expectServed(`PDFs beside ${count} companies`, others, pdfOf);
});

test.each(counts)("%i keys of a company that read PDFs slowly keep no other key's out", async (count) => {
  const callers = await newCompany(count + rightCount, "large.pdf");
  const others = callers.splice(0, rightCount);
  using held = flood(repeated(callers, count > 8 ? 1 : 9).map(slowDownload));
  await held.isAtWork(17);
  await expectServed(`PDFs beside ${count} keys of the company`, others, pdfOf);
});

test.each(counts)("%i companies that read nothing of their reports keep no other company's out", async (count) => {
  const companies = await newCompanies(count, "small.pdf");
  const others = await newCompanies(rightCount, "small.pdf");
  using held = flood(repeated(companies, 2).map(unreadReport));
  await held.isAtWork(128);
  await expectServed(`reports beside ${count} companies`, others, reportOf);
});

test.each(counts)("%i keys of a company that read nothing of their reports keep no other key's out", async (count) => {
  const callers = await newCompany(count + rightCount, "small.pdf");
  const others = callers.splice(0, rightCount);
  using held = flood(repeated(callers, 2).map(unreadReport));
  await held.isAtWork(3);
  await expectServed(`reports beside ${count} keys of the company`, others, reportOf);
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cacheAnswers } from "../../../api/taxauth/answer-limits.js";
import { createAskAuthority } from "../../../api/taxauth/ask-authority.js";
import { createTenantSemaphore } from "../../../issuer/issuing/tenant-semaphore.js";
import { serveQuestion } from "../../../issuer/serving/serve-question.js";
import type { AuthorityAnswer, AuthorityAsk } from "../../../shared/db/issuer-requests/authority-question.js";
import {
  claimRequest,
  maxWaitingQuestions,
  purgeQuestions,
} from "../../../shared/db/issuer-requests/issuer-requests.js";
import { unclaimedRequests } from "../../../shared/db/issuer-requests/unclaimed-requests.js";
import { exchangeReachability } from "../../../shared/db/issuing/issuer-hearings.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import type { RegistryPerson } from "../../../shared/domain/registry-person.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { createDatabase } from "../../support/servers/database.js";

let db: Database;
const pool = { of: () => db };
let end: () => Promise<void>;
beforeAll(async () => {
  const database = await createDatabase();
  const opened = openDatabase(database.url, { connections: 4 });
  db = opened.db;
  end = async () => {
    await opened.close();
    await database.drop();
  };
});
afterAll(() => end());
beforeEach(async () => {
  await db.issuerRequest.deleteMany();
});

const tenant: Tenant = { companyId: 7, production: false };
const ask: AuthorityAsk = { kind: "table", table: "concepts" };
const options = { requestId: "r", waitMs: 5_000 };
const table: AuthorityAnswer = { outcome: "table", rows: [{ id: "1", description: "Producto" }] };

const quotation: AuthorityAnswer = { outcome: "quotation", quotation: 1, date: "20260818" };
const person: RegistryPerson = {
  taxId: "20111111112",
  docType: 80,
  kind: "natural",
  name: "Ana",
  taxCondition: 6,
  stateId: 0,
  address: null,
  isActive: true,
  activities: [],
};

type Authority = (tenant: Tenant, ask: AuthorityAsk) => Promise<AuthorityAnswer>;

/** An issuer whose authority answers like this. */
const issuerOf = (answer: Authority) => (id: string) =>
  serveQuestion({ db, inSlice: createTenantSemaphore(100), answer }, { id }, { attempt: 1 });

/** A queue that hands each job to the issuer at once, and loses the first of them. */
function queueOf(serve: (id: string) => Promise<unknown>, { losing = 0 } = {}) {
  const added: unknown[] = [];
  return {
    added,
    async add(_jobId: string, data: { id: string }) {
      added.push(data);
      if (added.length > losing) serve(data.id).catch(() => undefined);
    },
  };
}
const deaf = () => queueOf(async () => undefined);

test("the issuer reads company, environment and question from the row, and the asker its answer", async () => {
  const asked: unknown[] = [];
  const queue = queueOf(
    issuerOf(async ({ companyId, production }, question) => {
      asked.push({ companyId, production, question });
      return table;
    }),
  );
  expect(await createAskAuthority(pool, queue)(tenant, ask, options)).toEqual(table);
  expect(asked).toEqual([{ ...tenant, question: ask }]);
  expect(queue.added, "the job carries the id alone").toEqual([{ id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
});

test("a question is answered once, however often its job comes", async () => {
  let asked = 0;
  const serve = issuerOf(async () => {
    asked += 1;
    return table;
  });
  const queue = queueOf((id) => Promise.all(Array.from({ length: 8 }, () => serve(id))));
  await createAskAuthority(pool, queue)(tenant, ask, options);
  expect(asked).toBe(1);
});

test("a lost job is replaced, and a job about no question asks nothing", async () => {
  const serve = issuerOf(async () => table);
  const queue = queueOf(serve, { losing: 1 });
  expect(await createAskAuthority(pool, queue)(tenant, ask, options)).toEqual(table);
  expect(new Set(queue.added.map((data) => JSON.stringify(data))).size).toBe(1);

  const never = issuerOf(() => Promise.reject(new Error("asked")));
  expect(await never(randomUUID())).toEqual({ outcome: "nothing to do" });
});

test("a question without an answer in time is withdrawn and answered 504", async () => {
  const hearing = { production: false, answeredAgoMs: null, failingAgoMs: null, about: null };
  await exchangeReachability(db, randomUUID(), [hearing]);
  const asking = createAskAuthority(pool, deaf())(tenant, ask, { ...options, waitMs: 60 });
  await expect(asking).rejects.toMatchObject({
    status: 504,
    message: "The tax authority took too long to answer. Try again.",
  });
  expect(await db.issuerRequest.count()).toBe(0);
});

test("the 504 says that no issuer runs when none gives a sign of life", async () => {
  await db.issuerReachability.deleteMany();
  const asking = createAskAuthority(pool, deaf())(tenant, ask, { ...options, waitMs: 60 });
  await expect(asking).rejects.toMatchObject({
    status: 504,
    message: expect.stringMatching(/^No issuer takes questions/),
  });
});

test("nobody takes a question whose asker no longer waits", async () => {
  const asking = createAskAuthority(pool, deaf())(tenant, ask, options).catch((error) => error);
  const { id } = await waitFor(() => db.issuerRequest.findFirst(), { message: "the question" });
  await db.issuerRequest.updateMany({ data: { expiresAt: new Date(Date.now() - 1_000) } });
  expect(await claimRequest(db, id)).toBeUndefined();
  await db.issuerRequest.deleteMany();
  expect(String(await asking)).toContain("the question is gone");
});

test("a question that no issuer takes is withdrawn early with a hint; one that an issuer took is awaited", async () => {
  const hurried = { ...options, takenWithinMs: 30 };
  await expect(createAskAuthority(pool, deaf())(tenant, ask, hurried)).rejects.toThrow("No issuer");
  expect(await db.issuerRequest.count()).toBe(0);

  let tell: (answer: AuthorityAnswer) => void = () => undefined;
  const slow = new Promise<AuthorityAnswer>((resolve) => {
    tell = resolve;
  });
  const answer = createAskAuthority(pool, queueOf(issuerOf(() => slow)))(tenant, ask, {
    ...options,
    takenWithinMs: 300,
  });
  const hintAtMs = performance.now() + 300;
  await waitFor(async () => performance.now() > hintAtMs + 100, { message: "the moment of the hint to be over" });
  tell(table);
  expect(await answer).toEqual(table);
});

test("without Redis an issuer that looks for questions finds this one", async () => {
  const away = { add: () => Promise.reject(new Error("Redis is away")) };
  const asking = createAskAuthority(pool, away)(tenant, ask, options);
  const [id] = await waitFor(
    async () => {
      const untaken = await unclaimedRequests(db);
      return untaken.length > 0 && untaken;
    },
    { message: "the question" },
  );
  await issuerOf(async () => table)(id ?? "");
  expect(await asking).toEqual(table);
  expect(await unclaimedRequests(db)).toEqual([]);
});

test("issuers that look for questions take them of companies in turns", async () => {
  const other = { ...tenant, production: !tenant.production };
  const made = [tenant, tenant, other].map((asker) => ({
    ...{ id: randomUUID(), ...asker, request: ask, requestId: "test" },
    expiresAt: new Date(Date.now() + 60_000),
  }));
  await db.issuerRequest.createMany({ data: made });
  const found = await unclaimedRequests(db, 2);
  expect(found).toContain(made[2]?.id);
  await db.issuerRequest.deleteMany();
});

test("an error of the issuer reaches the asker, also an answer that is too long or cannot be read", async () => {
  const failing = queueOf(issuerOf(() => Promise.reject(new Error("bug"))));
  await expect(createAskAuthority(pool, failing)(tenant, ask, options)).rejects.toThrow("could not be asked: bug");
  const rows = [{ id: "1", description: "x".repeat(1_100_000) }];
  const endless = queueOf(issuerOf(async () => ({ outcome: "table", rows })));
  await expect(createAskAuthority(pool, endless)(tenant, ask, options)).rejects.toThrow("too long");
  const strange = queueOf(issuerOf(async () => ({ outcome: "from another version" }) as unknown as AuthorityAnswer));
  await expect(createAskAuthority(pool, strange)(tenant, ask, options)).rejects.toThrow("contract");
});

test("a company has a bounded number of questions waiting in an environment, and others are not held back", async () => {
  await db.issuerRequest.createMany({
    data: Array.from({ length: maxWaitingQuestions }, () => ({
      id: randomUUID(),
      ...tenant,
      request: { kind: "status" },
      requestId: "r",
      expiresAt: new Date(Date.now() + 60_000),
    })),
  });
  const askAuthority = createAskAuthority(pool, queueOf(issuerOf(async () => table)));
  await expect(askAuthority(tenant, ask, options)).rejects.toMatchObject({ status: 429, code: undefined });
  expect(await askAuthority({ ...tenant, production: true }, ask, options)).toEqual(table);
  expect(await askAuthority({ ...tenant, companyId: 8 }, ask, options)).toEqual(table);
});

test("people are kept per company and environment, tables and quotations per environment", async () => {
  let asked = 0;
  const queue = queueOf(
    issuerOf(async (_tenant, { kind }) => {
      asked += 1;
      return kind === "person" ? { outcome: "person", person, partial: false } : kind === "table" ? table : quotation;
    }),
  );
  let nowMs = Date.UTC(2026, 7, 18, 12);
  const remembering = cacheAnswers(pool, createAskAuthority(pool, queue), () => nowMs);
  const other = { companyId: 8, production: false };
  const lookUp = { kind: "person", taxId: "20111111112" } as const;
  for (const by of [tenant, tenant, other, { ...tenant, production: true }]) await remembering(by, lookUp, options);
  expect(asked).toBe(3);
  await remembering(tenant, ask, options);
  await remembering(other, ask, options);
  expect(asked).toBe(4);
  const latest = { kind: "quotation", currency: "DOL", date: null } as const;
  await remembering(tenant, latest, options);
  await remembering(other, latest, options);
  expect(asked).toBe(5);
  nowMs += 86_400_000;
  await remembering(tenant, latest, options);
  expect(asked, "the latest quotation of another day").toBe(6);
});

const minutes = (from: Date | null) => from && Math.round((from.getTime() - Date.now()) / 60_000);

test("a table is kept for 6 hours, a person or a quotation for 10 minutes, what is absent or a failure never", async () => {
  const told: [AuthorityAsk, AuthorityAnswer, number | null][] = [
    [ask, table, 360],
    [
      { kind: "quotation", currency: "DOL", date: "20260818" },
      { outcome: "quotation", quotation: 1, date: "20260818" },
      10,
    ],
    [{ kind: "quotation", currency: "XYZ", date: null }, { outcome: "absent" }, null],
    [{ kind: "quotation", currency: "EUR", date: null }, down, null],
    [{ kind: "lastNumber", posNumber: 1, voucherType: 6 }, { outcome: "lastNumber", number: 4 }, null],
  ];
  for (const [question, answer, kept] of told) {
    await db.issuerRequest.deleteMany();
    const queue = queueOf(issuerOf(async () => answer));
    await cacheAnswers(pool, createAskAuthority(pool, queue), Date.now)(tenant, question, options);
    const row = await db.issuerRequest.findFirstOrThrow();
    expect([question, minutes(row.cachedUntil)]).toEqual([question, kept]);
  }
});

const down: AuthorityAnswer = {
  outcome: "unavailable",
  problem: { kind: "down", services: ["wsfe"], detail: "timeout" },
};

test("a kept answer that cannot be read, or is too old, is asked for again", async () => {
  const remembering = cacheAnswers(pool, createAskAuthority(pool, queueOf(issuerOf(async () => table))), Date.now);
  await remembering(tenant, ask, options);
  await db.issuerRequest.updateMany({ data: { answer: { outcome: "from another version" } } });
  expect(await remembering(tenant, ask, options)).toEqual(table);
  expect(await db.issuerRequest.count()).toBe(2);
  await db.issuerRequest.updateMany({ data: { cachedUntil: new Date(Date.now() - 1) } });
  await remembering(tenant, ask, options);
  expect(await db.issuerRequest.count()).toBe(3);
});

test("what nobody waits for and what serves nobody is purged, in batches", async () => {
  const old = new Date(Date.now() - 120_000);
  const row = { ...tenant, request: { kind: "status" }, requestId: "r" };
  const waiting = { ...row, expiresAt: new Date(Date.now() + 60_000) };
  const kept = { ...row, expiresAt: old, cachedUntil: new Date(Date.now() + 60_000) };
  const over = [...Array.from({ length: 5 }, () => ({ ...row, expiresAt: old })), { ...kept, cachedUntil: old }];
  await db.issuerRequest.createMany({
    data: [waiting, kept, ...over].map((one) => ({ id: randomUUID(), ...one })),
  });
  expect(await purgeQuestions(db, 2)).toBe(6);
  expect(await db.issuerRequest.count()).toBe(2);
});

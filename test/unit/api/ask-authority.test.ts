import { expect, test } from "vitest";
import type { AnswerCache } from "../../../api/taxauth/answer-cache.js";
import { createAskAuthority } from "../../../api/taxauth/ask-authority.js";
import { suggestionFor, unavailable } from "../../../api/taxauth/authority-suggestions.js";
import { rememberAnswers } from "../../../api/taxauth/remember-answers.js";
import type { AuthorityAnswer, AuthorityProblem } from "../../../shared/queues/taxauth.js";

const caller = { companyId: 7, production: false };
const ask = { kind: "table", table: "concepts" } as const;
const options = { requestId: "r", waitMs: 5_000 };
const table: AuthorityAnswer = { outcome: "table", rows: [{ id: "1", description: "Producto" }] };

type Ending = { result: AuthorityAnswer } | { failed: string } | undefined | Error;

/** A queue whose job gives one of these endings at each look; the last one repeats. */
function queueOf(...looks: Ending[]) {
  const withdrawn: string[] = [];
  return {
    withdrawn,
    taken: false,
    async isTaken() {
      return this.taken;
    },
    add: async () => undefined,
    async findEnding() {
      const look = looks.length > 1 ? looks.shift() : looks[0];
      if (look instanceof Error) throw look;
      return look;
    },
    withdraw: async (jobId: string) => void withdrawn.push(jobId),
  };
}

test("the answer is the job's result, even if Redis was away at one look", async () => {
  const queue = queueOf(undefined, new Error("Redis is away"), { result: table });
  expect(await createAskAuthority(queue)(caller, ask, options)).toEqual(table);
  expect(queue.withdrawn).toEqual([]);
});

test("a question without an answer in time is withdrawn and answered 504", async () => {
  const queue = queueOf(undefined);
  await expect(createAskAuthority(queue)(caller, ask, { ...options, waitMs: 60 })).rejects.toMatchObject({
    status: 504,
  });
  expect(queue.withdrawn).toEqual([expect.stringMatching(/^taxauth-/)]);
});

test("a question that no issuer takes is withdrawn early with a hint; one that an issuer took is awaited", async () => {
  const hurried = { ...options, takenWithinMs: 30 };
  const queue = queueOf(undefined);
  await expect(createAskAuthority(queue)(caller, ask, hurried)).rejects.toThrow("No issuer");
  expect(queue.withdrawn).toHaveLength(1);

  const slow = { ...queueOf(undefined, undefined, undefined, { result: table }), taken: true };
  expect(await createAskAuthority(slow)(caller, ask, hurried)).toEqual(table);
});

test("a failed job throws its error", async () => {
  await expect(createAskAuthority(queueOf({ failed: "bug" }))(caller, ask, options)).rejects.toThrow("bug");
});

function cacheOf() {
  const kept = new Map<string, unknown>();
  const cache: AnswerCache = {
    read: async (key) => kept.get(key),
    keep: async (key, value) => void kept.set(key, value),
  };
  return { kept, cache };
}

test("the cache keeps people per company and environment, and tables per environment", async () => {
  const { kept, cache } = cacheOf();
  let asked = 0;
  const remembering = rememberAnswers(
    async () => {
      asked++;
      return { outcome: "absent" };
    },
    cache,
    () => Date.UTC(2026, 7, 18, 12),
  );
  const person = { kind: "person", taxId: "20111111112" } as const;
  for (const by of [caller, caller, { companyId: 8, production: false }, { companyId: 7, production: true }])
    await remembering(by, person, options);
  expect(asked).toBe(3);
  await remembering(caller, ask, options);
  await remembering({ companyId: 8, production: false }, ask, options);
  expect(asked).toBe(4);
  await remembering(caller, { kind: "quotation", currency: "DOL", date: null }, options);
  expect([...kept.keys()]).toEqual([
    "homologation:7:person:20111111112",
    "homologation:8:person:20111111112",
    "production:7:person:20111111112",
    "homologation:table:concepts",
    "homologation:quotation:DOL:last-20260818",
  ]);
});

test("failures and the service's state are never cached, and an unreadable entry is asked for again", async () => {
  const { kept, cache } = cacheOf();
  const problem: AuthorityProblem = { kind: "down", services: ["wsfe"], detail: "timeout" };
  const failing = rememberAnswers(async () => ({ outcome: "unavailable", problem }), cache, Date.now);
  await failing(caller, ask, options);
  await failing(caller, { kind: "status" }, options);
  expect(kept.size).toBe(0);

  kept.set("homologation:table:concepts", { outcome: "from another version" });
  expect(await rememberAnswers(async () => table, cache, Date.now)(caller, ask, options)).toEqual(table);
});

test.each<[AuthorityProblem["kind"], number, RegExp]>([
  ["noCertificate", 400, /install one/],
  ["expiredCertificate", 502, /has expired/],
  ["certificate", 502, /does not accept the certificate/],
  ["notDelegated", 502, /services "a" and "b".*Retrying does not help/],
  ["clock", 502, /clock is off/],
  ["pointOfSale", 502, /point of sale 3/],
  ["request", 502, /refuses the request/],
  ["down", 502, /does not answer/],
])("the problem %s is answered %i with advice", (kind, status, words) => {
  const problem = { kind, services: ["a", "b"], detail: "said so", posNumbers: [3] };
  expect(suggestionFor(problem)).toMatch(words);
  expect(unavailable(problem)).toMatchObject({
    status,
    code: status === 400 ? "VALIDATION_ERROR" : "TAXAUTH_CONNECTION_ERROR",
  });
});

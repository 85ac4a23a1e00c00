import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { cacheAnswers, limitLookups } from "../../../api/taxauth/answer-limits.js";
import { createAskAuthority } from "../../../api/taxauth/ask-authority.js";
import { createTenantSemaphore } from "../../../issuer/issuing/tenant-semaphore.js";
import { serveQuestion } from "../../../issuer/serving/serve-question.js";
import type { AuthorityAnswer, AuthorityAsk } from "../../../shared/db/issuer-requests/authority-question.js";
import type { RegistryPerson } from "../../../shared/domain/registry-person.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";

const redis = new Redis(inject("redisUrl"), { keyPrefix: `${randomUUID()}:` });
const asked: string[] = [];
const person: Omit<RegistryPerson, "taxId"> = {
  docType: 80,
  kind: "legal",
  name: "EMPRESA",
  taxCondition: 1,
  stateId: null,
  address: null,
  isActive: true,
  activities: [],
};
const answer = async ({ companyId, production }: Tenant, ask: AuthorityAsk): Promise<AuthorityAnswer> => {
  asked.push(`${companyId}:${production}:${ask.kind}`);
  return ask.kind === "person"
    ? { outcome: "person", person: { ...person, taxId: ask.taxId }, partial: false }
    : { outcome: "absent" };
};
const system = await openForFile(openIssuingApp);
beforeAll(async () => {
  const { db } = system;
  const issuer = {
    add: async (_jobId: string, { id }: { id: string }) => {
      await serveQuestion({ db, inSlice: createTenantSemaphore(100), answer }, { id }, { attempt: 1 });
    },
  };
  const { pages } = system.deps;
  system.deps.askAuthority = cacheAnswers(pages, limitLookups(createAskAuthority(pages, issuer), redis, 2), Date.now);
});
afterAll(() => redis.disconnect());

const [first, second, third] = ["20111111112", "30712345671", "27000000014"] as const;
const lookUp = (taxId: string, options = {}) => system.get(`/taxauth/padron/${taxId}`, options);

test("beyond its registry look-ups a minute a company gets 429, cached answers and other questions not counted", async () => {
  const statuses = [];
  for (const taxId of [first, first, first, second, first]) statuses.push((await lookUp(taxId)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  expect(asked).toHaveLength(2);

  const refused = await lookUp(third);
  expect([refused.status, refused.body]).toEqual([429, { ok: false, error: expect.stringContaining("2 a minute") }]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await lookUp(first)).status, "a cached answer").toBe(200);
  expect((await system.get("/taxauth/quotation/DOL")).status, "another question").toBe(404);

  const { keys, mono } = system.keys;
  expect((await lookUp(third, { key: keys.production })).status, "the other environment").toBe(200);
  expect((await lookUp(third, { key: mono.keys.test, company: "mono" })).status, "another company").toBe(200);
});

import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { limitLookups } from "../../../api/taxauth/limit-lookups.js";
import { rememberAnswers } from "../../../api/taxauth/remember-answers.js";
import { type IssuingApp, openIssuingApp } from "../../support/processes/issuing-app.js";

const redis = new Redis(inject("redisUrl"), { keyPrefix: `${randomUUID()}:` });
const asked: string[] = [];
let system: IssuingApp;
beforeAll(async () => {
  const limited = limitLookups(
    async ({ companyId, production }, ask) => {
      asked.push(`${companyId}:${production}:${ask.kind}`);
      return { outcome: "absent" };
    },
    redis,
    2,
  );
  system = await openIssuingApp({}, { askAuthority: rememberAnswers(limited, createAnswerCache(redis), Date.now) });
});
afterAll(async () => {
  await system[Symbol.asyncDispose]();
  redis.disconnect();
});

const [first, second, third] = ["20111111112", "30712345671", "27000000014"] as const;
const lookUp = (taxId: string, options = {}) => system.get(`/taxauth/padron/${taxId}`, options);

test("beyond its registry look-ups a minute a company gets 429, cached answers and other questions not counted", async () => {
  const statuses = [];
  for (const taxId of [first, first, first, second, first]) statuses.push((await lookUp(taxId)).status);
  expect(statuses).toEqual([404, 404, 404, 404, 404]);
  expect(asked).toHaveLength(2);

  const refused = await lookUp(third);
  expect([refused.status, refused.body]).toEqual([429, { ok: false, error: expect.stringContaining("2 a minute") }]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await lookUp(first)).status, "a cached answer").toBe(404);
  expect((await system.get("/taxauth/quotation/DOL")).status, "another question").toBe(404);

  const { keys, mono } = system.keys;
  expect((await lookUp(third, { key: keys.production })).status, "the other environment").toBe(404);
  expect((await lookUp(third, { key: mono.keys.test, company: "mono" })).status, "another company").toBe(404);
});

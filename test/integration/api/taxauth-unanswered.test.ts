import { expect, test } from "vitest";
import { startSystem } from "../../support/processes/system.js";

test("without an issuer a look-up is 504 within the request's time limit, and tables are the built-in copies", async () => {
  await using system = await startSystem({ processes: ["api"], env: { REQUEST_TIMEOUT_MS: "1500" } });
  const person = await system.request("/taxauth/padron/30712345671");
  expect(person.status).toBe(504);
  expect(person.body).toEqual({ ok: false, error: expect.any(String) });

  const table = await system.request<unknown[]>("/taxauth/tables/concepts");
  expect(table.status).toBe(200);
  expect(table.body.result).toHaveLength(3);
});

import { expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { startSystem } from "../support/processes/system.js";

test("an issuer gets a point of sale of CAEA ready by itself, and leaves all others alone", async () => {
  await using system = await startSystem({ processes: ["issuer"] });
  await system.sql(`
    INSERT INTO point_of_sale (company_id, production, number, authorized_by)
    SELECT id, e.production, 70, 'CAEA' FROM company, (VALUES (true), (false)) AS e(production) WHERE code = 'demo'`);
  const readSeeded = () =>
    system.sql("SELECT production, voucher_type FROM sequence WHERE last_number = 0 AND pos_number = 70");
  await waitFor(async () => (await readSeeded()).length === 12, { message: "the sequences", timeoutMs: 120_000 });
  const codes = await waitFor(
    async () => {
      const rows = await system.sql("SELECT DISTINCT company_id, production FROM caea WHERE code IS NOT NULL");
      return rows.length === 2 && rows;
    },
    { message: "the codes of both environments", timeoutMs: 120_000 },
  );
  expect(new Set(codes.map(({ company_id }) => company_id)).size).toBe(1);
  expect(await system.sql("SELECT FROM sequence WHERE pos_number <> 70")).toEqual([]);
});

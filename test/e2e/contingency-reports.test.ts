import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../shared/assets/assets.js";
import { waitFor } from "../sandbox/wait-for.js";
import { startSystem } from "../support/processes/system.js";
import { invoiceB } from "../support/samples/invoice.js";
import { askForCode, cuit } from "./stand-in.js";

/** So much later, the first day of the code is over, whatever day it is today. */
const shiftMs = 2 * 86_400_000;

test("what was issued in a contingency is reported by the issuer by itself", async () => {
  await using system = await startSystem({ processes: ["api", "issuer"] });
  const { period, fortnight, validFrom, validTo, code } = await askForCode(system);
  expect(code).toMatch(/^\d{14}$/);

  const [company] = await system.sql<{ id: number }>("SELECT id FROM company WHERE code = 'demo'");
  const of = [company?.id, false];
  await system.sql(
    "INSERT INTO point_of_sale (company_id, production, number, name, authorized_by) VALUES ($1, $2, 9, '', 'CAEA')",
    of,
  );
  await system.sql(
    "UPDATE point_of_sale SET contingency_pos = 9 WHERE company_id = $1 AND production = $2 AND number = 1",
    of,
  );
  await system.sql(
    `INSERT INTO sequence (company_id, production, pos_number, voucher_type, last_number, incarnation)
     VALUES ($1, $2, 9, 6, 0, current_incarnation())`,
    of,
  );
  await system.sql(
    `INSERT INTO caea (company_id, production, period, fortnight, code, valid_from, valid_to, report_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [...of, period, fortnight, code, validFrom, validTo],
  );
  await system.sql(
    "INSERT INTO contingency (company_id, production, active_since, is_manual) VALUES ($1, $2, now(), true)",
    of,
  );

  for (const number of [1, 2]) {
    const issued = await system.request("/invoices", { method: "POST", body: invoiceB() });
    expect([issued.status, issued.body.result?.cae]).toEqual([201, code]);
    expect(issued.body.result.voucherNumber).toBe(number);
  }

  await system.kill("issuer");
  await system.authority.set({ clockOffsetMs: shiftMs });
  await system.sql("DELETE FROM ticket");
  await system.start("issuer", {
    NODE_OPTIONS: `--import=${path.join(projectFolder, "test", "support", "shift-clock.mjs")}`,
    CLOCK_SHIFT_MS: String(shiftMs),
  });
  await waitFor(
    async () => {
      const rows = await system.sql<{ state: string }>("SELECT state FROM caea_report ORDER BY voucher_number");
      return rows.map(({ state }) => state).join() === "reported,reported";
    },
    { message: "the reports" },
  );
  const taken = await system.authority.ledger({ cuit, pos: 9 });
  expect(taken.map(({ number, cae }) => [number, cae])).toEqual([
    [1, code],
    [2, code],
  ]);
});

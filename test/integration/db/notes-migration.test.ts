import { expect, test } from "vitest";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

const name = "20261124100100_notes_of_before";

test("the migration links notes of before as the trigger links new ones", async () => {
  await using system = await openIssuingApp();
  const named = (voucherNumber: number, cuit?: string) => ({ voucherType: 6, posNumber: 1, voucherNumber, cuit });
  const note = (over: object) => system.post(invoiceB({ voucherType: 8, ...over }));
  await system.post(invoiceB());
  await note({ associatedVouchers: [named(1), named(1, "30712345671"), named(2)] });
  await note({ associatedVouchers: [named(1, "30500010912")] });
  await note({ associatedPeriod: { from: "20260101", to: "20260131" } });
  await note({ voucherType: 7, associatedVouchers: [named(1)] });
  // An invoice that names a voucher is no note.
  await system.post(invoiceB({ associatedVouchers: [{ voucherType: 991, posNumber: 1, voucherNumber: 1 }] }));
  const links = () => system.db.$queryRaw<unknown[]>`SELECT * FROM voucher_note ORDER BY note_id, voucher_number`;
  const linked = await links();
  expect(linked).toHaveLength(3);

  await system.db.$executeRaw`DELETE FROM voucher_note WHERE voucher_number = 1`;
  await system.db.$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name = ${name}`;
  expect(await migrate(system.deps.config.DATABASE_URL)).toEqual([name]);
  expect(await links()).toEqual(linked);
});

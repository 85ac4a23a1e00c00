import { expect, test } from "vitest";
import { openDatabase } from "../../../shared/db/database.js";
import { foldCounts } from "../../../shared/db/listing/fold-counts.js";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { type StoredVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";
import { createDatabase } from "../../support/servers/database.js";
import { tenantViews, undoTenantViews } from "../../support/servers/undo-tenant-views.js";

const names = ["20261122130000_steps_by_type", "20261122140000_longer_steps"];

test("the migration sums up older vouchers in the same steps as new ones", async () => {
  await using database = await createDatabase();
  const { db, close } = openDatabase(database.url, { connections: 1 });
  const company = await db.company.create({ data: { code: "one", cuit: "30712345671", name: "One", taxType: 1 } });
  const voucher = (n: number): StoredVoucher => ({
    id: n * 29_000,
    companyId: company.id,
    production: n % 2 === 0,
    pos: 1,
    type: n % 3 === 0 ? 1 : 6,
    number: n,
    date: `2026${n % 2 === 0 ? 10 : 11}${10 + (n % 20)}`,
    docType: 99,
    docNumber: "0",
    total: `${n}50.25`,
    cae: "86470000000001",
    externalReference: null,
    idempotency: null,
    apiKeyId: null,
    userEmail: null,
    source: "api",
    created: `2026-11-${10 + (n % 4)}T12:00:00.000Z`,
  });
  const steps = () =>
    db.$queryRaw<unknown[]>`SELECT * FROM voucher_step ORDER BY company_id, production, field, start, voucher_type`;
  const numbers = Array.from({ length: 30 }, (_, index) => index + 1);
  try {
    await storeVouchers(db, numbers.map(voucher));
    await foldCounts(db);
    const counted = await steps();
    expect(counted.length).toBeGreaterThan(20);

    await undoTenantViews(database.url);
    await db.$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name = ANY(${names})`;
    expect(await migrate(database.url)).toEqual([...names, tenantViews]);
    expect(await steps()).toEqual(counted);

    await storeVouchers(db, [voucher(31)]);
    expect(await steps()).not.toEqual(counted);
  } finally {
    await close();
  }
});

import pg from "pg";
import { migrate } from "../../shared/db/migrate.js";
import { startPostgres } from "../support/embedded-postgres.js";
import { loadVouchers } from "./load-vouchers.js";

const rows = Number(process.argv[2]);
const s = await startPostgres({
  folder: process.argv[3],
  durable: false,
  settings: [
    "shared_buffers=1GB",
    "max_wal_size=8GB",
    "wal_level=minimal",
    "max_wal_senders=0",
    "max_parallel_maintenance_workers=1",
  ],
});
console.log(s.url, s.pid);
process.on("SIGTERM", () => void s.stop().then(() => process.exit()));
const c = new pg.Client({ connectionString: s.url });
await c.connect();
await c.query("CREATE DATABASE full_db").catch(() => 0);
const u = new URL(s.url);
u.pathname = "full_db";
if (rows) {
  await migrate(u.href);
  const f = new pg.Client({ connectionString: u.href });
  await f.connect();
  const {
    rows: [r],
  } = await f.query(
    "INSERT INTO company (code, cuit, name, tax_type) VALUES ('demo','30712345671','Demo',1) RETURNING id",
  );
  const t = Date.now();
  await loadVouchers({
    databaseUrl: u.href,
    rows,
    companyId: r.id,
    others: 500,
    onProgress: (n, p) => {
      if (n % 500000 === 0 || p !== "vouchers") console.log(((Date.now() - t) / 1000).toFixed(1), n, p);
    },
  });
  console.log("done", (Date.now() - t) / 1000);
  await f.end();
}
await c.end();

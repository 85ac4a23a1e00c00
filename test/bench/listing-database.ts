import pg from "pg";
import { findCompany } from "../../shared/db/companies.js";
import { openDatabase } from "../../shared/db/database.js";
import { migrate } from "../../shared/db/migrate.js";
import { controlAuthority } from "../authority/control-client.js";
import type { Authority } from "../authority/server.js";
import { type Keys, seedDemo } from "../support/seed-demo.js";
import { loadVouchers } from "./load-vouchers.js";
import { progressBar } from "./progress-bar.js";
import { secretKey } from "./service.js";

export interface ListingDatabase {
  rows: number;
  url: string;
  keys: Keys;
}

/** A migrated database with the demo company and so many vouchers; those of an earlier run are taken as they are. */
export async function prepareDatabase(serverUrl: string, authority: Authority, rows: number): Promise<ListingDatabase> {
  const name = `listing_${rows}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
  if (!rowCount) await client.query(`CREATE DATABASE ${name}`);
  await client.end();

  const url = new URL(serverUrl);
  url.pathname = name;
  await migrate(url.href);
  const keys = await seedDemo({
    databaseUrl: url.href,
    secretKey,
    signCertificate: (csr) => controlAuthority(authority.control).certificate(csr),
  });
  if (rowCount || rows === 0) return { rows, url: url.href, keys };

  const { db, close } = openDatabase(url.href, { connections: 1 });
  const companyId = (await findCompany(db, "demo"))?.id ?? 0;
  await close();
  const onProgress = progressBar(name, rows);
  await loadVouchers({ databaseUrl: url.href, rows, companyId, others: 500, onProgress });
  return { rows, url: url.href, keys };
}

import pg from "pg";
import { findCompany } from "../../shared/db/company/companies.js";
import { migrate } from "../../shared/db/migrate/migrate.js";
import { openDatabase } from "../../shared/db/pool/database.js";
import { publicKeyOf } from "../../shared/sealing/sealing-key.js";
import { controlAuthority } from "../authority/control-client.js";
import type { Authority } from "../authority/server.js";
import { type Keys, seedDemo } from "../sandbox/seed-demo.js";
import { loadVouchers } from "./load-vouchers.js";
import { progressBar } from "./progress-bar.js";
import { secretKey } from "./service.js";

export interface ListingDatabase {
  rows: number;
  url: string;
  keys: Keys;
}

/** A migrated database with the demo company and this many vouchers. A database of an earlier run is used as it is. */
export async function prepareDatabase(serverUrl: string, authority: Authority, rows: number): Promise<ListingDatabase> {
  const name = nameOf("listing", rows);
  const known = await query(serverUrl, `SELECT FROM pg_database WHERE datname = '${name}'`);
  if (known.length === 0) await query(serverUrl, `CREATE DATABASE ${name}`);

  const url = urlOf(serverUrl, name);
  await migrate(url);
  const keys = await seedDemo({
    databaseUrl: url,
    sealingKey: await publicKeyOf(secretKey),
    signCertificate: (csr) => controlAuthority(authority.control).certificate(csr),
  });
  if (known.length > 0 || rows === 0) return { rows, url, keys };

  const { db, close } = openDatabase(url, { connections: 1 });
  const companyId = (await findCompany(db, "demo"))?.id ?? 0;
  await close();
  const onProgress = progressBar(name, rows);
  await loadVouchers({ databaseUrl: url, rows, companyId, others: 500, onProgress });
  return { rows, url, keys };
}

/** A copy to write to, so that the original stays as it was loaded. */
export async function copyDatabase(serverUrl: string, { rows, keys }: ListingDatabase): Promise<ListingDatabase> {
  const name = nameOf("issuing", rows);
  await query(serverUrl, `DROP DATABASE IF EXISTS ${name}`);
  await query(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${nameOf("listing", rows)} STRATEGY FILE_COPY`);
  return { rows, url: urlOf(serverUrl, name), keys };
}

export const dropCopy = (serverUrl: string, { rows }: ListingDatabase) =>
  query(serverUrl, `DROP DATABASE ${nameOf("issuing", rows)}`);

const nameOf = (kind: "listing" | "issuing", rows: number) => `${kind}_${rows}`;

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}

async function query(serverUrl: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

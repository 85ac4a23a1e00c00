import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { projectFolder } from "../../../shared/assets.js";
import { migrationNames } from "../../../shared/db/migrate/migrate.js";

export const tenantViews = "20261123069000_tenant_views";

/** Makes the database one of before the tenants' views: with them, PostgreSQL changes no column's type. */
export async function undoTenantViews(databaseUrl: string): Promise<void> {
  await run(databaseUrl, async (client) => {
    await client.query("DROP SCHEMA tenant CASCADE");
    await client.query("DELETE FROM _prisma_migrations WHERE migration_name = $1", [tenantViews]);
  });
}

/** Makes the views of later migrations again, once that migration was applied anew. */
export async function redoLaterViews(databaseUrl: string): Promise<void> {
  const later = migrationNames().filter((name) => name > tenantViews);
  const views = later.flatMap((name) => {
    const sql = readFileSync(path.join(projectFolder, "prisma", "migrations", name, "migration.sql"), "utf8");
    return sql.match(/^CREATE (OR REPLACE )?VIEW "?tenant"?\.[^;]+;/gm) ?? [];
  });
  await run(databaseUrl, (client) => client.query(views.join("\n")));
}

async function run(databaseUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

import pg from "pg";

export const tenantViews = "20261123069000_tenant_views";

/** Makes the database one of before the tenants' views: with them, PostgreSQL changes no column's type. */
export async function undoTenantViews(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("DROP SCHEMA tenant CASCADE");
    await client.query("DELETE FROM _prisma_migrations WHERE migration_name = $1", [tenantViews]);
  } finally {
    await client.end();
  }
}

import pg from "pg";

export const quoted = (name: string) => pg.escapeIdentifier(name);

/** Makes the role, or gives it these options. */
export async function ensureRole(client: pg.Client, role: string, options: string): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
  await client.query(`${rowCount ? "ALTER" : "CREATE"} ROLE ${quoted(role)} ${options}`);
}

/** Takes from a role that was there before what no grant gives. Only what it has is named, since that may take a superuser. */
export async function takeRights(client: pg.Client, role: string, butIn?: string): Promise<void> {
  const { rows: attributes } = await client.query<{ no: string }>(
    `SELECT unnest(ARRAY[
       CASE WHEN rolsuper THEN 'NOSUPERUSER' END, CASE WHEN rolcreaterole THEN 'NOCREATEROLE' END,
       CASE WHEN rolcreatedb THEN 'NOCREATEDB' END, CASE WHEN rolreplication THEN 'NOREPLICATION' END,
       CASE WHEN rolbypassrls THEN 'NOBYPASSRLS' END]) AS no FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  for (const { no } of attributes) if (no) await client.query(`ALTER ROLE ${quoted(role)} ${no}`);
  const { rows: groups } = await client.query<{ name: string }>(
    "SELECT quote_ident(g.rolname) AS name FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid WHERE m.member = $1::regrole AND g.rolname IS DISTINCT FROM $2",
    [quoted(role), butIn],
  );
  for (const { name } of groups) await client.query(`REVOKE ${name} FROM ${quoted(role)}`);
}

/** A role as which nobody connects. Tells whether it is new, and whether the connecting role has its rights. */
export async function ensureGroup(client: pg.Client, role: string): Promise<{ isNew: boolean; isOurs: boolean }> {
  const { rows } = await client.query<{ connects: boolean; isOurs: boolean }>(
    `SELECT rolcanlogin AS connects, pg_has_role(oid, 'USAGE') AS "isOurs" FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  const [found] = rows;
  if (!found || found.connects) await ensureRole(client, role, "NOLOGIN");
  return { isNew: !found, isOurs: found?.isOurs ?? false };
}

/** Gives the connecting role the rights of another. */
export const join = (client: pg.Client, role: string) => client.query(`GRANT ${quoted(role)} TO CURRENT_USER`);

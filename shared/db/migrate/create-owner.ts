import type pg from "pg";
import { databaseOf } from "../../config/database-hosts.js";
import { alone, inTurn, NotOwnerError } from "./alone.js";
import { handOver, type OwnershipChange } from "./hand-over.js";
import { ensureGroup, join, quoted, takeRights } from "./role-statements.js";
import { ownerName, purgeName } from "./set-grants.js";

/**
 * Makes the role that owns the tables and functions, as which nobody connects, and gives it all that others own. The functions that run with
 * their owner's rights then have no more than these. To be run before a migration, which makes what it makes as this role. The connecting
 * role must own everything or be a superuser, and may create roles.
 */
export async function createOwner(databaseUrl: string, prefix = databaseOf(databaseUrl)): Promise<OwnershipChange[]> {
  await alone(databaseUrl, (client) => giveOwner(client, prefix));
  return inTurn(databaseUrl, (client) => handOver(client, ownerName(prefix), purgeName(prefix)));
}

/** The role that owns tables and functions. Beside what it owns it may make tables, of coming months for one, and what a migration makes. */
async function giveOwner(client: pg.Client, prefix: string): Promise<void> {
  const [role, purge] = [ownerName(prefix), purgeName(prefix)];
  const { isNew, isOurs } = await ensureGroup(client, role);
  if (isNew) await join(client, role);
  else if (!isOurs) throw new NotOwnerError(`it does not belong to ${role}`);
  await takeRights(client, role, purge);
  const { rows } = await client.query("SELECT quote_ident(current_database()) AS database");
  await client.query(`GRANT CREATE, TEMPORARY ON DATABASE ${rows[0]?.database} TO ${quoted(role)}`);
  await client.query(`GRANT USAGE, CREATE ON SCHEMA public TO ${quoted(role)}`);
  await joinAuditPurge(client, purge, role);
}

/** A migration that changes the purge of the audit log must own it. */
export async function joinAuditPurge(client: pg.Client, purge: string, owner: string): Promise<void> {
  const { rowCount: isApart } = await client.query(
    "SELECT FROM pg_roles p, pg_roles o WHERE p.rolname = $1 AND o.rolname = $2 AND NOT pg_has_role(o.oid, p.oid, 'USAGE')",
    [purge, owner],
  );
  if (isApart) await client.query(`GRANT ${quoted(purge)} TO ${quoted(owner)}`);
}

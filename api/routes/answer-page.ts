import type { Context } from "hono";
import type { Database } from "../../shared/db/pool/database.js";
import type { ListPage } from "../../shared/db/sql/list-page.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { ApiEnv } from "../http/env.js";
import { ignoredInPage, readPage } from "../parsing/read-page.js";
import { readQuery } from "../parsing/read-query.js";
import type { ReadingDeps } from "../reports/deps.js";

/** One page of a list that has no filters, and how many rows there are. */
export async function answerPage(
  c: Context<ApiEnv>,
  { reading }: Pick<ReadingDeps, "reading">,
  count: (db: Database, tenant: Tenant) => Promise<number>,
  list: (db: Database, tenant: Tenant, page: ListPage) => Promise<object[]>,
): Promise<Response> {
  const tenant = c.get("caller");
  const page = readPage(readQuery(c, ignoredInPage));
  const db = reading.of(tenant);
  const [total, result] = await Promise.all([count(db, tenant), list(db, tenant, page)]);
  return c.json({ ok: true, total, result });
}

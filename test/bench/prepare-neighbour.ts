import { addApiKey } from "../../api/operations/api-keys.js";
import { scopes } from "../../shared/db/company/caller.js";
import { findCompany } from "../../shared/db/company/companies.js";
import { openDatabase } from "../../shared/db/pool/database.js";
import { filterClasses } from "./filter-classes.js";
import { loadVouchers } from "./load-vouchers.js";
import type { World } from "./neighbour-world.js";
import type { Bench } from "./open-bench.js";
import { progressBar } from "./progress-bar.js";

/** With 600 requests of each a minute, these use up the company's 6000. */
const keysOfNeighbour = 20;

/** As many as a company can cause in a quarter of an hour, with long texts before and after. */
const auditEntries = 50_000;

/** Filters without an index for themselves, far pages and totals that must be counted; 200 rows each. */
const dearest = [
  "number__gte=1&docNumber__gte=0&userEmail__gte=a&ordering=total",
  "number__gte=1&docNumber__lt=9&ordering=-total&offset=50000",
  "total__gte=1&source__in=api,app&docNumber__gte=1&ordering=docNumber,-date",
];
const auditLog = [
  "",
  "offset=40000",
  "actorType=system&ordering=resourceId,-created",
  "resourceId__gte=1&actorEmail__gte=a&ordering=actorEmail",
];

/**
 * Loads a database of so many vouchers, two fifths of them the neighbour's, and audit entries for the neighbour. Gives what the
 * neighbour needs to misbehave, but for the service's address.
 */
export async function prepareNeighbour(
  { databaseUrl, sql }: Pick<Bench, "databaseUrl" | "sql">,
  { company, pointsOfSale, vouchers }: { company: string; pointsOfSale: number; vouchers: number },
): Promise<Omit<World, "origin">> {
  const { db, close } = openDatabase(databaseUrl, { connections: 2 });
  try {
    const companyId = (await findCompany(db, company))?.id ?? 0;
    const operator = { db, actor: { type: "system" } as const, companyId, production: true };
    const keys: string[] = [];
    for (let at = 0; at < keysOfNeighbour; at++)
      keys.push((await addApiKey(operator, { name: `of the neighbour ${at}`, scopes })).secret);

    const onProgress = progressBar("neighbour", vouchers);
    await loadVouchers({ databaseUrl, rows: vouchers, companyId, others: 500, onProgress });
    await sql(
      `INSERT INTO audit_entry (company_id, production, action, resource_id, actor_type, before, after, created_at)
       SELECT $1, true, 'pos.update', (n % 200)::text, 'system', told, told, now() - n * interval '1 minute'
       FROM generate_series(1, $2::int) n,
         LATERAL (SELECT jsonb_build_object('address', repeat(md5(n::text), 9), 'name', repeat(md5(n::text), 6)) AS told) t`,
      [companyId, auditEntries],
    );
    await sql("VACUUM (ANALYZE) audit_entry");
    // Otherwise the loaded pages are written to disk while the first turns are measured.
    await sql("CHECKPOINT");

    const scans = (await filterClasses(db, companyId, 20)).filter(({ kind }) => kind !== "direct");
    const queries = [...dearest, ...scans.flatMap((scan) => scan.queries.slice(0, 3))];
    return {
      company,
      keys,
      pointsOfSale,
      listings: queries.map((query) => `/invoices?${query}&limit=200`),
      auditLog: auditLog.map((query) => `/audit-log?${query}&limit=200`),
    };
  } finally {
    await close();
  }
}

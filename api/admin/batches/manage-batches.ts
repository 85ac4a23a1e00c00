import { listElements } from "../../../shared/db/batches/batch-results.js";
import { batchFields, findBatch, listBatches } from "../../../shared/db/batches/batch-rows.js";
import { inEnglish } from "../../../shared/domain/localized-text.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { toResult } from "../../batches/to-result.js";
import { cancelBatch } from "../../operations/batches.js";
import { readListing } from "../../parsing/read-listing.js";
import { notThere } from "../not-done.js";
import type { TenantOption } from "../options.js";
import {
  adminOf,
  type CommandContext,
  type CommandOutput,
  describeChange,
  getCompanyByCode,
  operatorAt,
  tenantsOf,
} from "../perform.js";
import { drawRows } from "../table.js";
import { describeBatch, describeResults } from "./describe-batch.js";
import { type Batch, readBatch } from "./follow-batch.js";

export async function list(office: CommandContext, options: TenantOption): Promise<CommandOutput> {
  const latest = readListing(new URLSearchParams({ limit: "200" }), batchFields);
  const page = await listBatches(office.db, await operatorAt(office, options), latest);
  const batches: Batch[] = JSON.parse(page.rows);
  const rows = batches.map(({ id, name, state, total: elements, issued, failed, pending, created }) => {
    return { id, name, state, elements, issued, failed, pending, created };
  });
  return {
    json: { batches },
    text: drawRows(rows, `${options.company} has no batches in this environment.`),
  };
}

export async function show(office: CommandContext, code: string, id: number): Promise<CommandOutput> {
  const tenant = await tenantOf(office, code, id);
  const batch = await readBatch(office.db, tenant, id);
  const results = (await listElements(office.db, tenant, id)).rows.map((row) => toResult(row, inEnglish));
  return { json: { batch, results }, text: describeResults(batch, results) };
}

export async function cancel(office: CommandContext, code: string, id: number): Promise<CommandOutput> {
  const tenant = await tenantOf(office, code, id);
  const { row, changed } = await cancelBatch({ db: office.db, actor: adminOf(office), ...tenant }, id);
  const batch: Batch = JSON.parse(row);
  return describeChange({ json: { batch }, text: describeBatch(batch) }, changed);
}

/** The environment in which the company has the batch. @throws ApiError 404 */
async function tenantOf(office: CommandContext, code: string, id: number): Promise<Tenant> {
  for (const tenant of tenantsOf(await getCompanyByCode(office, code)))
    if ((await findBatch(office.db, tenant, id)) !== undefined) return tenant;
  throw notThere(`The company has no batch ${id}.`);
}

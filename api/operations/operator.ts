import type { Actor } from "../../shared/db/company/audit-entries.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { Tenant } from "../../shared/domain/tenant.js";

/** Actor, and the company that they administer. Every operation needs this, over HTTP and at the command line. */
export interface CompanyOperator {
  db: Database;
  actor: Actor;
  companyId: number;
}

/** Actor, and the company that they administer, in one environment. */
export interface Operator extends CompanyOperator, Tenant {}

/** Result of a write, and whether it changed anything. */
export interface WriteResult<T> {
  result: T;
  changed: boolean;
}

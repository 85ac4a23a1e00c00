import type { Database } from "../../shared/db/pool/database.js";
import { recordNumberCheck } from "../../shared/db/reconcile/number-checks.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { AuthorityClient } from "../operations/reconcile/authority-client.js";
import { compareLastNumbers, type NumbersReport } from "../operations/reconcile/compare-last-numbers.js";
import { reasonOf } from "./doctor/check.js";

export interface CompanyNumbers {
  company: string;
  sequences: NumbersReport[];
  /** How many numbers differ, where only this service is known to issue. */
  behind: number;
  /** Why they could not be compared. Null when they were. */
  problem: string | null;
  differs: boolean;
}

/** Compares the last numbers of one company, and keeps what differs. */
export async function checkNumbers(
  db: Database,
  line: AuthorityClient,
  tenant: Tenant,
  code: string,
): Promise<CompanyNumbers> {
  const compared = await compareLastNumbers({ db, line }, tenant).then(
    (sequences) => toCompany(code, sequences, refusedOf(sequences)),
    (error: unknown) => toCompany(code, [], reasonOf(error)),
  );
  await recordNumberCheck(db, tenant, compared);
  return compared;
}

function toCompany(company: string, sequences: NumbersReport[], problem: string | null): CompanyNumbers {
  const behind = sequences.reduce((sum, one) => sum + (one.shared ? 0 : one.behind), 0);
  return { company, sequences, behind, problem, differs: behind > 0 || problem !== null };
}

const refusedOf = (sequences: NumbersReport[]): string | null =>
  sequences.flatMap(({ pos, type, refused }) => (refused === null ? [] : [`${pos}-${type}: ${refused}`]))[0] ?? null;

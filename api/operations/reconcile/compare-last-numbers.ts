import { setTimeout as delay } from "node:timers/promises";
import { countNumbers, listSequences, readStanding } from "../../../shared/db/reconcile/reconciliation.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import type { AuthorityClient } from "./authority-client.js";
import type { ComparingDeps } from "./compare-numbers.js";
import type { SequenceReport } from "./sequence-report.js";

/** A numbering that is known here: its last number, and the authority's. */
export interface NumbersReport extends Pick<SequenceReport, "pos" | "type" | "ours" | "authority" | "refused"> {
  /** How many numbers differ: the authority counts them and no voucher here explains them, or it does not count ours. */
  behind: number;
  /** Others are known to issue there: its numbers differ until our next voucher. */
  shared: boolean;
}

/** Compares the last numbers of the numberings that are known here. One question for each; a second one where ours seems ahead. */
export async function compareLastNumbers(deps: ComparingDeps, tenant: Tenant): Promise<NumbersReport[]> {
  const reports: NumbersReport[] = [];
  for (const key of await listSequences(deps.db, tenant)) reports.push(await compareLast(deps, key));
  return reports;
}

async function compareLast({ db, line, pauseMs = 2_000 }: ComparingDeps, key: SequenceKey): Promise<NumbersReport> {
  const { posNumber: pos, voucherType: type } = key;
  // Read ours first: the authority granted these numbers before it is asked.
  const { lastNumber, firstUnreported, isShared: shared } = await readStanding(db, key);
  const ours = lastNumber ?? 0;
  const told = await askLast(line, key, ours, pauseMs);
  if (told.refused !== null)
    return { ...{ pos, type, ours: lastNumber, authority: null, refused: told.refused }, behind: 0, shared };
  const authority = told.number;
  // Under CAEA the authority's last number is the last reported one.
  const isReportedLater = firstUnreported !== null && firstUnreported <= authority + 1;
  const ahead = isReportedLater ? 0 : Math.max(0, ours - authority);
  return {
    ...{ pos, type, ours: lastNumber, authority, refused: null },
    behind: ahead + (await countUnexplained({ db }, key, authority)),
    shared,
  };
}

/** A counter may lag behind what was granted a moment ago. */
async function askLast(line: AuthorityClient, key: SequenceKey, ours: number, pauseMs: number) {
  const told = await line.lastNumber(key);
  if (told.refused !== null || told.number >= ours) return told;
  await delay(pauseMs);
  return line.lastNumber(key);
}

/** Counts the authority's numbers that nothing here explains. Vouchers issued since ours was read are here by now, or written ahead. */
async function countUnexplained(
  { db }: Pick<ComparingDeps, "db">,
  key: SequenceKey,
  authority: number,
): Promise<number> {
  const { lastNumber } = await readStanding(db, key);
  const ours = lastNumber ?? 0;
  if (ours >= authority) return 0;
  const { vouchers, open } = await countNumbers(db, key, ours, authority);
  return Math.max(0, authority - ours - vouchers - open);
}

import { describeRow, isOpen } from "./database.js";
import type { Parts } from "./parts.js";

/** I8: the quota reserved equals the submissions, and the quota used equals the vouchers. */
export function checkQuota({ world, database }: Parts): void {
  const { quota, rows, vouchers } = database;
  const submitted = rows.filter((row) => row.state === "submitted").length;
  if (quota.reserved !== submitted) world.violate("I8", `${quota.reserved} reserved, but ${submitted} submitted`);
  if (quota.used !== vouchers.length) world.violate("I8", `${quota.used} used, but ${vouchers.length} vouchers`);
  if (quota.used + quota.reserved > quota.monthlyVouchers) world.violate("I8", "the quota is exceeded");
}

/** I10, two minutes after the last fault. */
export function checkSettled({ world, database }: Parts): void {
  const open = database.rows.find((row) => isOpen(row) && row.recordedAtMs <= world.circumstances.faultsEndMs);
  if (open) world.violate("I10", `${describeRow(open)} is not settled two minutes after the last fault`);
  const batch = database.batches.find(
    ({ isFinished, recordedAtMs }) => !isFinished && recordedAtMs <= world.circumstances.faultsEndMs,
  );
  if (batch) world.violate("I10", `batch ${batch.id} is not over two minutes after the last fault`);
}

/** I20, two minutes after the last fault: meanwhile somebody sold now and then, while there was quota. */
export function checkContingencyOver({ world, database, requests }: Parts): void {
  if (database.contingency.activeSinceMs !== null && requests.hasQuotaLeft())
    world.violate("I20", "a contingency lasts two minutes after the authority issues again");
}

/** I19, at the same time: everything is reported that the authority takes today. */
export function checkReported({ world, ledger }: Parts): void {
  const left = ledger.firstUnreported();
  if (left)
    world.violate("I19", `${left.voucherType}/${left.number} is ${left.state}, and not reported in two minutes`);
}

/** At the end of a run: I2 for every grant, and in liveness mode I10 for every request. */
export function checkEnd({ world, database, books, ledger }: Parts, clientsAreDone: boolean): void {
  for (const grant of books.grants.filter((one) => !ledger.mayBeForgotten(one))) {
    const { tag, number, cae } = grant;
    const row = tag && database.rows.find((one) => one.key === tag.key && one.recordedAtMs === tag.recordedAtMs);
    const isKept = database.vouchers.some((one) => one.cae === cae);
    const isLookedFor = row?.state === "submitted" && row.number === number && row.revision === tag?.revision;
    if (tag && !isKept && !(isLookedFor || row?.state === "queued"))
      world.violate("I2", `${number} was granted to #${tag.issuanceId}.${tag.revision}, and no submission can find it`);
  }
  for (const { key, number, code } of ledger.kept())
    if (!database.vouchers.some((one) => one.caea && one.number === number && one.cae === code))
      world.violate("I2", `${number} was issued to ${key} under CAEA, and is not kept`);
  for (const element of database.batches.flatMap(({ elements }) => elements)) ledger.toldElement(element);
  if (world.circumstances.mode === "safety") return;
  const open = database.rows.find(isOpen);
  if (open) world.violate("I10", `${describeRow(open)} does not settle`);
  const batch = database.batches.find(({ isFinished }) => !isFinished);
  if (batch) world.violate("I10", `batch ${batch.id} does not end`);
  if (!clientsAreDone) world.violate("I10", "a caller has no final answer yet");
}

import { describeKey } from "./companies.js";
import { heldUntilMs } from "./database.js";
import type { Parts } from "./parts.js";
import { describeRow, isOfSequence, isOpen, type Row } from "./rows.js";
import { isOfTag } from "./tags.js";

/** I8: the quota reserved equals the submissions, and the quota used equals the vouchers. */
export function checkQuota({ world, database, ledger }: Parts): void {
  for (const { companyId, monthlyVouchers, reserved, used } of database.quotas) {
    const submitted = database.rows.filter(
      ({ state, sequence }) => state === "submitted" && sequence.companyId === companyId,
    ).length;
    const vouchers = database.vouchers.filter(({ sequence }) => sequence.companyId === companyId).length;
    if (reserved !== submitted) world.violate("I8", `${companyId}: ${reserved} reserved, but ${submitted} submitted`);
    if (used !== vouchers) world.violate("I8", `${companyId}: ${used} used, but ${vouchers} vouchers`);
    if (used + reserved > monthlyVouchers + ledger.claimsOf(companyId))
      world.violate("I8", `the quota of ${companyId} is exceeded`);
  }
}

/** What issuers need to find out that Redis is away and to find the work, and half a second. */
const soonMs = 2_500;

/** I10 where nothing but Redis goes wrong: whoever is first in a line does not wait for Redis. A slow import may hold it up. */
export function createPaceCheck({ world, database }: Pick<Parts, "world" | "database">): (row: Row) => void {
  const servedAtMs = new Map<string, number>();
  return (row) => {
    if (!world.circumstances.onlyRedisFails || row.state === "queued") return;
    const [name, nowMs] = [describeKey(row.sequence), world.scheduler.nowMs()];
    const freeAtMs = Math.max(row.armedAtMs, servedAtMs.get(name) ?? 0, heldUntilMs(database, row.sequence));
    const waitedMs = nowMs - freeAtMs;
    if (waitedMs > soonMs)
      world.violate("I10", `${describeRow(row)} waited for ${Math.round(waitedMs)} ms in a line that nobody served`);
    servedAtMs.set(name, nowMs);
  };
}

/** I10, three minutes after the last fault. What waits for a person, or behind it, may wait longer. */
export function checkSettled({ world, database }: Parts): void {
  const { faultsEndMs, operatorWaitsMs } = world.circumstances;
  const asked =
    operatorWaitsMs > 0 ? database.rows.filter(({ state, why }) => state === "submitted" && why !== null) : [];
  const waits = (row: Row) => asked.some((one) => isOfSequence(row, one.sequence));
  const open = database.rows.find((row) => isOpen(row) && row.armedAtMs <= faultsEndMs && !waits(row));
  if (open) world.violate("I10", `${describeRow(open)} is not settled three minutes after the last fault`);
  const batch = database.batches.find(
    ({ isFinished, armedAtMs }) => !isFinished && armedAtMs <= faultsEndMs && asked.length === 0,
  );
  if (batch) world.violate("I10", `batch ${batch.id} is not over three minutes after the last fault`);
}

/** I20, three minutes after the last fault: meanwhile somebody sold now and then, while there was quota. */
export function checkContingencyOver({ world, database, requests }: Parts): void {
  for (const { companyId, activeSinceMs } of database.contingencies)
    if (activeSinceMs !== null && requests.hasQuotaLeft(companyId))
      world.violate("I20", `a contingency of ${companyId} lasts three minutes after the authority issues again`);
}

/** I19, at the same time, and at the end of a run: everything is reported that the authority takes today. */
export function checkReported({ world, ledger }: Parts, mayWait = world.circumstances.operatorWaitsMs > 0): void {
  const left = ledger.firstUnreported(mayWait);
  if (left) world.violate("I19", `${describeKey(left.sequence)}/${left.number} is ${left.state}, and stays unreported`);
}

/** At the end of a run: I2 for every grant, and in liveness mode I10 for every request. */
export function checkEnd(parts: Parts, clientsAreDone: boolean): void {
  const { world, database, books, ledger } = parts;
  for (const grant of books.grants.filter((one) => !ledger.mayBeForgotten(one) && !ledger.isFreed(one))) {
    const { tag, number, cae } = grant;
    const row = tag && database.rows.find((one) => isOfTag(one, tag));
    const isKept = database.vouchers.some((one) => one.cae === cae);
    const isLookedFor = row?.state === "submitted" && row.number === number && row.revision === tag?.revision;
    if (tag && !isKept && !(isLookedFor || row?.state === "queued"))
      world.violate("I2", `${number} was granted to #${tag.issuanceId}.${tag.revision}, and no submission can find it`);
  }
  for (const one of ledger.kept())
    if (!ledger.isStored(one))
      world.violate("I2", `${one.number} was issued to ${one.key} under CAEA, and is not kept`);
  for (const batch of database.batches) for (const element of batch.elements) ledger.toldElement(batch, element);
  if (world.circumstances.mode === "safety") return;
  const open = database.rows.find(isOpen);
  if (open) world.violate("I10", `${describeRow(open)} does not settle`);
  const batch = database.batches.find(({ isFinished }) => !isFinished);
  if (batch) world.violate("I10", `batch ${batch.id} does not end`);
  checkReported(parts, false);
  if (!clientsAreDone) world.violate("I10", "a caller has no final answer yet");
}

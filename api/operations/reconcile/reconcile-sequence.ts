import { countNumbers, readStanding, type SequenceSummary } from "../../../shared/db/reconcile/reconciliation.js";
import type { NumberRange } from "../../../shared/domain/number-range.js";
import type { RecordedVoucher } from "../../../shared/domain/recorded-voucher.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import type { Operator } from "../operator.js";
import type { AuthorityClient } from "./authority-client.js";
import { compareNumbers } from "./compare-numbers.js";
import { importForeign } from "./import-foreign.js";
import { addFinding, countBehind, hasDifference, noFindings, type SequenceReport } from "./sequence-report.js";

export interface ReconcileOptions {
  from: number | undefined;
  to: number | undefined;
  import: boolean;
  /** Skip the sequence if it was never used. */
  onlyIfUsed: boolean;
  /** Called after every number that was looked up. */
  progress(done: number, total: number): void;
  /** The pause before missing and unsettled numbers are looked up again. */
  pauseMs?: number | undefined;
  /** Called for a voucher whose number an open issuance has: it is not imported. */
  onHeld?: (voucher: RecordedVoucher) => void;
}

/** Numbers compared and imported at a time, so that neither memory nor a transaction grows with the sequence. */
const chunkSize = 200;
/** Numbers before our first voucher are compared too, if there are at most this many. */
const shortHead = 1_000;

/**
 * Compares a sequence with the authority, and imports foreign vouchers if asked to. Undefined when it is skipped as unused.
 * @throws ApiError when the authority cannot be asked
 */
export async function reconcileSequence(
  operator: Operator,
  line: AuthorityClient,
  key: SequenceKey,
  options: ReconcileOptions,
): Promise<SequenceReport | undefined> {
  // Read ours first: the authority granted these numbers before it is asked.
  const before = await readStanding(operator.db, key);
  const last = await line.lastNumber(key);
  const isUsed = before.lastVoucher !== null || before.lastNumber !== null || last.number > 0;
  if (options.onlyIfUsed && !isUsed) return undefined;
  if (last.refused !== null) {
    const refusal = { refused: last.refused, numbering: "equal" as const, compared: null, imported: [], differs: true };
    const standing = { verified: before.isVerified, notVerified: null };
    return {
      pos: key.posNumber,
      type: key.voucherType,
      ours: before.lastNumber,
      authority: null,
      ...noFindings(),
      ...refusal,
      ...standing,
    };
  }

  const range = toRange(before, last.number, options);
  const findings = noFindings();
  const imported: number[] = [];
  const total = range.to - range.from + 1;
  let done = 0;
  const looked = () => options.progress(++done, total);
  for (let from = range.from; from <= range.to; from += chunkSize) {
    const to = Math.min(range.to, from + chunkSize - 1);
    const found = await compareNumbers({ db: operator.db, line, pauseMs: options.pauseMs }, key, { from, to }, looked);
    for (const finding of found) {
      addFinding(findings, finding);
      if (finding.kind === "unsettled" && finding.voucher) options.onHeld?.(finding.voucher);
    }
    const foreign = found.flatMap((finding) => (finding.kind === "foreign" ? [finding.voucher] : []));
    if (options.import && foreign.length > 0) imported.push(...(await importForeign(operator, key, foreign)));
  }
  const { isExplained, ...numbering } = await compareNumbering(operator, key, before, last.number, findings.gaps);
  return {
    pos: key.posNumber,
    type: key.voucherType,
    ...numbering,
    authority: last.number,
    refused: null,
    compared: total > 0 ? range : null,
    ...findings,
    imported,
    differs: !isExplained || hasDifference(findings, imported),
    notVerified: null,
  };
}

function toRange(
  { firstVoucher, lastVoucher }: SequenceSummary,
  lastNumber: number,
  { from, to }: ReconcileOptions,
): { from: number; to: number } {
  const first = firstVoucher ?? 1;
  return {
    from: from ?? (first > shortHead + 1 ? first : 1),
    to: Math.min(to ?? Number.POSITIVE_INFINITY, Math.max(lastNumber, lastVoucher ?? 0)),
  };
}

/** Compares the last numbers. Being behind is explained when every number in between is known here or on neither side. */
async function compareNumbering(
  { db }: Operator,
  key: SequenceKey,
  before: SequenceSummary,
  authority: number,
  gaps: NumberRange[],
) {
  const { lastNumber: ours, isVerified: verified } = await readStanding(db, key);
  if ((before.lastNumber ?? 0) > authority) {
    // Under CAEA the authority's last number is the last reported one. Reports go in the order of the numbers.
    const isExplained = before.firstUnreported !== null && before.firstUnreported <= authority + 1;
    return { ours, verified, numbering: isExplained ? ("equal" as const) : ("ahead" as const), isExplained };
  }
  const reached = ours ?? 0;
  if (reached >= authority) return { ours, verified, numbering: "equal" as const, isExplained: true };
  const { vouchers, open } = await countNumbers(db, key, reached, authority);
  const nowhere = countBehind(gaps, reached);
  return {
    ours,
    verified,
    // Numbers written ahead are about to be recorded.
    numbering: reached + open >= authority ? ("equal" as const) : ("behind" as const),
    isExplained: reached + open + vouchers + nowhere >= authority,
  };
}

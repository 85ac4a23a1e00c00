import { setTimeout as delay } from "node:timers/promises";
import { mapLimited } from "../../../shared/concurrency/map-limited.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { type OurNumbers, readNumbers } from "../../../shared/db/reconcile/reconciliation.js";
import { compareVouchers, type VoucherDifference } from "../../../shared/domain/compare-vouchers.js";
import type { RecordedVoucher } from "../../../shared/domain/recorded-voucher.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import type { AuthorityClient, Lookup } from "./authority-client.js";

/** The result of comparing one number here and at the authority. */
export type Finding = { number: number } & (
  | { kind: "equal" }
  /** At the authority but not here: another system issued it. */
  | { kind: "foreign"; voucher: RecordedVoucher }
  /** Here but not at the authority. */
  | { kind: "missing"; id: number }
  /** Here, under CAEA, and not reported to the authority yet. */
  | { kind: "unreported"; id: number }
  | { kind: "different"; id: number; fields: VoucherDifference[] }
  /** Written ahead by an issuance whose outcome is not known yet. What the authority has there may be another's. */
  | { kind: "unsettled"; voucher?: RecordedVoucher }
  /** Neither here nor at the authority. */
  | { kind: "gap" }
  | { kind: "unanswered"; cause: string }
);

export interface ComparingDeps {
  db: Database;
  line: AuthorityClient;
  /** The pause before missing and unsettled numbers are looked up again. */
  pauseMs?: number | undefined;
}

/** Concurrent questions. Only a few, because the issuer answers them while it issues, over the same connections. */
const atOnce = 8;
/** Several looks: a voucher granted a moment ago may not be found yet, or its answer may still be on the way to us. */
const looks = 3;

/** Compares a range of numbers, both ends included. `looked` is called once for every number. */
export async function compareNumbers(
  { db, line, pauseMs = 2_000 }: ComparingDeps,
  key: SequenceKey,
  { from, to }: { from: number; to: number },
  looked: () => void,
): Promise<Finding[]> {
  const findings = new Map<number, Finding>();
  let unclear = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  for (let look = 1; look <= looks && unclear.length > 0; look++) {
    if (look > 1) await delay(pauseMs);
    const found = await lookAt({ db, line }, key, unclear, look === 1 ? looked : () => undefined);
    for (const finding of found) findings.set(finding.number, finding);
    unclear = found.filter(({ kind }) => kind === "missing" || kind === "unsettled").map(({ number }) => number);
  }
  return [...findings.values()];
}

async function lookAt(
  { db, line }: ComparingDeps,
  key: SequenceKey,
  numbers: number[],
  looked: () => void,
): Promise<Finding[]> {
  const read = () => readNumbers(db, key, Math.min(...numbers), Math.max(...numbers));
  const before = await read();
  const lookups = await mapLimited(atOnce, numbers, async (number) => {
    const lookup = await line.lookUp(key, number);
    looked();
    return { number, lookup };
  });
  const isNews = ({ number, lookup }: { number: number; lookup: Lookup }) =>
    lookup.outcome === "found" && !before.vouchers.has(number);
  // If a found voucher is ours, its number is by now written ahead or recorded here.
  const after = lookups.some(isNews) ? await read() : before;
  return lookups.map(({ number, lookup }) => ({ number, ...judge(number, lookup, before, after) }));
}

type Judgement = Finding extends infer One ? (One extends Finding ? Omit<One, "number"> : never) : never;

function judge(number: number, lookup: Lookup, before: OurNumbers, after: OurNumbers): Judgement {
  if (lookup.outcome === "unanswered") return { kind: "unanswered", cause: lookup.cause };
  if (lookup.outcome === "absent") {
    const ours = before.vouchers.get(number);
    if (ours) return { kind: ours.isUnreported ? "unreported" : "missing", id: ours.id };
    return { kind: before.open.has(number) ? "unsettled" : "gap" };
  }
  const ours = after.vouchers.get(number);
  if (!ours) return { kind: after.open.has(number) ? "unsettled" : "foreign", voucher: lookup.voucher };
  const fields = compareVouchers(ours.declared, lookup.voucher);
  return fields.length === 0 ? { kind: "equal" } : { kind: "different", id: ours.id, fields };
}

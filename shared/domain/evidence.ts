/**
 * How a voucher found under our number resembles our declaration.
 *
 * - same: every field that we declared is equal.
 * - near: receiver, date, total and currency are equal. Another field differs or cannot be compared.
 * - other: receiver, date, total or currency differs, or the voucher covers several numbers.
 */
export type Resemblance = "same" | "near" | "other";

/**
 * Exclusivity of a sequence, as far as we know.
 *
 * - own: only this service, as its operator declared.
 * - open: we have never proven a foreign voucher there.
 * - shared: we have proven a foreign voucher there.
 */
export type PosKind = "own" | "open" | "shared";

/**
 * The voucher that our database has under the number, since before it became that of the submission: one of another key, or one that was
 * imported and that no key has claimed.
 */
export type StoredAs = "another's" | "unclaimed";

/** Resemblance of the voucher found, and all that we know about whose it can be. */
export interface Evidence {
  found: Resemblance;
  /** By its own clock, the authority processed it before an answer that we had before our request. */
  early: boolean;
  /** Processed before the time that the refusal of our first request leaves to that request. */
  earlyByRefusal: boolean;
  kind: PosKind;
  /** The database lost commits, so it may have forgotten a voucher of ours on this sequence. */
  unverified: boolean;
  /** Our only request for this number was refused as out of order, or none was sent. */
  firstSend: boolean;
  /** Resemblance to what an issuance of ours declared while it had this number, before an answer freed it. */
  isOfBefore: boolean;
  kept: StoredAs | null;
}

/**
 * - adopt: it is ours.
 * - foreign: it is not, and our issuance takes another number.
 * - passed: the same, and we know whose it is.
 * - operator: an operator must decide.
 */
export type EvidenceVerdict = "adopt" | "foreign" | "passed" | "operator";

const afterDoubt: Record<PosKind, Record<"same" | "early" | "near" | "other", EvidenceVerdict>> = {
  own: { same: "adopt", early: "adopt", near: "operator", other: "operator" },
  open: { same: "adopt", early: "adopt", near: "operator", other: "foreign" },
  shared: { same: "adopt", early: "operator", near: "operator", other: "foreign" },
};

/** Here `early` covers "same" and "near". */
const afterRefusal: typeof afterDoubt = {
  own: { same: "adopt", early: "operator", near: "operator", other: "operator" },
  open: { same: "adopt", early: "operator", near: "operator", other: "foreign" },
  shared: { same: "operator", early: "foreign", near: "operator", other: "foreign" },
};

/** The clocks of two of the authority's machines may differ by this much, and its times are whole seconds. */
const clockMarginMs = 2_000;

/** Times before our first request, by the authority's clock. In milliseconds since 1970, null when unknown. */
export interface TimeBeforeRequest {
  /** An answer that we had before it. */
  authorityTimeMs: number | null;
  /** The refusal of that request, less what our stopwatch measured since the write-ahead. */
  measuredAtMs?: number | null;
}

interface ProcessedVoucher {
  processedAtMs: number | null;
}

const isBefore = (atMs: number | null, { processedAtMs }: ProcessedVoucher): boolean =>
  atMs !== null && processedAtMs !== null && processedAtMs < atMs - clockMarginMs;

/**
 * Whether the authority, by its own clock, processed the voucher before our request could exist. False when a time is unknown.
 * Source: issuer/README.md, section 3.
 */
export const isEarly = (
  { authorityTimeMs }: Pick<TimeBeforeRequest, "authorityTimeMs">,
  found: ProcessedVoucher,
): boolean => isBefore(authorityTimeMs, found);

/** Whether it is early by the refusal. The authority's clock may have gone ahead since the write-ahead: this proves nobody foreign. */
export const isEarlyByRefusal = (
  { measuredAtMs }: Pick<TimeBeforeRequest, "measuredAtMs">,
  found: ProcessedVoucher,
): boolean => isBefore(measuredAtMs ?? null, found);

/**
 * By the authority's clock, the earliest time at which a request can have existed that was written ahead `elapsedMs` before this answer
 * to it. The stopwatch is monotonic: no clock of ours is compared with the authority's.
 */
export const measuredBefore = (answeredAtMs: number | null, elapsedMs: number): number | null =>
  answeredAtMs === null ? null : answeredAtMs - elapsedMs;

/**
 * Corrects `known`, a time of the authority from before our first request, by a later answer of its own clock: that clock was set back if
 * the later answer is the earlier time. Null when unknown.
 */
export const earliestAuthorityTime = (known: number | null, later: number | null): number | null =>
  known === null || later === null ? known : Math.min(known, later);

/** Decides whose voucher it is, from evidence only. Source: issuer/README.md, section 3, the two tables. */
export function judge(evidence: Evidence): EvidenceVerdict {
  const { found, early, earlyByRefusal, kind, unverified, firstSend, isOfBefore, kept } = evidence;
  // The authority grants a number once.
  if (kept === "another's") return unverified ? "operator" : "passed";
  const isLike = found === "same" || (firstSend && found === "near");
  const column = isLike && (early || earlyByRefusal) ? "early" : found;
  const verdict = (firstSend ? afterRefusal : afterDoubt)[kind][column];
  const isProven = early && verdict === "foreign";
  if (column === "early" && earlyByRefusal && kind !== "own" && !isProven) return "operator";
  if (verdict === "foreign") return unverified || isOfBefore ? "operator" : "foreign";
  const isDoubtful = kept === "unclaimed" || (firstSend && unverified);
  return verdict === "adopt" && isDoubtful ? "operator" : verdict;
}

/** The row of a list that a field of a declaration is in: "Iva.AlicIva.1" of "Iva.AlicIva.1.Importe". Undefined outside a list. */
export const rowOfField = (field: string): string | undefined => /^\w+\.\w+\.\d+(?=\.)/.exec(field)?.[0];

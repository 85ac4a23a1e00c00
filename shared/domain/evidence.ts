/**
 * How a voucher found under our number resembles our declaration.
 *
 * - same: every field that we declared is equal.
 * - near: receiver, date, total and currency are equal. Another field differs or cannot be compared.
 * - other: receiver, date, total or currency differs, or the voucher covers several numbers.
 */
export type Resemblance = "same" | "near" | "other";

/**
 * Who issues on a sequence, as far as we know.
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
export type KeptAs = "another's" | "unclaimed";

/** What was found, and all that we know about whose voucher it can be. */
export interface Evidence {
  found: Resemblance;
  /** By its own clock, the authority processed it before our request could exist. */
  early: boolean;
  kind: PosKind;
  /** The database lost commits, so it may have forgotten a voucher of ours on this sequence. */
  unverified: boolean;
  /** Our only request for this number was refused as out of order, or none was sent. */
  firstSend: boolean;
  /** It resembles what an issuance of ours declared while it had this number, before an answer freed it. */
  isOfBefore: boolean;
  kept: KeptAs | null;
}

/**
 * - adopt: it is ours.
 * - foreign: it is not, and our issuance takes another number.
 * - passed: the same, and we know whose it is.
 * - operator: an operator must decide.
 */
export type Verdict = "adopt" | "foreign" | "passed" | "operator";

const afterDoubt: Record<PosKind, Record<"same" | "early" | "near" | "other", Verdict>> = {
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

/**
 * Whether the authority, by its own clock, processed the voucher before our request could exist. Times are in milliseconds since
 * 1970, null when unknown. Then the answer is false.
 * Source: issuer/README.md, section 3.
 */
export const isEarly = (
  { heardAtMs }: { heardAtMs: number | null },
  { processedAtMs }: { processedAtMs: number | null },
): boolean => heardAtMs !== null && processedAtMs !== null && processedAtMs < heardAtMs - clockMarginMs;

/**
 * What a later answer of the authority leaves of `known`, when it had answered before our first request, by its own clock: that clock was set back
 * if the later answer is the earlier time. Null when unknown.
 */
export const earliestHeard = (known: number | null, later: number | null): number | null =>
  known === null || later === null ? known : Math.min(known, later);

/** Decides whose voucher it is, from evidence only. Source: issuer/README.md, section 3, the two tables. */
export function judge({ found, early, kind, unverified, firstSend, isOfBefore, kept }: Evidence): Verdict {
  // The authority grants a number once.
  if (kept === "another's") return unverified ? "operator" : "passed";
  const column = early && (found === "same" || (firstSend && found === "near")) ? "early" : found;
  const verdict = (firstSend ? afterRefusal : afterDoubt)[kind][column];
  if (verdict === "foreign") return unverified || isOfBefore ? "operator" : "foreign";
  const isDoubtful = kept === "unclaimed" || (firstSend && unverified);
  return verdict === "adopt" && isDoubtful ? "operator" : verdict;
}

/** The row of a list that a field of a declaration is in: "Iva.AlicIva.1" of "Iva.AlicIva.1.Importe". Undefined outside a list. */
export const rowOfField = (field: string): string | undefined => /^\w+\.\w+\.\d+(?=\.)/.exec(field)?.[0];

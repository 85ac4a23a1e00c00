/**
 * What a voucher that is found under a number of ours is to it.
 *
 * - same: every field that we declared is there as we declared it.
 * - near: receiver, date, total and currency are ours, something else is not, or cannot be compared.
 * - other: one of those five is another, or the voucher covers several numbers.
 */
export type Resemblance = "same" | "near" | "other";

/**
 * Who issues on a sequence, as far as we know.
 *
 * - own: only this service, its operator declares.
 * - open: nobody else was ever proven to.
 * - shared: somebody else was, once.
 */
export type PosKind = "own" | "open" | "shared";

/** What was found, and all that is known about whose it can be. */
export interface Evidence {
  found: Resemblance;
  /** By its own clock the authority processed it before our request could exist. */
  early: boolean;
  kind: PosKind;
  /** The sequence's history is not whole: the database lost commits, and so may have forgotten a voucher of ours. */
  unverified: boolean;
  /** It was refused after no other request than ours for this number was made. */
  firstSend: boolean;
  /** It resembles what another issuance of ours declared when it had this number. */
  isOfBefore: boolean;
}

/** adopt: it is ours. foreign: it is somebody else's, and ours takes another number. operator: a person must decide. */
export type Verdict = "adopt" | "foreign" | "operator";

const afterDoubt: Record<PosKind, Record<"same" | "early" | "near" | "other", Verdict>> = {
  own: { same: "adopt", early: "adopt", near: "operator", other: "operator" },
  open: { same: "adopt", early: "adopt", near: "operator", other: "foreign" },
  shared: { same: "adopt", early: "operator", near: "operator", other: "foreign" },
};

/** Here `early` is the same or a near one. */
const afterRefusal: typeof afterDoubt = {
  own: { same: "adopt", early: "operator", near: "operator", other: "operator" },
  open: { same: "adopt", early: "operator", near: "operator", other: "foreign" },
  shared: { same: "operator", early: "foreign", near: "operator", other: "foreign" },
};

/** Two of the authority's machines may differ by so much, and its times are whole seconds. */
const clockMarginMs = 2_000;

/**
 * By its own clock the authority processed the voucher before our request could exist. Milliseconds since 1970; null when unknown.
 * Source: issuer/README.md, section 3.
 */
export const isEarly = (
  { heardAtMs }: { heardAtMs: number | null },
  { processedAtMs }: { processedAtMs: number | null },
): boolean => heardAtMs !== null && processedAtMs !== null && processedAtMs < heardAtMs - clockMarginMs;

/** Decides whose a voucher is. Nobody's but on evidence. Source: issuer/README.md, section 3, the two tables. */
export function judge({ found, early, kind, unverified, firstSend, isOfBefore }: Evidence): Verdict {
  const column = early && (found === "same" || (firstSend && found === "near")) ? "early" : found;
  const verdict = (firstSend ? afterRefusal : afterDoubt)[kind][column];
  if (verdict === "foreign") return unverified || isOfBefore ? "operator" : "foreign";
  return verdict === "adopt" && firstSend && unverified ? "operator" : verdict;
}

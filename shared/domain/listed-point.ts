/** A point of sale, as the authority lists those of a company. `kind` is the authority's text, such as "CAE - Ri Iva". */
export interface ListedPoint {
  number: number;
  kind: string;
  isBlocked: boolean;
  /** `YYYYMMDD`. */
  closedOn: string | null;
}

/** An enabled one of ours. */
export interface UsedPoint {
  number: number;
  /** How the authority authorizes what is issued there. */
  authorization: "CAE" | "CAEA";
}

/** Why the authority would not let a point of sale of ours issue, by its list. Null when nothing there speaks against it. */
type PointFault = "missing" | "blocked" | "closed" | "otherKind" | null;

/**
 * Compares a point of sale with a list that has some. Of the kind only the beginning counts, because the texts differ: those of CAEA give
 * no CAE, and all others take no report. Source: issuer/authority/README.md, sections 2.5 and 13.2.
 * @param today fiscal
 */
export function faultOfPoint(used: UsedPoint, listed: readonly ListedPoint[], today: string): PointFault {
  const found = listed.find(({ number }) => number === used.number);
  if (!found) return "missing";
  if (found.isBlocked) return "blocked";
  if (found.closedOn !== null && found.closedOn <= today) return "closed";
  return /^caea/i.test(found.kind.trim()) === (used.authorization === "CAEA") ? null : "otherKind";
}

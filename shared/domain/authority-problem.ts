/** Why the tax authority does not serve a company. `numbering`: it answers, but does not tell the last number that it was asked for. */
export const authorityProblemKinds = [
  "noCertificate",
  "expiredCertificate",
  "certificate",
  "notDelegated",
  "clock",
  "pointOfSale",
  "request",
  "numbering",
  "down",
] as const;

/** The problems that pass by themselves. Of all others somebody has to do something first. */
const passing: readonly AuthorityProblem["kind"][] = ["down", "numbering"];

export const isLasting = ({ kind }: Pick<AuthorityProblem, "kind">): boolean => !passing.includes(kind);

/** `detail` is the authority's answer; `posNumbers` are the affected points of sale. */
export interface AuthorityProblem {
  kind: (typeof authorityProblemKinds)[number];
  /** The authority's names of the affected services. */
  services: string[];
  detail: string;
  posNumbers?: number[] | undefined;
  /** Delegation of the company to the operator: with one, the operator mends most of it. */
  delegation?: Delegation | undefined;
}

/** Operator and company of a delegation. */
export interface Delegation {
  production: boolean;
  /** The company's. */
  taxId: string;
  /** Null without an installed certificate. */
  operator: { taxId: string; alias: string } | null;
  /** Gap of `notDelegated`: the operator's alias may not use the service at all, or not for this company. */
  lacks?: "service" | "company" | undefined;
  /** When a new ticket, and with it a delegation of meanwhile, can be had at the earliest: ISO 8601, UTC. */
  pendingUntil?: string | undefined;
}

/** Why the last login gave no ticket. */
export interface LoginFailure {
  kind: string;
  cause: string;
}

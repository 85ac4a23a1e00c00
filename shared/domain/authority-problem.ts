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

/** `detail` is the authority's answer; `posNumbers` are the affected points of sale. */
export interface AuthorityProblem {
  kind: (typeof authorityProblemKinds)[number];
  /** The authority's names of the affected services. */
  services: string[];
  detail: string;
  posNumbers?: number[] | undefined;
}

import type { AuthorityProblem } from "../../shared/domain/authority-problem.js";
import { ApiError, businessFault } from "../errors.js";
import { delegationHint, named, noRetry } from "./delegation-hint.js";

/**
 * Tells the company's administrator what to do about a problem with the authority, and whether retrying helps. The same words for a
 * failed check, look-up or issuance. Source: api/README.md, "Errors", note 4.
 */
export function suggestionFor(problem: AuthorityProblem): string {
  const { kind, services, detail, posNumbers = [], delegation } = problem;
  switch (kind) {
    case "noCertificate":
      if (delegation) return noOperatorCertificate;
      return "The company has no active tax-authority certificate in this environment; install one.";
    case "expiredCertificate":
      if (delegation?.operator)
        return `The operator's certificate "${delegation.operator.alias}" has expired (${detail}): tell the operator, who installs a new one. ${noRetry}`;
      return `The certificate has expired (${detail}): request a new one, have it signed in the authority's portal and install it. ${noRetry}`;
    case "certificate":
      if (delegation?.operator)
        return `The tax authority does not accept the operator's certificate "${delegation.operator.alias}" (${detail}): tell the operator. ${noRetry}`;
      return `The tax authority does not accept the certificate (${detail}): install one that it signed for this environment, production or homologation. ${noRetry}`;
    case "notDelegated":
      return delegationHint(problem);
    case "clock":
      return `The tax authority refuses the time of the login (${detail}): this server's clock is off; synchronise it. Retrying helps only after that.`;
    case "pointOfSale":
      return `The tax authority does not let ${points(posNumbers)} issue through web services: in the authority's portal, register one of web-service type under that number, or disable it here. ${noRetry}`;
    case "request":
      return `The tax authority refuses the request (${detail}). ${noRetry}`;
    case "numbering":
      return `The tax authority does not tell the last number of this point of sale and voucher type (${detail}), and without it nothing is numbered. Try again in a few minutes. If it stays so, look in the authority's portal whether the point of sale exists and is of web-service type.`;
    case "down":
      return `The tax authority does not answer for ${named(services)} (${detail}). It is usually back soon: try again in a few minutes.`;
  }
}

/** Of a company for which the operator's certificate acts. */
export const noOperatorCertificate =
  "The operator of this service has no active tax-authority certificate in this environment, and it acts for the company: tell the operator. Nothing can be issued before it is installed.";

const points = (numbers: number[]) =>
  `${numbers.length === 1 ? "point of sale" : "points of sale"} ${numbers.join(", ")}`;

/** The same as an error to answer a request with. */
export const unavailable = (problem: AuthorityProblem): ApiError =>
  problem.kind === "noCertificate"
    ? businessFault(suggestionFor(problem))
    : new ApiError(502, suggestionFor(problem), { code: "TAXAUTH_CONNECTION_ERROR" });

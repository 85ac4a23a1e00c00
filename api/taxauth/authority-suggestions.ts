import type { AuthorityProblem } from "../../shared/db/questions/authority-question.js";
import { ApiError, businessFault } from "../errors.js";
import { delegationHint } from "./delegation-hint.js";

/** Tells the company's administrator what to do about a problem with the authority. Source: api/README.md, "Errors", note 4. */
export function suggestionFor({ kind, services, detail, posNumbers = [] }: AuthorityProblem): string {
  switch (kind) {
    case "noCertificate":
      return "The company has no active tax-authority certificate in this environment; install one.";
    case "expiredCertificate":
      return `The certificate has expired (${detail}): request a new one, have it signed in the authority's portal and install it.`;
    case "certificate":
      return `The tax authority does not accept the certificate (${detail}): install one that it signed for this environment, production or homologation.`;
    case "notDelegated":
      return delegationHint(...services);
    case "clock":
      return `The tax authority refuses the time of the login (${detail}): this server's clock is off; synchronise it.`;
    case "pointOfSale":
      return `The tax authority does not let ${points(posNumbers)} issue through web services: in the authority's portal, register one of web-service type under that number, or disable it here.`;
    case "request":
      return `The tax authority refuses the request (${detail}).`;
    case "down":
      return `The tax authority does not answer (${detail}). It is usually back soon: try again in a few minutes.`;
  }
}

const points = (numbers: number[]) =>
  `${numbers.length === 1 ? "point of sale" : "points of sale"} ${numbers.join(", ")}`;

/** The same as an error to answer a request with. */
export const unavailable = (problem: AuthorityProblem): ApiError =>
  problem.kind === "noCertificate"
    ? businessFault(suggestionFor(problem))
    : new ApiError(502, suggestionFor(problem), { code: "TAXAUTH_CONNECTION_ERROR" });

import type { Credentials } from "./wsaa/credentials.js";
import { actsFor } from "./wsaa/taxpayers.js";
import type { Ticket } from "./wsaa/wsaa.js";

/**
 * The credentials to ask what the authority tells any taxpayer, such as a registry. A company that delegated needs no relation for
 * that: the operator asks in its own name, unless the ticket names the company alone. Source: issuer/authority/README.md, section 15.
 */
export function asAsker(credentials: Credentials, ticket: Ticket): Credentials {
  const { cuit, operator } = credentials;
  if (!operator) return credentials;
  const isOnlyTheCompany = actsFor(ticket, operator.cuit) === false && actsFor(ticket, cuit) === true;
  return isOnlyTheCompany ? credentials : { ...credentials, cuit: operator.cuit };
}

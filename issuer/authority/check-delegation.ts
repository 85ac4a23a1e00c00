import type { ServiceDelegation } from "../../shared/db/issuer-requests/authority-question.js";
import type { AuthorityProblem } from "../../shared/domain/authority-problem.js";
import { asAsker } from "./as-asker.js";
import { toProblem } from "./problem.js";
import { creditInvoiceService, issuanceService, personRegistryService, taxRegistryService } from "./services.js";
import type { Credentials } from "./wsaa/credentials.js";
import { actsFor } from "./wsaa/taxpayers.js";
import type { TicketUnavailability } from "./wsaa/unavailable.js";
import type { Ticket } from "./wsaa/wsaa.js";
import type { AuthorityOptions } from "./wsfe/client.js";
import { readPointsOfSale } from "./wsfe/wsfe-tables.js";

/**
 * For which services the certificate may act for the company, by the lists of its newest tickets. Where the company lacks, a new
 * ticket is asked for if the authority gives one by now: a ticket names the delegations of its own moment.
 * Source: issuer/authority/README.md, section 15.
 */
export function checkDelegation(
  authority: AuthorityOptions,
  credentials: Credentials,
  { hasFce }: { hasFce: boolean },
): Promise<ServiceDelegation[]> {
  return Promise.all([
    checkService(authority, issuanceService, credentials),
    ...registriesOf(hasFce).map((name) =>
      checkService(authority, name, credentials, (ticket) => asAsker(credentials, ticket)),
    ),
  ]);
}

const registriesOf = (hasFce: boolean) => [
  taxRegistryService,
  personRegistryService,
  ...(hasFce ? [creditInvoiceService] : []),
];

/** Answer for each service without a certificate. */
export const noneOf = ({ hasFce }: { hasFce: boolean }, problem: AuthorityProblem): ServiceDelegation[] =>
  [issuanceService, ...registriesOf(hasFce)].map((name) => ({ name, authorized: false, problem }));

/** @param actingWith the credentials that ask the service with a ticket */
async function checkService(
  authority: AuthorityOptions,
  name: string,
  credentials: Credentials,
  actingWith: (ticket: Ticket) => Credentials = () => credentials,
): Promise<ServiceDelegation> {
  const { tickets } = authority;
  const mayAct = (ticket: Ticket) => actsFor(ticket, actingWith(ticket).cuit);

  const first = await tickets.getUndoubted(credentials, name);
  if (first.outcome === "unavailable") return unauthorized(name, first);
  const isMissing = mayAct(first.ticket) === false;
  const newest = isMissing ? await tickets.renew(actingWith(first.ticket), name, first.ticket) : first;
  if (newest.outcome === "unavailable") return unauthorized(name, newest);

  switch (mayAct(newest.ticket)) {
    case true:
      return { name, authorized: true, problem: null };
    case false:
      return unauthorized(name, tickets.explainRefusal(actingWith(newest.ticket), name, newest.ticket, notNamed));
    case undefined:
      return name === issuanceService
        ? askForPoints(authority, credentials, name)
        : { name, authorized: true, problem: null };
  }
}

/** For a ticket whose list cannot be read: the service itself tells, whatever it has to say about points of sale. */
async function askForPoints(authority: AuthorityOptions, credentials: Credentials, name: string) {
  const told = await readPointsOfSale(authority, credentials);
  return told.outcome === "unavailable" ? unauthorized(name, told) : { name, authorized: true, problem: null };
}

/** A failed connection tells nothing about delegations. */
const unauthorized = (name: string, because: TicketUnavailability): ServiceDelegation => ({
  name,
  authorized: because.kind === "notDelegated" ? false : null,
  problem: toProblem(because),
});

const notNamed = "the access ticket does not name this tax id";

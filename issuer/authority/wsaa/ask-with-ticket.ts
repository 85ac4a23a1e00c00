import type { Credentials } from "./credentials.js";
import type { Tickets } from "./tickets.js";
import type { TicketUnavailability } from "./unavailable.js";
import type { Ticket } from "./wsaa.js";

/** The service did not accept the ticket. */
export interface TicketRejection {
  outcome: "ticketRejected";
  cause: string;
}

/** The outcome when there is no answer, or no readable one. */
export const isDown = (service: string, cause: string): TicketUnavailability => ({
  outcome: "unavailable",
  cause,
  permanent: false,
  kind: "down",
  service,
});

/**
 * Asks a service with its ticket. If the ticket is not accepted, asks again with a new one: a ticket holds only the delegations
 * that existed when it was made. Never rejects. Source: issuer/authority/README.md, sections 0.6 and 0.7.
 * @param actingWith in whose name to ask with a ticket; in the company's, unless told
 */
export async function askWithTicket<Answer extends { outcome: string }>(
  tickets: Tickets,
  credentials: Credentials,
  service: string,
  ask: (ticket: Ticket, acting: Credentials) => Promise<Answer | TicketRejection>,
  actingWith: (credentials: Credentials, ticket: Ticket) => Credentials = asTheCompany,
): Promise<Answer | TicketUnavailability> {
  const obtained = await tickets.get(credentials, service);
  if (obtained.outcome === "unavailable") return obtained;
  const acting = actingWith(credentials, obtained.ticket);
  const first = await ask(obtained.ticket, acting);
  if (!isRejected(first)) return first;

  const renewed = await tickets.renew(acting, service, obtained.ticket);
  if (renewed.outcome === "unavailable") return { ...renewed, cause: `${first.cause} (${renewed.cause})` };
  const actingNow = actingWith(credentials, renewed.ticket);
  const second = await ask(renewed.ticket, actingNow);
  return isRejected(second) ? tickets.explainRefusal(actingNow, service, renewed.ticket, second.cause) : second;
}

const asTheCompany = (credentials: Credentials) => credentials;

const isRejected = (answer: { outcome: string }): answer is TicketRejection => answer.outcome === "ticketRejected";

import type { Credentials, Tickets, Unavailable } from "./tickets.js";
import type { Ticket } from "./wsaa.js";

/** The service did not accept the ticket. */
export interface TicketRejected {
  outcome: "ticketRejected";
  cause: string;
}

/** The outcome when there is no answer, or no readable one. */
export const isDown = (service: string, cause: string): Unavailable => ({
  outcome: "unavailable",
  cause,
  permanent: false,
  kind: "down",
  service,
});

/**
 * Asks a service with its ticket. If the ticket is not accepted, asks again with a new one: a ticket holds only the delegations
 * that existed when it was made. Never rejects. Source: issuer/authority/README.md, sections 0.6 and 0.7.
 */
export async function askWithTicket<Answer extends { outcome: string }>(
  tickets: Tickets,
  credentials: Credentials,
  service: string,
  ask: (ticket: Ticket) => Promise<Answer | TicketRejected>,
): Promise<Answer | Unavailable> {
  const obtained = await tickets.get(credentials, service);
  if (obtained.outcome === "unavailable") return obtained;
  const first = await ask(obtained.ticket);
  if (!isRejected(first)) return first;

  const renewed = await tickets.renew(credentials, service, obtained.ticket);
  if (renewed.outcome === "unavailable") return { ...renewed, cause: `${first.cause} (${renewed.cause})` };
  const second = await ask(renewed.ticket);
  if (!isRejected(second)) return second;
  return { outcome: "unavailable", cause: second.cause, permanent: true, kind: "notDelegated", service };
}

const isRejected = (answer: { outcome: string }): answer is TicketRejected => answer.outcome === "ticketRejected";

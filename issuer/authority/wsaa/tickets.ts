import type { Credentials } from "./credentials.js";
import {
  createObtain,
  type Entry,
  loginPauseMs,
  type ObtainOptions,
  renewRetryMs,
  type TicketOutcome,
} from "./obtain-ticket.js";
import { actsFor } from "./taxpayers.js";
import { noTicket, notAsked, type TicketUnavailability, toKind, withDelegation } from "./unavailable.js";
import type { Ticket } from "./wsaa.js";

export interface Tickets {
  /** A ticket that has not expired. Never rejects. */
  get(credentials: Credentials, service: string): Promise<TicketOutcome>;
  /**
   * A ticket that nothing speaks against, to tell by it what the certificate may do: of one that a service has refused, or after which a
   * login was denied, another is asked for. Never rejects.
   */
  getUndoubted(credentials: Credentials, service: string): Promise<TicketOutcome>;
  /**
   * A ticket other than the rejected one. All others who share the certificate keep the ticket that they have. When it does not name
   * the taxpayer and is so new that the authority gives no other, there is no login. Never rejects.
   */
  renew(credentials: Credentials, service: string, rejected: Ticket): Promise<TicketOutcome>;
  /** Explains that a service refuses this ticket, which is the newest that can be had. */
  explainRefusal(credentials: Credentials, service: string, refused: Ticket, cause: string): TicketUnavailability;
}

export interface TicketsOptions extends ObtainOptions {
  /** How soon after a login the authority gives a second ticket. Source: issuer/authority/README.md, section 0.5. */
  reloginMs: (production: boolean) => number;
  /** Receives the error for the log. Callers only learn that there is no ticket. */
  onStoreFailure?: (error: unknown) => void;
}

const tooSoon = "the access ticket does not name this tax id, and it is too new to be replaced";

/** Caches tickets in memory, backed by a shared store. Only one login runs at a time, in this process and across processes. */
export function createTickets(options: TicketsOptions): Tickets {
  const { store, reloginMs, now = Date.now, onStoreFailure = () => undefined } = options;
  const { obtain, keep, isUsable, readUsable } = createObtain(options);
  const entries = new Map<string, Entry>();

  function entryOf({ certificateId }: Credentials, service: string): Entry {
    const key = `${certificateId}/${service}`;
    const entry = entries.get(key) ?? { renewAtMs: 0, loginSpentUntilMs: 0 };
    entries.set(key, entry);
    return entry;
  }

  function launch(entry: Entry, credentials: Credentials, service: string, rejected?: Ticket): Promise<TicketOutcome> {
    const flight = obtain(entry, credentials, service, rejected)
      .catch((error) => {
        onStoreFailure(error);
        return noTicket(service, "down", "access tickets could not be read or written", notAsked);
      })
      .then((outcome) => {
        entry.flight = undefined;
        if (outcome.outcome !== "ticket") entry.renewAtMs = now() + renewRetryMs;
        return outcome;
      });
    entry.flight = flight;
    return flight;
  }

  const omits = (ticket: Ticket, { cuit }: Credentials) => actsFor(ticket, cuit) === false;
  const renewableAtMs = (ticket: Ticket, { production }: Credentials) =>
    ticket.generatedAt.getTime() + reloginMs(production);

  function explainRefusal(
    credentials: Credentials,
    service: string,
    refused: Ticket,
    cause: string,
  ): TicketUnavailability {
    const atMs = renewableAtMs(refused, credentials);
    const pendingUntil = new Date(atMs > now() ? atMs : now() + loginPauseMs).toISOString();
    // In the operator's own name, its alias lacks the service.
    const lacks = credentials.cuit === credentials.operator?.cuit ? "service" : "company";
    return withDelegation(noTicket(service, "notDelegated", cause), credentials, { lacks, pendingUntil });
  }

  async function obtainOther(
    entry: Entry,
    credentials: Credentials,
    service: string,
    rejected: Ticket,
  ): Promise<TicketOutcome> {
    while (entry.flight) {
      const outcome = await entry.flight;
      if (outcome.outcome !== "ticket" || outcome.ticket.token !== rejected.token) return outcome;
    }
    if (entry.ticket && entry.ticket.token !== rejected.token && isUsable(entry.ticket)) {
      return { outcome: "ticket", ticket: entry.ticket };
    }
    if (!omits(rejected, credentials) || now() >= renewableAtMs(rejected, credentials))
      return launch(entry, credentials, service, rejected);
    // A login would be refused. Another process may have had one that was not.
    const stored = await readUsable(credentials, service, rejected).catch((error) => {
      onStoreFailure(error);
      return undefined;
    });
    return stored ? keep(entry, stored) : noTicket(service, "notDelegated", tooSoon);
  }

  async function get(credentials: Credentials, service: string): Promise<TicketOutcome> {
    const entry = entryOf(credentials, service);
    const held = entry.ticket && isUsable(entry.ticket) ? entry.ticket : undefined;
    if (held && now() < entry.renewAtMs) return { outcome: "ticket", ticket: held };
    const flight = entry.flight ?? launch(entry, credentials, service);
    return held ? { outcome: "ticket", ticket: held } : inOwnName(await flight, credentials);
  }

  async function renew(credentials: Credentials, service: string, rejected: Ticket): Promise<TicketOutcome> {
    const entry = entryOf(credentials, service);
    if (!omits(rejected, credentials)) entry.refused = rejected.token;
    const outcome = await obtainOther(entry, credentials, service, rejected);
    // Then the refusal is about this taxpayer, whatever keeps a new ticket away for the moment.
    return outcome.outcome === "unavailable" && omits(rejected, credentials)
      ? explainRefusal(credentials, service, rejected, outcome.cause)
      : inOwnName(outcome, credentials);
  }

  /** The store knows it of the processes of all, as long as no login has succeeded since. */
  async function isDoubted(entry: Entry, { certificateId }: Credentials, service: string, ticket: Ticket) {
    if (entry.refused === ticket.token) return true;
    const failure = await store.readFailure(certificateId, service).catch((error) => {
      onStoreFailure(error);
      return undefined;
    });
    return failure !== undefined && toKind(failure.kind) !== "down";
  }

  return {
    get,
    renew,
    explainRefusal,

    async getUndoubted(credentials, service) {
      const kept = await get(credentials, service);
      if (kept.outcome !== "ticket") return kept;
      const isUnspoken = !(await isDoubted(entryOf(credentials, service), credentials, service, kept.ticket));
      return isUnspoken ? kept : renew(credentials, service, kept.ticket);
    },
  };
}

/** A failed login concerns the certificate, so one failure serves all its taxpayers: each gets it with its own name. */
const inOwnName = (outcome: TicketOutcome, credentials: Credentials): TicketOutcome =>
  outcome.outcome === "ticket"
    ? outcome
    : withDelegation(outcome, credentials, outcome.kind === "notDelegated" ? { lacks: "service" } : {});

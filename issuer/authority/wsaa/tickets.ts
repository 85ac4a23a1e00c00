import { setTimeout as delay } from "node:timers/promises";
import type { Delegation, LoginFailure } from "../../../shared/domain/authority-problem.js";
import type { Heard } from "../../../shared/domain/cae-outcome.js";
import { actsFor } from "./taxpayers.js";
import type { DenialKind, LoginOutcome, Ticket } from "./wsaa.js";

/** The certificate that logs in, and the taxpayer that it acts for. */
export interface Credentials {
  certificateId: number;
  production: boolean;
  cuit: string;
  certificatePem: string;
  privateKeyPem: string;
  /** Whose certificate it is, when the taxpayer delegated to the operator. */
  operator?: { cuit: string; alias: string };
}

export interface TicketStore {
  /** The stored ticket of a certificate and service, unsealed. Undefined when there is none. */
  read(certificateId: number, service: string): Promise<Ticket | undefined>;
  /** True for at most one caller in 60 s. Only that caller may log in. */
  claimLogin(certificateId: number, service: string): Promise<boolean>;
  save(certificateId: number, service: string, ticket: Ticket): Promise<void>;
  /** Why the latest login gave no ticket. Undefined when it gave one or is still running. */
  readFailure(certificateId: number, service: string): Promise<LoginFailure | undefined>;
  saveFailure(certificateId: number, service: string, failure: LoginFailure): Promise<void>;
}

export type Unavailable = {
  outcome: "unavailable";
  cause: string;
  permanent: boolean;
  kind: DenialKind | "down";
  service: string;
  /** Of a taxpayer that delegated to the operator. */
  delegation?: Delegation | undefined;
  /** Of the login that told this, and when it began by the monotonic clock. Others that need the same ticket learn of that login. */
  heard?: Heard;
  askedAtMs?: number;
};
export type TicketOutcome = { outcome: "ticket"; ticket: Ticket } | Unavailable;

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
  /** What it means that a service refuses this ticket, which is the newest that can be had. */
  explainRefusal(credentials: Credentials, service: string, refused: Ticket, cause: string): Unavailable;
}

export interface TicketsOptions {
  store: TicketStore;
  login: (credentials: Credentials, service: string) => Promise<LoginOutcome>;
  /** How long to wait for a ticket that another process is requesting. */
  waitMs: number;
  /** How soon after a login the authority gives a second ticket. Source: issuer/authority/README.md, section 0.5. */
  reloginMs: (production: boolean) => number;
  pollMs?: number;
  now?: () => number;
  /** Receives the error for the log. Callers only learn that there is no ticket. */
  onStoreFailure?: (error: unknown) => void;
}

const minuteMs = 60_000;
/** The authority refuses a second login soon after the first. Source: issuer/README.md, section 5. */
const loginPauseMs = minuteMs;
const renewEarlyMs = 10 * minuteMs;
const renewRetryMs = 30_000;
const leastLifeMs = 30_000;

interface Entry {
  ticket?: Ticket | undefined;
  renewAtMs: number;
  flight?: Promise<TicketOutcome> | undefined;
  /** Until then this process has used the right to log in, so no other process can be logging in. */
  loginSpentUntilMs: number;
  failure?: Unavailable | undefined;
  /** The token that the service refused last, although it lists the taxpayer. */
  refused?: string;
}

/** Caches tickets in memory, backed by a shared store. Only one login runs at a time, in this process and across processes. */
export function createTickets({
  store,
  login,
  waitMs,
  reloginMs,
  pollMs = 250,
  now = Date.now,
  onStoreFailure = () => undefined,
}: TicketsOptions): Tickets {
  const entries = new Map<string, Entry>();
  const jitterMs = Math.random() * 5 * minuteMs;

  const isUsable = (ticket: Ticket) => ticket.expiresAt.getTime() - now() > leastLifeMs;
  const renewTime = (ticket: Ticket) => ticket.expiresAt.getTime() - renewEarlyMs - jitterMs;

  function entryOf({ certificateId }: Credentials, service: string): Entry {
    const key = `${certificateId}/${service}`;
    const entry = entries.get(key) ?? { renewAtMs: 0, loginSpentUntilMs: 0 };
    entries.set(key, entry);
    return entry;
  }

  function keep(entry: Entry, ticket: Ticket): TicketOutcome {
    entry.ticket = ticket;
    entry.renewAtMs = Math.max(renewTime(ticket), now() + renewRetryMs);
    // What a login said of a ticket that was refused stays true while there is no other.
    if (ticket.token !== entry.refused) entry.failure = undefined;
    return { outcome: "ticket", ticket };
  }

  function launch(entry: Entry, credentials: Credentials, service: string, rejected?: Ticket): Promise<TicketOutcome> {
    const flight = obtain(entry, credentials, service, rejected)
      .catch((error) => {
        onStoreFailure(error);
        return unavailable(service, "down", "access tickets could not be read or written", notAsked);
      })
      .then((outcome) => {
        entry.flight = undefined;
        if (outcome.outcome !== "ticket") entry.renewAtMs = now() + renewRetryMs;
        return outcome;
      });
    entry.flight = flight;
    return flight;
  }

  async function readUsable({ certificateId }: Credentials, service: string, rejected?: Ticket) {
    const ticket = await store.read(certificateId, service);
    return ticket && isUsable(ticket) && ticket.token !== rejected?.token ? ticket : undefined;
  }

  async function obtain(entry: Entry, credentials: Credentials, service: string, rejected?: Ticket) {
    const { certificateId } = credentials;
    const stored = await readUsable(credentials, service, rejected);
    if (stored && now() < renewTime(stored)) return keep(entry, stored);
    if (await store.claimLogin(certificateId, service)) {
      entry.loginSpentUntilMs = now() + loginPauseMs;
      const askedAtMs = performance.now();
      const answer = await login(credentials, service);
      if (answer.outcome === "ticket") {
        // An unsaved ticket still serves this process. Other processes log in again once the authority allows it.
        await store.save(certificateId, service, answer.ticket).catch(() => undefined);
        return keep(entry, answer.ticket);
      }
      const other = await readUsable(credentials, service, rejected);
      if (other) return keep(entry, other);
      entry.failure = { ...toUnavailable(service, answer), askedAtMs };
      // If the failure is not saved, other processes wait the full time.
      await store.saveFailure(certificateId, service, entry.failure).catch(() => undefined);
      return entry.failure;
    }
    if (stored) return keep(entry, stored);
    if (now() < entry.loginSpentUntilMs) {
      return (
        toldAgain(entry.failure) ??
        unavailable(service, "down", "a new ticket was asked for less than a minute ago", notAsked)
      );
    }
    const waitUntilMs = performance.now() + waitMs;
    while (performance.now() < waitUntilMs) {
      const failure = await store.readFailure(certificateId, service);
      // The process that logged in has heard it.
      if (failure) return unavailable(service, toKind(failure.kind), failure.cause, notAsked);
      await delay(pollMs);
      const ticket = await readUsable(credentials, service, rejected);
      if (ticket) return keep(entry, ticket);
    }
    return unavailable(service, "down", "another process is asking for a ticket", notAsked);
  }

  const omits = (ticket: Ticket, { cuit }: Credentials) => actsFor(ticket, cuit) === false;
  const renewableAtMs = (ticket: Ticket, { production }: Credentials) =>
    ticket.generatedAt.getTime() + reloginMs(production);

  function explainRefusal(credentials: Credentials, service: string, refused: Ticket, cause: string): Unavailable {
    const atMs = renewableAtMs(refused, credentials);
    const pendingUntil = new Date(atMs > now() ? atMs : now() + loginPauseMs).toISOString();
    // In the operator's own name, its alias lacks the service.
    const lacks = credentials.cuit === credentials.operator?.cuit ? "service" : "company";
    return withDelegation(unavailable(service, "notDelegated", cause), credentials, { lacks, pendingUntil });
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
    return stored ? keep(entry, stored) : unavailable(service, "notDelegated", tooSoon);
  }

  async function get(credentials: Credentials, service: string): Promise<TicketOutcome> {
    const entry = entryOf(credentials, service);
    const held = entry.ticket && isUsable(entry.ticket) ? entry.ticket : undefined;
    if (held && now() < entry.renewAtMs) return { outcome: "ticket", ticket: held };
    const flight = entry.flight ?? launch(entry, credentials, service);
    return held ? { outcome: "ticket", ticket: held } : told(await flight, credentials);
  }

  async function renew(credentials: Credentials, service: string, rejected: Ticket): Promise<TicketOutcome> {
    const entry = entryOf(credentials, service);
    if (!omits(rejected, credentials)) entry.refused = rejected.token;
    const outcome = await obtainOther(entry, credentials, service, rejected);
    // Then the refusal is about this taxpayer, whatever keeps a new ticket away for the moment.
    return outcome.outcome === "unavailable" && omits(rejected, credentials)
      ? explainRefusal(credentials, service, rejected, outcome.cause)
      : told(outcome, credentials);
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

const tooSoon = "the access ticket does not name this tax id, and it is too new to be replaced";

/** A failed login concerns the certificate, so one failure serves all its taxpayers: each gets it with its own name. */
const told = (outcome: TicketOutcome, credentials: Credentials): TicketOutcome =>
  outcome.outcome === "ticket"
    ? outcome
    : withDelegation(outcome, credentials, outcome.kind === "notDelegated" ? { lacks: "service" } : {});

function withDelegation(
  because: Unavailable,
  credentials: Credentials,
  about: Pick<Delegation, "lacks" | "pendingUntil">,
): Unavailable {
  const delegation = delegationOf(credentials);
  return delegation ? { ...because, delegation: { ...delegation, ...about } } : because;
}

/** Who acts for the taxpayer, when it is the operator. */
export const delegationOf = ({
  cuit,
  production,
  operator,
}: Omit<Credentials, "certificateId">): Delegation | undefined =>
  operator && { production, taxId: cuit, operator: { taxId: operator.cuit, alias: operator.alias } };

const notAsked: Heard = "notAsked";

/** A login that went unanswered is news to everybody who needed it. What one answered is none any more. */
const toldAgain = (failure: Unavailable | undefined): Unavailable | undefined =>
  failure?.heard === "answer" ? { ...failure, heard: notAsked } : failure;

const unavailable = (
  service: string,
  kind: Unavailable["kind"],
  cause: string,
  heard: Heard = "answer",
): Unavailable => ({ outcome: "unavailable", cause, permanent: kind !== "down", kind, service, heard });

const denialKinds: readonly DenialKind[] = ["notDelegated", "certificate", "clock", "request"];
const toKind = (text: string): Unavailable["kind"] => denialKinds.find((kind) => kind === text) ?? "down";

function toUnavailable(service: string, answer: Exclude<LoginOutcome, { outcome: "ticket" }>): Unavailable {
  switch (answer.outcome) {
    case "denied":
      return unavailable(
        service,
        answer.kind,
        [answer.faultCode, answer.message].filter(Boolean).join(": "),
        answer.isOurs ? notAsked : "answer",
      );
    case "alreadyAuthenticated":
      return unavailable(service, "down", "coe.alreadyAuthenticated, and no valid ticket is stored");
    case "unavailable":
      return unavailable(service, "down", answer.cause, answer.heard ?? "nothing");
  }
}

import { setTimeout as delay } from "node:timers/promises";
import type { DenialKind, LoginOutcome, Ticket } from "./wsaa.js";

/** The certificate that logs in, and the taxpayer that it acts for. */
export interface Credentials {
  certificateId: number;
  production: boolean;
  cuit: string;
  certificatePem: string;
  privateKeyPem: string;
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

export interface LoginFailure {
  kind: string;
  cause: string;
}

export type Unavailable = {
  outcome: "unavailable";
  cause: string;
  permanent: boolean;
  kind: DenialKind | "down";
  service: string;
};
export type TicketOutcome = { outcome: "ticket"; ticket: Ticket } | Unavailable;

export interface Tickets {
  /** A ticket that has not expired. Never rejects. */
  get(credentials: Credentials, service: string): Promise<TicketOutcome>;
  /** A ticket other than the rejected one. Never rejects. */
  renew(credentials: Credentials, service: string, rejected: Ticket): Promise<TicketOutcome>;
}

export interface TicketsOptions {
  store: TicketStore;
  login: (credentials: Credentials, service: string) => Promise<LoginOutcome>;
  /** How long to wait for a ticket that another process is requesting. */
  waitMs: number;
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
}

/** Caches tickets in memory, backed by a shared store. Only one login runs at a time, in this process and across processes. */
export function createTickets({
  store,
  login,
  waitMs,
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
    entry.failure = undefined;
    return { outcome: "ticket", ticket };
  }

  function launch(entry: Entry, credentials: Credentials, service: string, rejected?: Ticket): Promise<TicketOutcome> {
    const flight = obtain(entry, credentials, service, rejected)
      .catch((error) => {
        onStoreFailure(error);
        return unavailable(service, "down", "access tickets could not be read or written");
      })
      .then((outcome) => {
        entry.flight = undefined;
        if (outcome.outcome !== "ticket") entry.renewAtMs = now() + renewRetryMs;
        return outcome;
      });
    entry.flight = flight;
    return flight;
  }

  async function obtain(entry: Entry, credentials: Credentials, service: string, rejected?: Ticket) {
    const { certificateId } = credentials;
    const readUsable = async () => {
      const ticket = await store.read(certificateId, service);
      return ticket && isUsable(ticket) && ticket.token !== rejected?.token ? ticket : undefined;
    };

    const stored = await readUsable();
    if (stored && now() < renewTime(stored)) return keep(entry, stored);
    if (await store.claimLogin(certificateId, service)) {
      entry.loginSpentUntilMs = now() + loginPauseMs;
      const answer = await login(credentials, service);
      if (answer.outcome === "ticket") {
        // An unsaved ticket still serves this process. Other processes log in again once the authority allows it.
        await store.save(certificateId, service, answer.ticket).catch(() => undefined);
        return keep(entry, answer.ticket);
      }
      const other = await readUsable();
      if (other) return keep(entry, other);
      entry.failure = toUnavailable(service, answer);
      // If the failure is not saved, other processes wait the full time.
      await store.saveFailure(certificateId, service, entry.failure).catch(() => undefined);
      return entry.failure;
    }
    if (stored) return keep(entry, stored);
    if (now() < entry.loginSpentUntilMs) {
      return entry.failure ?? unavailable(service, "down", "a new ticket was asked for less than a minute ago");
    }
    const waitUntilMs = performance.now() + waitMs;
    while (performance.now() < waitUntilMs) {
      const failure = await store.readFailure(certificateId, service);
      if (failure) return unavailable(service, toKind(failure.kind), failure.cause);
      await delay(pollMs);
      const ticket = await readUsable();
      if (ticket) return keep(entry, ticket);
    }
    return unavailable(service, "down", "another process is asking for a ticket");
  }

  return {
    async get(credentials, service) {
      const entry = entryOf(credentials, service);
      const held = entry.ticket && isUsable(entry.ticket) ? entry.ticket : undefined;
      if (held && now() < entry.renewAtMs) return { outcome: "ticket", ticket: held };
      const flight = entry.flight ?? launch(entry, credentials, service);
      return held ? { outcome: "ticket", ticket: held } : flight;
    },

    async renew(credentials, service, rejected) {
      const entry = entryOf(credentials, service);
      while (entry.flight) {
        const outcome = await entry.flight;
        if (outcome.outcome !== "ticket" || outcome.ticket.token !== rejected.token) return outcome;
      }
      if (entry.ticket && entry.ticket.token !== rejected.token && isUsable(entry.ticket)) {
        return { outcome: "ticket", ticket: entry.ticket };
      }
      entry.ticket = undefined;
      return launch(entry, credentials, service, rejected);
    },
  };
}

const unavailable = (service: string, kind: Unavailable["kind"], cause: string): Unavailable => ({
  outcome: "unavailable",
  cause,
  permanent: kind !== "down",
  kind,
  service,
});

const denialKinds: readonly DenialKind[] = ["notDelegated", "certificate", "clock", "request"];
const toKind = (text: string): Unavailable["kind"] => denialKinds.find((kind) => kind === text) ?? "down";

function toUnavailable(service: string, answer: Exclude<LoginOutcome, { outcome: "ticket" }>): Unavailable {
  switch (answer.outcome) {
    case "denied":
      return unavailable(service, answer.kind, [answer.faultCode, answer.message].filter(Boolean).join(": "));
    case "alreadyAuthenticated":
      return unavailable(service, "down", "coe.alreadyAuthenticated, and no valid ticket is stored");
    case "unavailable":
      return unavailable(service, "down", answer.cause);
  }
}

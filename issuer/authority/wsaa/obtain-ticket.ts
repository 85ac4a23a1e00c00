import { setTimeout as delay } from "node:timers/promises";
import type { LoginFailure } from "../../../shared/domain/authority-problem.js";
import type { Credentials } from "./credentials.js";
import {
  noTicket,
  notAsked,
  ofFailure,
  type TicketUnavailability,
  toFailure,
  toldAgain,
  toUnavailable,
  withheldTicket,
} from "./unavailable.js";
import type { LoginOutcome, Ticket } from "./wsaa.js";

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

export type TicketOutcome = { outcome: "ticket"; ticket: Ticket } | TicketUnavailability;

export interface ObtainOptions {
  store: TicketStore;
  login: (credentials: Credentials, service: string) => Promise<LoginOutcome>;
  /** How long to wait for a ticket that another process is requesting. */
  waitMs: number;
  pollMs?: number;
  now?: () => number;
}

const minuteMs = 60_000;
/** The authority refuses a second login soon after the first. Source: issuer/README.md, section 5. */
export const loginPauseMs = minuteMs;
const renewEarlyMs = 10 * minuteMs;
export const renewRetryMs = 30_000;
const leastLifeMs = 30_000;

/** Cache entry of this process for the tickets of one certificate and service. */
export interface Entry {
  ticket?: Ticket | undefined;
  renewAtMs: number;
  flight?: Promise<TicketOutcome> | undefined;
  /** Until then this process has used the right to log in, so no other process can be logging in. */
  loginSpentUntilMs: number;
  failure?: TicketUnavailability | undefined;
  /** The token that the service refused last, although it lists the taxpayer. */
  refused?: string;
}

/** Gets a ticket of the store, or by a login: only one runs at a time, across processes. */
export function createObtain({ store, login, waitMs, pollMs = 250, now = Date.now }: ObtainOptions) {
  const jitterMs = Math.random() * 5 * minuteMs;

  const isUsable = (ticket: Ticket) => ticket.expiresAt.getTime() - now() > leastLifeMs;
  const renewTime = (ticket: Ticket) => ticket.expiresAt.getTime() - renewEarlyMs - jitterMs;

  function keep(entry: Entry, ticket: Ticket): TicketOutcome {
    entry.ticket = ticket;
    entry.renewAtMs = Math.max(renewTime(ticket), now() + renewRetryMs);
    // What a login said of a ticket that was refused stays true while there is no other.
    if (ticket.token !== entry.refused) entry.failure = undefined;
    return { outcome: "ticket", ticket };
  }

  async function readUsable({ certificateId }: Credentials, service: string, rejected?: Ticket) {
    const ticket = await store.read(certificateId, service);
    return ticket && isUsable(ticket) && ticket.token !== rejected?.token ? ticket : undefined;
  }

  /** A ticket other than the rejected one. @throws when the store cannot be read or written */
  async function obtain(
    entry: Entry,
    credentials: Credentials,
    service: string,
    rejected?: Ticket,
  ): Promise<TicketOutcome> {
    const stored = await readUsable(credentials, service, rejected);
    if (stored && now() < renewTime(stored)) return keep(entry, stored);
    if (await store.claimLogin(credentials.certificateId, service)) return logIn(entry, credentials, service, rejected);
    if (stored) return keep(entry, stored);
    if (now() < entry.loginSpentUntilMs) {
      return (
        toldAgain(entry.failure) ??
        withheldTicket(service, "a new ticket was asked for less than a minute ago", notAsked)
      );
    }
    return awaitLogin(entry, credentials, service, rejected);
  }

  async function logIn(entry: Entry, credentials: Credentials, service: string, rejected?: Ticket) {
    const { certificateId } = credentials;
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
    await store.saveFailure(certificateId, service, toFailure(entry.failure)).catch(() => undefined);
    return entry.failure;
  }

  /** Another process is logging in. */
  async function awaitLogin(entry: Entry, credentials: Credentials, service: string, rejected?: Ticket) {
    const waitUntilMs = performance.now() + waitMs;
    while (performance.now() < waitUntilMs) {
      const failure = await store.readFailure(credentials.certificateId, service);
      if (failure) return ofFailure(service, failure);
      await delay(pollMs);
      const ticket = await readUsable(credentials, service, rejected);
      if (ticket) return keep(entry, ticket);
    }
    const cause = "another process is asking for a ticket";
    // Who refused a ticket answered: the authority is there.
    return rejected ? withheldTicket(service, cause, notAsked) : noTicket(service, "down", cause, notAsked);
  }

  return { obtain, keep, isUsable, readUsable };
}

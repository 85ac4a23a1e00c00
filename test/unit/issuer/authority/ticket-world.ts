import type { Credentials } from "../../../../issuer/authority/wsaa/credentials.js";
import type { TicketStore } from "../../../../issuer/authority/wsaa/obtain-ticket.js";
import { createTickets } from "../../../../issuer/authority/wsaa/tickets.js";
import type { LoginOutcome, Ticket } from "../../../../issuer/authority/wsaa/wsaa.js";
import type { LoginFailure } from "../../../../shared/domain/authority-problem.js";

export const credentials: Credentials = {
  certificateId: 1,
  production: false,
  cuit: "20123456786",
  certificatePem: "",
  privateKeyPem: "",
};
export const hourMs = 3_600_000;

export const ticket = (token: string, expiresMs: number): Ticket => ({
  token,
  sign: "sign",
  generatedAt: new Date(expiresMs - 12 * hourMs),
  expiresAt: new Date(expiresMs),
});

/** A token as the authority writes it, which names these tax ids. */
export const tokenFor = (...taxIds: string[]) =>
  Buffer.from(
    `<sso version="2.0"><operation><login uid="CN=x"><relations>${taxIds
      .map((taxId) => `<relation key="${taxId}" reltype="4"/>`)
      .join("")}</relations></login></operation></sso>`,
  ).toString("base64");

/** A ticket store that several processes share, and a clock that only the test moves. */
export function createWorld() {
  const clock = { nowMs: Date.parse("2026-08-18T12:00:00Z") };
  const tickets = new Map<string, Ticket>();
  const claims = new Map<string, number>();
  const failures = new Map<string, LoginFailure>();
  const reads = { count: 0 };
  const store: TicketStore = {
    read: async (certificateId, service) => {
      reads.count += 1;
      return tickets.get(`${certificateId}/${service}`);
    },
    claimLogin: async (certificateId, service) => {
      const key = `${certificateId}/${service}`;
      if (clock.nowMs < (claims.get(key) ?? 0)) return false;
      claims.set(key, clock.nowMs + 60_000);
      failures.delete(key);
      return true;
    },
    readFailure: async (certificateId, service) => failures.get(`${certificateId}/${service}`),
    saveFailure: async (certificateId, service, failure) => {
      failures.set(`${certificateId}/${service}`, failure);
    },
    save: async (certificateId, service, saved) => {
      tickets.set(`${certificateId}/${service}`, saved);
    },
  };
  const logins: string[] = [];
  const answers: LoginOutcome[] = [];
  const gate = { open: Promise.resolve() };
  const login = async (_credentials: Credentials, service: string): Promise<LoginOutcome> => {
    logins.push(service);
    await gate.open;
    const granted = { outcome: "ticket" as const, ticket: ticket(`t${logins.length}`, clock.nowMs + 12 * hourMs) };
    return answers.shift() ?? granted;
  };
  const process = (onStoreFailure?: (error: unknown) => void) =>
    createTickets({
      store,
      login,
      waitMs: 300,
      reloginMs: () => 600_000,
      pollMs: 5,
      now: () => clock.nowMs,
      ...(onStoreFailure && { onStoreFailure }),
    });
  return { clock, store, tickets, logins, answers, gate, reads, process };
}

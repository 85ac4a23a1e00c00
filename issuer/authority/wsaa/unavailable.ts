import type { Delegation, LoginFailure } from "../../../shared/domain/authority-problem.js";
import type { AnswerKind } from "../../../shared/domain/cae-outcome.js";
import { type Credentials, delegationOf } from "./credentials.js";
import type { DenialKind, LoginOutcome } from "./wsaa.js";

/** Why there is no ticket. */
export type TicketUnavailability = {
  outcome: "unavailable";
  cause: string;
  permanent: boolean;
  kind: DenialKind | "down";
  service: string;
  /** This is no outage: the authority refuses a login while a ticket of before is valid, or our own pace forbids one. */
  isWithheld?: true;
  /** Delegation, of a taxpayer that delegated to the operator. */
  delegation?: Delegation | undefined;
  /** Login that told this, and when it began by the monotonic clock. Others that need the same ticket learn of that login. */
  heard?: AnswerKind;
  askedAtMs?: number;
};

/** With whose certificate it is, when the taxpayer delegated to the operator. */
export function withDelegation(
  because: TicketUnavailability,
  credentials: Credentials,
  about: Pick<Delegation, "lacks" | "pendingUntil">,
): TicketUnavailability {
  const delegation = delegationOf(credentials);
  return delegation ? { ...because, delegation: { ...delegation, ...about } } : because;
}

export const notAsked: AnswerKind = "notAsked";

/** A login that went unanswered is news to everybody who needed it. What one answered is none any more. */
export const toldAgain = (failure: TicketUnavailability | undefined): TicketUnavailability | undefined =>
  failure?.heard === "answer" ? { ...failure, heard: notAsked } : failure;

export const noTicket = (
  service: string,
  kind: TicketUnavailability["kind"],
  cause: string,
  heard: AnswerKind = "answer",
): TicketUnavailability => ({ outcome: "unavailable", cause, permanent: kind !== "down", kind, service, heard });

/** Denial of a ticket that is no outage. */
export const withheldTicket = (service: string, cause: string, heard: AnswerKind): TicketUnavailability => ({
  ...noTicket(service, "down", cause, heard),
  isWithheld: true,
});

/** Record of a login that failed, and what other processes make of it. The one that logged in has heard it. */
export const toFailure = ({ kind, cause, isWithheld }: TicketUnavailability): LoginFailure => ({
  kind: isWithheld ? "withheld" : kind,
  cause,
});
export const ofFailure = (service: string, { kind, cause }: LoginFailure): TicketUnavailability =>
  kind === "withheld" ? withheldTicket(service, cause, notAsked) : noTicket(service, toKind(kind), cause, notAsked);

const denialKinds: readonly DenialKind[] = ["notDelegated", "certificate", "clock", "request"];
export const toKind = (text: string): TicketUnavailability["kind"] =>
  denialKinds.find((kind) => kind === text) ?? "down";

export function toUnavailable(
  service: string,
  answer: Exclude<LoginOutcome, { outcome: "ticket" }>,
): TicketUnavailability {
  switch (answer.outcome) {
    case "denied":
      return noTicket(
        service,
        answer.kind,
        [answer.faultCode, answer.message].filter(Boolean).join(": "),
        answer.isOurs ? notAsked : "answer",
      );
    case "alreadyAuthenticated":
      return withheldTicket(service, "coe.alreadyAuthenticated, and no valid ticket is stored", "answer");
    case "unavailable":
      return noTicket(service, "down", answer.cause, answer.heard ?? "nothing");
  }
}

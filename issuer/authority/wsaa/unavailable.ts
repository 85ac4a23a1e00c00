import type { Delegation } from "../../../shared/domain/authority-problem.js";
import type { Heard } from "../../../shared/domain/cae-outcome.js";
import { type Credentials, delegationOf } from "./credentials.js";
import type { DenialKind, LoginOutcome } from "./wsaa.js";

/** Why there is no ticket. */
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

/** With whose certificate it is, when the taxpayer delegated to the operator. */
export function withDelegation(
  because: Unavailable,
  credentials: Credentials,
  about: Pick<Delegation, "lacks" | "pendingUntil">,
): Unavailable {
  const delegation = delegationOf(credentials);
  return delegation ? { ...because, delegation: { ...delegation, ...about } } : because;
}

export const notAsked: Heard = "notAsked";

/** A login that went unanswered is news to everybody who needed it. What one answered is none any more. */
export const toldAgain = (failure: Unavailable | undefined): Unavailable | undefined =>
  failure?.heard === "answer" ? { ...failure, heard: notAsked } : failure;

export const noTicket = (
  service: string,
  kind: Unavailable["kind"],
  cause: string,
  heard: Heard = "answer",
): Unavailable => ({ outcome: "unavailable", cause, permanent: kind !== "down", kind, service, heard });

const denialKinds: readonly DenialKind[] = ["notDelegated", "certificate", "clock", "request"];
export const toKind = (text: string): Unavailable["kind"] => denialKinds.find((kind) => kind === text) ?? "down";

export function toUnavailable(service: string, answer: Exclude<LoginOutcome, { outcome: "ticket" }>): Unavailable {
  switch (answer.outcome) {
    case "denied":
      return noTicket(
        service,
        answer.kind,
        [answer.faultCode, answer.message].filter(Boolean).join(": "),
        answer.isOurs ? notAsked : "answer",
      );
    case "alreadyAuthenticated":
      return noTicket(service, "down", "coe.alreadyAuthenticated, and no valid ticket is stored");
    case "unavailable":
      return noTicket(service, "down", answer.cause, answer.heard ?? "nothing");
  }
}

import { adminCommand } from "../../shared/config/config.js";
import { decisions } from "../../shared/db/issuer-requests/authority-question.js";
import type { IssuanceDetails, ListedIssuance } from "../../shared/db/issuing/open-issuances.js";
import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import { sayObstacle } from "../../shared/domain/issuing-obstacle.js";
import type { EnvironmentName } from "../../shared/domain/tenant.js";
import { describeFields } from "./describe-fields.js";
import type { ShownEvidence } from "./issuance-evidence.js";
import { drawFields, drawRows } from "./table.js";

const command = (words: string) => adminCommand(`issuance ${words}`);

/** @param isCut there are more issuances than those listed */
export function describeList(company: string, listed: ListedIssuance[], isCut: boolean, none: string): string {
  const rows = listed.map(({ id, since, key, pos, type, number, total, state, doubt }) => {
    return { id, since, key, pos, type, number, total, state, doubt };
  });
  const waiting = listed.filter(({ why }) => why !== null);
  const asked = listed.filter(({ why, doubt }) => why === null && doubt !== null).length;
  return [
    drawRows(rows, none),
    ...(isCut ? ["There are more: raise --limit, or list only those in doubt with --open."] : []),
    ...(asked > 0
      ? [`In doubt, but no decision is needed yet: ${asked}. The service keeps asking the tax authority.`]
      : []),
    ...waiting.map(
      ({ id, why }) =>
        `Issuance ${id} waits for a person to decide: ${why}.\n${command(`show ${id} --company ${company}`)}`,
    ),
  ].join("\n\n");
}

/** Everything known about one issuance. Evidence adds the comparison of its fields and the possible decisions. */
export function describeIssuance(
  company: string,
  env: EnvironmentName,
  details: IssuanceDetails,
  evidence: ShownEvidence,
): string {
  const { issuance } = details;
  return [
    describeOurs(env, details),
    describeAuthority(evidence),
    describeFields(evidence.fields),
    describeDecisions(company, issuance.id, evidence),
    conclude(details),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function describeOurs(env: EnvironmentName, { issuance, declared, outcome }: IssuanceDetails): string {
  const { id, key, pos, type, number, state, doubt, since, total, why } = issuance;
  return drawFields({
    id,
    environment: env,
    key,
    voucher: `type ${type}, ${number === null ? `point of sale ${pos}` : `${pos}-${number}`}${declared ? `, of ${declared.voucherDate}` : ""}`,
    ...(declared && { receiver: `document ${declared.docType} ${declared.docNumber}` }),
    total: declared ? `${declared.total} ${declared.currency}` : total,
    state: doubt === null ? state : `${state}, ${doubt}`,
    since,
    ...(why !== null && { why }),
    ...(outcome && { reason: reasonsOf(outcome) }),
  });
}

function describeAuthority({ authority, problem }: ShownEvidence): string {
  if (problem !== null) return `No evidence from the tax authority: ${problem}`;
  if (!authority) return "";
  const { number, lookUp, cae, processedAt, lastNumber } = authority;
  const has = {
    found: `has a voucher under number ${number}`,
    absent: `has no voucher under number ${number}`,
    unanswered: `does not say what it has under number ${number}`,
  };
  return drawFields({
    "tax authority": has[lookUp],
    ...(lookUp === "found" && { CAE: cae, processed: processedAt }),
    "last number": lastNumber,
  });
}

function describeDecisions(company: string, id: number, { decisions: choices }: ShownEvidence): string {
  if (!choices) return "";
  const width = Math.max(...decisions.map((decision) => decision.length)) + 2;
  const lines = decisions.flatMap((decision) => {
    const { allowed, effect } = choices[decision];
    const typed = command(`resolve ${id} --company ${company} --${decision} --because "WHY"`);
    return allowed
      ? [`${decision.padEnd(width)}${effect}`, `${" ".repeat(width)}${typed}`]
      : [`${decision.padEnd(width)}REFUSED. ${effect}`];
  });
  return ["What each decision would do:", ...lines].join("\n");
}

/** The state of the issuance, and what happens next. */
export function conclude({ issuance: { state, doubt, why, number }, barred }: IssuanceDetails): string {
  if (why !== null) return "Nothing else is issued at its point of sale and type until a person decides.";
  if (doubt !== null) return "The service keeps asking the tax authority: no decision is needed yet.";
  if (state === "approved") return `It is issued, as number ${number}. A request with the same key gets this voucher.`;
  if (state === "queued") return "It waits for its turn.";
  if (state === "submitted") return "It is being sent to the tax authority now.";
  return barred
    ? "It has no voucher, and its key is closed: a request with it answers 409. Only --adopt --number N opens it again."
    : "It has no voucher. Its key can be sent again.";
}

function reasonsOf(outcome: NoVoucher): string {
  if ("reasons" in outcome) return outcome.reasons.map(({ code, msg }) => (code ? `${code}: ${msg}` : msg)).join("; ");
  if ("problem" in outcome) return outcome.problem.detail;
  if ("obstacle" in outcome) return sayObstacle(outcome.obstacle).en;
  return outcome.code === "TAXAUTH_UNCONFIRMED" ? lostHistory : outcome.code;
}

const lostHistory = "it was recorded before the database lost its last commits, so it is unknown whether it was issued";

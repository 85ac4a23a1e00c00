import { withTimeout } from "../../shared/concurrency/with-timeout.js";
import type { ActiveCertificate } from "../../shared/db/company/certificates.js";
import type { StatusCheck } from "../../shared/db/issuer-requests/authority-question.js";
import type { IssuingProfile } from "../../shared/db/issuing/issuing-profile.js";
import type { AuthorityProblem } from "../../shared/domain/authority-problem.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import { faultOfPoint, type UsedPoint } from "../../shared/domain/listed-point.js";
import { askObligation } from "./fecred/obligation.js";
import { toProblem } from "./problem.js";
import { findText } from "./read-xml.js";
import { askRegistry } from "./registry/registry.js";
import { registryA5, registryA13 } from "./registry/registry-call.js";
import { creditInvoiceService, issuanceService } from "./services.js";
import { delegationOf } from "./wsaa/credentials.js";
import type { AuthorityOptions } from "./wsfe/client.js";
import { askDummy, queryWsfe } from "./wsfe/wsfe-query.js";
import { describeMessages } from "./wsfe/wsfe-reply.js";
import { readPointsOfSale } from "./wsfe/wsfe-tables.js";

interface StatusSubject {
  certificate: ActiveCertificate | undefined;
  profile: IssuingProfile;
  production: boolean;
  now: number;
}

export type AuthorityStatus = Record<"connection" | "authentication" | "issuance" | "registry", StatusCheck> & {
  /** Whether the registry of credit invoices answers; only for a company that issues them. */
  fce?: StatusCheck;
};

/** A service that takes longer counts as down. */
const maxMs = 15_000;
/** Asking about every point of sale of a chain of shops would take too long. */
const maxPointsAsked = 5;

/** Checks the authority's services with a company's certificate. The checks are independent and run in parallel. */
export async function checkStatus(authority: AuthorityOptions, subject: StatusSubject): Promise<AuthorityStatus> {
  const [connection, authentication, issuance, registry, fce] = await Promise.all([
    measure([issuanceService], checkConnection(authority, subject)),
    measure(
      [issuanceService],
      withCertificate(subject, (certificate) => checkAuthentication(authority, certificate)),
    ),
    measure(
      [issuanceService],
      withCertificate(subject, (certificate) => checkIssuance(authority, certificate, subject)),
    ),
    measure(
      [registryA5.service, registryA13.service],
      withCertificate(subject, (certificate) => checkRegistries(authority, certificate)),
    ),
    subject.profile.hasFce
      ? measure(
          [creditInvoiceService],
          withCertificate(subject, (certificate) => checkCreditInvoices(authority, certificate, subject.now)),
        )
      : undefined,
  ]);
  return { connection, authentication, issuance, registry, ...(fce && { fce }) };
}

type CheckProblem = AuthorityProblem | null;

async function measure(services: string[], check: Promise<CheckProblem>): Promise<StatusCheck> {
  const startedMs = performance.now();
  const problem = await withTimeout(maxMs, check, () => down(services, `no answer within ${maxMs / 1_000} s`));
  return { ms: Math.round(performance.now() - startedMs), problem };
}

const down = (services: string[], detail: string): AuthorityProblem => ({ kind: "down", services, detail });

async function withCertificate(
  { certificate, profile, production, now }: StatusSubject,
  check: (certificate: ActiveCertificate) => Promise<CheckProblem>,
): Promise<CheckProblem> {
  if (!certificate) return lackOfCertificate(profile, production);
  if (certificate.expiresAt.getTime() <= now) {
    const detail = `it expired on ${certificate.expiresAt.toISOString().slice(0, 10)}`;
    const delegation = delegationOf(certificate);
    return { kind: "expiredCertificate", services: [issuanceService], detail, ...(delegation && { delegation }) };
  }
  return check(certificate);
}

/** Problem of a missing certificate, with the delegation if the operator has to install it. */
export const lackOfCertificate = ({ cuit, isDelegated }: IssuingProfile, production: boolean): AuthorityProblem => ({
  kind: "noCertificate",
  services: [issuanceService],
  detail: "none is active",
  ...(isDelegated && { delegation: { production, taxId: cuit, operator: null } }),
});

async function checkConnection(authority: AuthorityOptions, { production }: StatusSubject): Promise<CheckProblem> {
  const dummy = await askDummy(authority, production);
  if (dummy.outcome === "unavailable") return toProblem(dummy);
  const states = ["AppServer", "DbServer", "AuthServer"].map(
    (name) => [name, dummy.outcome === "answer" ? findText(dummy.result, name) : undefined] as const,
  );
  const ill = states.filter(([, state]) => state !== "OK");
  if (ill.length === 0) return null;
  return down([issuanceService], `it says of itself: ${ill.map(([name, state]) => `${name} ${state}`).join(", ")}`);
}

/** The authority accepts the certificate if it grants a ticket, or refuses only because the service is not delegated. */
async function checkAuthentication(authority: AuthorityOptions, certificate: ActiveCertificate): Promise<CheckProblem> {
  const ticket = await authority.tickets.getUndoubted(certificate, issuanceService);
  return ticket.outcome === "ticket" || ticket.kind === "notDelegated" ? null : toProblem(ticket);
}

async function checkIssuance(
  authority: AuthorityOptions,
  certificate: ActiveCertificate,
  { profile: { taxType, pointsOfSale }, now }: StatusSubject,
): Promise<CheckProblem> {
  const known = await readPointsOfSale(authority, certificate);
  if (known.outcome === "unavailable") return toProblem(known);
  if (known.outcome === "pointsOfSale") {
    const today = toFiscalDate(argentineDay(now));
    return aboutPoints(numbersOf(pointsOfSale.filter((each) => faultOfPoint(each, known.listed, today) !== null)));
  }

  // The list is empty, but the points of sale may still issue. So ask for the last number of each, as an issuance does first.
  const voucherType = taxType === 1 ? "6" : "11";
  const asked = numbersOf(pointsOfSale.slice(0, maxPointsAsked)).map(async (number) => ({
    number,
    answer: await queryWsfe(authority, certificate, "FECompUltimoAutorizado", [
      ["PtoVta", String(number)],
      ["CbteTipo", voucherType],
    ]),
  }));
  const refused: number[] = [];
  for (const { number, answer } of await Promise.all(asked)) {
    if (answer.outcome === "unavailable") return toProblem(answer);
    if (answer.outcome === "answer") continue;
    if (!answer.reasons.some(({ code }) => pointOfSaleCodes.has(code)))
      return { kind: "request", services: [issuanceService], detail: describeMessages(answer.reasons) };
    refused.push(number);
  }
  return aboutPoints(refused);
}

const numbersOf = (points: UsedPoint[]): number[] => points.map(({ number }) => number);

/** Source: issuer/authority/README.md, sections 3.1 and 3.4. */
const pointOfSaleCodes: ReadonlySet<number> = new Set([10004, 10005, 11000, 11002]);

const aboutPoints = (posNumbers: number[]): CheckProblem =>
  posNumbers.length === 0
    ? null
    : { kind: "pointOfSale", services: [issuanceService], detail: "not enabled for web services", posNumbers };

/** Asks both registries about the company itself. "Not found" is also a good answer. */
async function checkRegistries(authority: AuthorityOptions, certificate: ActiveCertificate): Promise<CheckProblem> {
  const answers = await Promise.all([
    askRegistry(authority, certificate, registryA5, "getPersona_v2", certificate.cuit),
    askRegistry(authority, certificate, registryA13, "getPersona", certificate.cuit),
  ]);
  const problems = answers.flatMap((answer) => (answer.outcome === "unavailable" ? [toProblem(answer)] : []));
  const worst = problems.find(({ kind }) => kind !== "down") ?? problems[0];
  if (!worst) return null;
  // Name all services with this problem, so that the reader can solve them together.
  return { ...worst, services: problems.filter(({ kind }) => kind === worst.kind).flatMap(({ services }) => services) };
}

/** Asks about the company itself. A refusal is also a good answer: the registry knows the ticket. */
async function checkCreditInvoices(
  authority: AuthorityOptions,
  certificate: ActiveCertificate,
  now: number,
): Promise<CheckProblem> {
  const about = { taxId: certificate.cuit, date: toFiscalDate(argentineDay(now)) };
  const told = await askObligation(authority, certificate, about);
  return told.outcome === "unavailable" ? toProblem(told) : null;
}

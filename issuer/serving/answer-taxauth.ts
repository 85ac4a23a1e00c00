import type { ActiveCertificate } from "../../shared/db/company/certificates.js";
import type { AuthorityAnswer, AuthorityAsk } from "../../shared/db/issuer-requests/authority-question.js";
import type { IssuingProfile } from "../../shared/db/issuing/issuing-profile.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { checkDelegation, noneOf } from "../authority/check-delegation.js";
import { askObligation } from "../authority/fecred/obligation.js";
import { toProblem } from "../authority/problem.js";
import { findPerson } from "../authority/registry/registry.js";
import { creditInvoiceService } from "../authority/services.js";
import { checkStatus, lackOfCertificate } from "../authority/status.js";
import type { TicketUnavailability } from "../authority/wsaa/unavailable.js";
import type { AuthorityOptions } from "../authority/wsfe/client.js";
import { readLastNumber, readRecordedVoucher } from "../authority/wsfe/sequence-queries.js";
import { readPointsOfSale, readQuotation, readTable } from "../authority/wsfe/wsfe-tables.js";
import { adoptNumber } from "../operator/adopt-number.js";
import { decide, type OperatorDeps } from "../operator/decide.js";
import { findUnclaimed } from "../operator/find-unclaimed.js";
import { type ReportOperatorDeps, resolveReport } from "../operator/resolve-report.js";
import { showEvidence } from "../operator/show-evidence.js";

export interface TaxauthDeps {
  operator: OperatorDeps;
  reports: ReportOperatorDeps;
  authority: AuthorityOptions;
  findCertificate(companyId: number, production: boolean): Promise<ActiveCertificate | undefined>;
  getProfile(companyId: number, production: boolean): Promise<IssuingProfile>;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Asks the authority one question with the company's certificate. Failures of the authority are answers too, not errors. */
export async function answerTaxauth(
  deps: TaxauthDeps,
  { companyId, production }: Tenant,
  ask: AuthorityAsk,
): Promise<AuthorityAnswer> {
  const { authority, now } = deps;
  const certificate = await deps.findCertificate(companyId, production);
  if (ask.kind === "status") {
    const profile = await deps.getProfile(companyId, production);
    return { outcome: "status", ...(await checkStatus(authority, { certificate, profile, production, now: now() })) };
  }
  if (ask.kind === "delegation") {
    const profile = await deps.getProfile(companyId, production);
    const services = certificate
      ? await checkDelegation(authority, certificate, profile)
      : noneOf(profile, lackOfCertificate(profile, production));
    return { outcome: "delegation", services };
  }
  const toKey = ({ posNumber, voucherType }: Pick<SequenceKey, "posNumber" | "voucherType">): SequenceKey => ({
    companyId,
    production,
    posNumber,
    voucherType,
  });
  // Who looked at the authority's own pages decides without a certificate, too.
  if (ask.kind === "decide" && ask.unseen) return decide(deps.operator, toKey(ask), ask);
  if (!certificate) {
    const problem = lackOfCertificate(await deps.getProfile(companyId, production), production);
    return { outcome: "unavailable", problem };
  }
  switch (ask.kind) {
    case "person": {
      const found = await findPerson(authority, certificate, ask.taxId);
      if (found.outcome !== "found") return toAnswer(found);
      return { outcome: "person", person: found.person, partial: found.isPartial };
    }
    case "fceObligation": {
      const told = await askObligation(authority, certificate, ask);
      if (told.outcome !== "refused") return toAnswer(told);
      const problem = { kind: "request" as const, services: [creditInvoiceService], detail: told.cause };
      return { outcome: "unavailable", problem };
    }
    case "table":
      return toAnswer(await readTable(authority, certificate, ask.table, toFiscalDate(argentineDay(now()))));
    case "pointsOfSale":
      return toAnswer(await readPointsOfSale(authority, certificate));
    case "quotation":
      return toAnswer(await readQuotation(authority, certificate, ask.currency, ask.date));
    case "lastNumber":
      return toAnswer(await readLastNumber(authority, certificate, ask));
    case "voucher":
      return toAnswer(await readRecordedVoucher(authority, certificate, ask));
    case "evidence":
      return showEvidence(deps.operator, toKey(ask), ask.issuanceId);
    case "decide":
      return decide(deps.operator, toKey(ask), ask);
    case "adoptNumber":
      return adoptNumber(deps.operator, toKey(ask), ask);
    case "unclaimed":
      return findUnclaimed(deps.operator, toKey(ask), ask.issuanceId);
    case "resolveReport":
      return resolveReport(deps.reports, toKey(ask), ask);
  }
}

const toAnswer = <Answer extends AuthorityAnswer>(outcome: Answer | TicketUnavailability): Answer | AuthorityAnswer =>
  "permanent" in outcome ? { outcome: "unavailable", problem: toProblem(outcome) } : outcome;

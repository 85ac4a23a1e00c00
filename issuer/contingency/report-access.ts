import type { OpenReport } from "../../shared/db/contingency/reports.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { toProblem } from "../authority/problem.js";
import type { Credentials } from "../authority/wsaa/tickets.js";
import type { Ticket } from "../authority/wsaa/wsaa.js";
import type { Authority } from "../authority/wsfe/client.js";
import { differingFields } from "../authority/wsfe/equal-content.js";
import type { Entrance } from "../authority-access.js";
import { type Evidence, noEvidence } from "../evidence.js";
import type { ReportAuthority, ReportSession } from "./report-deps.js";

/** Opens the authority for the reports of a sequence. Its exchanges are evidence about the vouchers' issuances. */
export const createReportAccess = (
  authority: Authority,
  enter: Entrance,
  evidence: Evidence = noEvidence,
): ReportAuthority => ({
  async open(key) {
    const entered = await enter(key);
    if (entered.outcome === "open")
      return { outcome: "open", session: openSession(authority, evidence, entered.certificate, entered.ticket, key) };
    const { reason } = entered;
    return { outcome: "unavailable", cause: "cause" in reason ? reason.cause : reason.code };
  },
});

function openSession(
  authority: Authority,
  { watch }: Evidence,
  certificate: Credentials,
  opened: Ticket,
  { posNumber, voucherType }: SequenceKey,
): ReportSession {
  let ticket = opened;
  return {
    report(reports, mayStart) {
      const run = { posNumber, voucherType, caea: reports[0]?.caea.code ?? "", vouchers: reports };
      return watch(reports.flatMap(idOf), (witness) => authority.report(certificate, ticket, run, mayStart, witness));
    },
    lastNumber: (about) =>
      watch(idOf(about), (witness) => authority.lastNumber(certificate, ticket, { posNumber, voucherType }, witness)),
    async lookUp(report) {
      const { number } = report;
      const found = await watch(idOf(report), (witness) =>
        authority.consult(certificate, ticket, { posNumber, voucherType, number }, witness),
      );
      if (found.outcome !== "found") return found;
      const { content, cae, observations } = found.voucher;
      const differences = differingFields(contentOf(authority, report), { ...content, CodAutorizacion: cae });
      return { outcome: "found", differences, observations };
    },
    async renewTicket() {
      const renewed = await authority.renewTicket(certificate, ticket);
      if (renewed.outcome === "unavailable") return toProblem(renewed);
      ticket = renewed.ticket;
      return undefined;
    },
  };
}

const idOf = ({ issuanceId }: OpenReport): number[] => (issuanceId === null ? [] : [issuanceId]);

/** What the authority has of it once it is reported. When it was issued is told by no answer. */
const contentOf = (authority: Authority, { number, declared, caea }: OpenReport): Record<string, string> => ({
  ...authority.contentOf({ number, declared }),
  EmisionTipo: "CAEA",
  CodAutorizacion: caea.code,
});

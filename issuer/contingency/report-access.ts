import type { OpenReport } from "../../shared/db/contingency/reports.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Authority } from "../authority/wsfe/client.js";
import { differingFields } from "../authority/wsfe/equal-content.js";
import type { AccessGrant, CredentialProvider } from "../authority-access/credential-provider.js";
import { type ExchangeLog, noExchangeLog } from "../authority-access/exchange-log.js";
import type { ReportAuthority, ReportSession } from "./report-deps.js";

/** Opens the authority for the reports of a sequence. Its exchanges are evidence about the vouchers' issuances. */
export const createReportAccess = (
  authority: Authority,
  enter: CredentialProvider,
  evidence: ExchangeLog = noExchangeLog,
): ReportAuthority => ({
  async open(key) {
    const entered = await enter(key);
    if (entered.outcome === "open")
      return { outcome: "open", session: openSession(authority, evidence, entered.admission, key) };
    const { reason } = entered;
    return { outcome: "unavailable", cause: "problem" in reason ? reason.problem.detail : reason.code };
  },
});

function openSession(
  authority: Authority,
  { watch }: ExchangeLog,
  admission: AccessGrant,
  { posNumber, voucherType }: SequenceKey,
): ReportSession {
  return {
    report(reports, mayStart) {
      const run = { posNumber, voucherType, caea: reports[0]?.caea.code ?? "", vouchers: reports };
      return watch(reports.flatMap(idOf), (witness) =>
        authority.report(admission.certificate, admission.ticket, run, mayStart, witness),
      );
    },
    lastNumber: (about) =>
      watch(idOf(about), (witness) =>
        authority.lastNumber(admission.certificate, admission.ticket, { posNumber, voucherType }, witness),
      ),
    async lookUp(report) {
      const { number } = report;
      const found = await watch(idOf(report), (witness) =>
        authority.consult(admission.certificate, admission.ticket, { posNumber, voucherType, number }, witness),
      );
      if (found.outcome !== "found") return found;
      const { content, cae, observations } = found.voucher;
      const differences = differingFields(contentOf(authority, report), { ...content, CodAutorizacion: cae });
      return { outcome: "found", differences, observations };
    },
    renewTicket: admission.renew,
  };
}

const idOf = ({ issuanceId }: OpenReport): number[] => (issuanceId === null ? [] : [issuanceId]);

/** Content of a report at the authority once it is there. When it was issued is told by no answer. */
const contentOf = (authority: Authority, { number, declared, caea }: OpenReport): Record<string, string> => ({
  ...authority.contentOf({ number, declared }),
  EmisionTipo: "CAEA",
  CodAutorizacion: caea.code,
});

import type { SequenceKey } from "../../shared/domain/sequence.js";
import { failpoint } from "../../shared/failpoints/failpoint.js";
import type { Log } from "../../shared/logging/log.js";
import { logStage, preciseNowMs } from "../../shared/process/stages.js";
import { sequenceName } from "../../shared/queues/issuance.js";
import { withTraceparent } from "../../shared/tracing/tracing.js";
import type { Authority } from "../authority/wsfe/client.js";
import { differingFields } from "../authority/wsfe/equal-content.js";
import type { ExchangeRecorder } from "../authority/wsfe/wsfe-call.js";
import type { AuthorityAccess, AuthoritySession } from "../issuing/deps.js";
import type { AccessGrant, CredentialProvider } from "./credential-provider.js";
import { type ExchangeLog, noExchangeLog } from "./exchange-log.js";

/** Opens the authority for a sequence, with a certificate that acts for the company and a valid access ticket. */
export const createAuthorityAccess = (
  authority: Authority,
  enter: CredentialProvider,
  log: Log,
  evidence: ExchangeLog = noExchangeLog,
): AuthorityAccess => ({
  async open(key) {
    const entered = await enter(key);
    if (entered.outcome === "unavailable") return entered;
    return { outcome: "open", session: openSession(authority, evidence, entered.admission, key, log) };
  },
});

const toList = (issuanceId: number | undefined) => (issuanceId === undefined ? [] : [issuanceId]);

/** Nothing checks the clock after this point: a process that is paused here sends its request when it wakes. */
function failBeforeSend(): true {
  failpoint("before_first_byte");
  return true;
}

function openSession(
  authority: Authority,
  { watch }: ExchangeLog,
  admission: AccessGrant,
  key: SequenceKey,
  log: Log,
): AuthoritySession {
  const { posNumber, voucherType } = key;
  /** Logs the cause of an answer that decides nothing. Later code sees only the outcome. */
  function logUndecided<Answer extends { outcome: string; cause?: string }>(
    asked: string,
    answer: Answer,
    number?: number,
  ) {
    const { outcome, cause } = answer;
    if (outcome === "unknown" || outcome === "notSent")
      log.warn({ sequence: sequenceName(key), number, asked, outcome, cause }, "no answer that decides anything");
    return answer;
  }
  return {
    async requestCae(submissions, mayStart) {
      const run = { posNumber, voucherType, vouchers: submissions };
      const fromMs = preciseNowMs();
      const ask = (witness?: ExchangeRecorder) => {
        const { certificate, ticket } = admission;
        return authority.requestCae(certificate, ticket, run, () => mayStart() && failBeforeSend(), witness);
      };
      // One request has one place in one trace: that of its first voucher.
      const answers = await withTraceparent(submissions[0]?.trace, () =>
        watch(
          submissions.map(({ id }) => id),
          ask,
        ),
      );
      for (const submission of submissions) logStage(log, "call", submission.id, fromMs, submission);
      failpoint("after_answer");
      return answers.map((answer, at) => logUndecided("CAE", answer, submissions[at]?.number));
    },
    consult: async (number, issuanceId) =>
      logUndecided(
        "voucher",
        await watch(toList(issuanceId), (witness) =>
          authority.consult(admission.certificate, admission.ticket, { posNumber, voucherType, number }, witness),
        ),
        number,
      ),
    lastNumber: async (issuanceId) =>
      logUndecided(
        "last number",
        await watch(toList(issuanceId), (witness) =>
          authority.lastNumber(admission.certificate, admission.ticket, { posNumber, voucherType }, witness),
        ),
      ),
    contentOf: ({ number, declared }) => authority.contentOf({ number, declared }),
    compare: ({ number, declared }, found) => differingFields(authority.contentOf({ number, declared }), found),
    isListed: () => admission.isListed(),
    renewTicket: admission.renew,
    explainRefusal: admission.explainRefusal,
  };
}

import type { ActiveCertificate } from "../shared/db/company/certificates.js";
import { type NoVoucher, notAsked } from "../shared/domain/issuance-outcome.js";
import type { SequenceKey } from "../shared/domain/sequence.js";
import { tenantKey } from "../shared/domain/tenant.js";
import { failpoint } from "../shared/failpoint.js";
import type { Log } from "../shared/log.js";
import { sequenceName } from "../shared/queues/issuance.js";
import { logStage, preciseNowMs } from "../shared/stages.js";
import { toProblem } from "./authority/problem.js";
import type { Ticket } from "./authority/wsaa/wsaa.js";
import type { Authority } from "./authority/wsfe/client.js";
import { differingFields } from "./authority/wsfe/equal-content.js";
import { type Evidence, noEvidence } from "./evidence.js";
import type { AuthorityAccess, AuthoritySession } from "./issuing/deps.js";

/** How long a certificate is cached. A newly installed one takes effect within this time. */
const certificateAgeMs = 5_000;

type FindCertificate = (companyId: number, production: boolean) => Promise<ActiveCertificate | undefined>;

/** A company's certificate, with a valid access ticket; or why there is none. */
export type Entrance = (
  key: SequenceKey,
) => Promise<
  { outcome: "open"; certificate: ActiveCertificate; ticket: Ticket } | { outcome: "unavailable"; reason: NoVoucher }
>;

/** Lets a company in to the authority. */
export function createEntrance(authority: Authority, findCertificate: FindCertificate): Entrance {
  const recent = new Map<string, { readAtMs: number; certificate: ActiveCertificate }>();

  async function certificateOf(sequence: SequenceKey): Promise<ActiveCertificate | undefined> {
    const name = tenantKey(sequence);
    const known = recent.get(name);
    if (known && performance.now() - known.readAtMs < certificateAgeMs) return known.certificate;
    const certificate = await findCertificate(sequence.companyId, sequence.production);
    if (certificate) recent.set(name, { readAtMs: performance.now(), certificate });
    else recent.delete(name);
    return certificate;
  }

  return async (key) => {
    const certificate = await certificateOf(key);
    if (!certificate) return { outcome: "unavailable", reason: noCertificate };
    const obtained = await authority.ticketFor(certificate);
    if (obtained.outcome === "unavailable") return { outcome: "unavailable", reason: notAsked(toProblem(obtained)) };
    return { outcome: "open", certificate, ticket: obtained.ticket };
  };
}

/** Opens the authority for a sequence, with the company's certificate and a valid access ticket. */
export function createAuthorityAccess(
  authority: Authority,
  findCertificate: FindCertificate,
  log: Log,
  evidence: Evidence = noEvidence,
): AuthorityAccess {
  const enter = createEntrance(authority, findCertificate);
  return {
    async open(key) {
      const entered = await enter(key);
      if (entered.outcome === "unavailable") return entered;
      const { certificate, ticket } = entered;
      return { outcome: "open", session: openSession(authority, evidence, certificate, ticket, key, log) };
    },
  };
}

const toList = (issuanceId: number | undefined) => (issuanceId === undefined ? [] : [issuanceId]);

const noCertificate: NoVoucher = {
  code: "VALIDATION_ERROR",
  message: "The company has no active tax-authority certificate in this environment; install one before issuing.",
};

/** Nothing checks the clock after this point: a process that is paused here sends its request when it wakes. */
function failBeforeSend(): true {
  failpoint("before_first_byte");
  return true;
}

function openSession(
  authority: Authority,
  { watch }: Evidence,
  certificate: ActiveCertificate,
  opened: Ticket,
  key: SequenceKey,
  log: Log,
): AuthoritySession {
  const { posNumber, voucherType } = key;
  let ticket = opened;
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
      const answers = await watch(
        submissions.map(({ id }) => id),
        (witness) => authority.requestCae(certificate, ticket, run, () => mayStart() && failBeforeSend(), witness),
      );
      for (const { id } of submissions) logStage(log, "call", id, fromMs);
      failpoint("after_answer");
      return answers.map((answer, at) => logUndecided("CAE", answer, submissions[at]?.number));
    },
    consult: async (number, issuanceId) =>
      logUndecided(
        "voucher",
        await watch(toList(issuanceId), (witness) =>
          authority.consult(certificate, ticket, { posNumber, voucherType, number }, witness),
        ),
        number,
      ),
    lastNumber: async (issuanceId) =>
      logUndecided(
        "last number",
        await watch(toList(issuanceId), (witness) =>
          authority.lastNumber(certificate, ticket, { posNumber, voucherType }, witness),
        ),
      ),
    contentOf: ({ number, declared }) => authority.contentOf({ number, declared }),
    compare: ({ number, declared }, found) => differingFields(authority.contentOf({ number, declared }), found),
    async renewTicket() {
      const renewed = await authority.renewTicket(certificate, ticket);
      if (renewed.outcome === "unavailable") return toProblem(renewed);
      ticket = renewed.ticket;
      return undefined;
    },
  };
}

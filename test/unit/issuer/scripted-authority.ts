import { toDetail } from "../../../issuer/authority/wsfe/cae-request.js";
import { toContent } from "../../../issuer/authority/wsfe/content.js";
import { differingFields } from "../../../issuer/authority/wsfe/equal-content.js";
import { noContingency } from "../../../issuer/issuing/contingency-deps.js";
import type { AuthoritySession, IssuanceStore, IssuerDeps } from "../../../issuer/issuing/deps.js";
import { openSequenceSession, type SequenceSession } from "../../../issuer/issuing/fenced-sequence.js";
import type { Approval } from "../../../shared/db/issuing/approve.js";
import type { Doubt } from "../../../shared/db/issuing/doubts.js";
import type { OwnedSequence, Situation } from "../../../shared/db/issuing/sequences.js";
import type { Renumbering } from "../../../shared/db/issuing/write-ahead.js";
import type { AuthorityProblem } from "../../../shared/domain/authority-problem.js";
import type {
  AuthorityVoucher,
  CaeOutcome,
  ConsultOutcome,
  LastNumberOutcome,
} from "../../../shared/domain/cae-outcome.js";
import type { Declaration } from "../../../shared/domain/declaration.js";
import type { StoredAs } from "../../../shared/domain/evidence.js";
import type { NoVoucher } from "../../../shared/domain/issuance-outcome.js";
import type { Log } from "../../../shared/logging/log.js";
import { untold } from "../../chaos/simulation/store.js";
import { submission } from "./submission.js";

export const taken: OwnedSequence = {
  id: 1,
  key: { companyId: 1, production: false, posNumber: 1, voucherType: 6 },
  epoch: 7,
  token: "-77",
  lastNumber: 41,
  lastDate: null,
  unverified: false,
};

export const approved: CaeOutcome = {
  outcome: "approved",
  cae: "70000000000001",
  caeExpirationDate: "20261201",
  observations: [],
  authorityTimeMs: null,
};
export const stale: CaeOutcome = {
  outcome: "stale",
  reasons: [{ code: 10016, msg: "not the next one" }],
  authorityTimeMs: null,
};
/** Why the authority gives no new ticket. */
export const refusedLogin: AuthorityProblem = { kind: "certificate", services: ["wsfe"], detail: "cms.cert.untrusted" };
export const noTicket: CaeOutcome = { outcome: "ticket", reasons: [{ code: 600, msg: "token expired" }] };
export const lostAnswer: CaeOutcome = { outcome: "unknown", cause: "no answer" };
export const closed: CaeOutcome = { outcome: "refused", reasons: [{ code: 10005, msg: "point of sale" }] };
export const badContent: CaeOutcome = { outcome: "rejected", reasons: [{ code: 10013, msg: "document" }] };

export const last = (number: number, authorityTimeMs: number | null = null): LastNumberOutcome => ({
  outcome: "known",
  number,
  authorityTimeMs,
});
export const noLast: LastNumberOutcome = { outcome: "unknown", cause: "no answer", permanent: false, reasons: [] };
export const neverLast: LastNumberOutcome = { ...noLast, permanent: true };
export const noConsult: ConsultOutcome = { outcome: "unknown", cause: "no answer" };
export const absent: ConsultOutcome = { outcome: "absent" };

/** Our voucher 42 as the authority holds it, with these changes to its content and to the voucher's other fields. */
export const heldVoucher = (
  changes: Record<string, string> = {},
  voucher: Partial<AuthorityVoucher> = {},
): AuthorityVoucher => ({
  content: { ...toContent(toDetail(submission)), ...changes },
  numberTo: submission.number,
  cae: "70000000000000",
  caeExpirationDate: "20261202",
  voucherDate: submission.declared.voucherDate,
  processedAtMs: null,
  observations: [],
  ...voucher,
});
export const found = (...voucher: Parameters<typeof heldVoucher>): ConsultOutcome => ({
  outcome: "found",
  voucher: heldVoucher(...voucher),
});
export const dated = (voucherDate: string): ConsultOutcome => found({}, { voucherDate });

/** Changes that make the content another sale's, or only nearly equal to ours. */
export const otherSale = { DocNro: "30710151543", ImpTotal: "7" };
export const nearSale = { ImpNeto: "7" };

export interface Script {
  /** One per call: one outcome for all numbers of a batch, or a list with one for each. Afterwards every answer is lost. */
  answers?: (CaeOutcome | CaeOutcome[])[];
  /** One per question; the last one repeats. Default: no answer. */
  lastNumbers?: LastNumberOutcome[];
  /** The same, by number. Default: nothing is found. */
  consults?: Record<number, ConsultOutcome | ConsultOutcome[]>;
  /** Default: an open point of sale, and a database that lost no commits. */
  situation?: Partial<Situation>;
  freed?: Declaration[];
  /** Others had numbers behind ours before an answer freed them. */
  freedBetween?: boolean;
  /** The voucher that our database has under the number already. */
  kept?: StoredAs;
  /** How many of the numbers behind it have a voucher here. Default: none. */
  explained?: number;
  /** The ticket lists the company, and so does the one that replaces it. Default: yes. */
  isListed?: boolean;
  renewedIsListed?: boolean;
  /** Why no new ticket is given. Default: one is. */
  renews?: AuthorityProblem;
  /** The time to open the connection, per call. */
  connectMs?: number[];
  isCurrent?: boolean;
  /** Commits that another taker has made void. */
  isVoid?: ("renumber" | "markResolving" | "markUnconfirmed")[];
  refusalQuietMs?: number;
}

/** The steps in order, and the values that the steps do not show. */
interface Told {
  done: string[];
  approvals: Approval[];
  renumberings: Renumbering[];
  doubts: (Doubt | undefined)[];
  /** The write-aheads of repeated requests, with the position in `done` of what followed. */
  aheads: { number: number; isListed?: boolean; before: number }[];
  outcomes: NoVoucher[];
  announced: number[];
  pausesMs: number[];
  /** Error log lines: they are meant for the operator. */
  errors: { fields: Record<string, unknown>; message: string }[];
}

/** An issuer whose authority and database answer by the script. @param names adds the number to each step that settles */
export function openScript(script: Script = {}, names = false) {
  const told: Told = {
    done: [],
    approvals: [],
    renumberings: [],
    doubts: [],
    aheads: [],
    outcomes: [],
    announced: [],
    pausesMs: [],
    errors: [],
  };
  const { done } = told;
  const { lastNumbers = [noLast], consults = {}, isVoid = [] } = script;
  const [answers, connectMs] = [[...(script.answers ?? [])], [...(script.connectMs ?? [])]];
  let nowMs = 5_000;
  /** The next position in each list; the last element repeats. */
  const turns = new Map<unknown, number>();
  function next<Answer>(of: Answer[]): Answer | undefined {
    const turn = turns.get(of) ?? 0;
    turns.set(of, turn + 1);
    return of[Math.min(turn, of.length - 1)];
  }
  const store: Partial<IssuanceStore> = {
    isCurrent: async () => script.isCurrent ?? true,
    approve: async (_taken, approvals, limits) => {
      done.push(
        `approve ${approvals.map((approval) => approval.submission.number).join(" ")}${limits ? " and go on" : ""}`,
      );
      told.approvals.push(...approvals);
      return {
        approved: approvals.map((approval) => ({ ...approval, voucherId: 1, progress: untold })),
        othersWait: true,
      };
    },
    settleWithoutVoucher: async (_taken, { number }, state, outcome, release) => {
      done.push(
        `${state}${names ? ` ${number}` : ""} ${outcome.code}${release?.isRemembered ? ", and remember the number" : ""}`,
      );
      told.outcomes.push(outcome);
      return true;
    },
    returnToQueue: async (_taken, { number }, release) => {
      done.push(`return ${number}${release?.isRemembered ? ", and remember the number" : ""}`);
      return true;
    },
    renumber: async (_taken, one, to) => {
      done.push(`renumber ${to.lastNumber + 1}`);
      told.renumberings.push(to);
      return isVoid.includes("renumber") ? undefined : { ...one, number: to.lastNumber + 1 };
    },
    markResolving: async () => {
      done.push("resolving");
      return !isVoid.includes("markResolving");
    },
    markUnconfirmed: async (_taken, _submission, doubt) => {
      done.push("unconfirmed");
      told.doubts.push(doubt);
      return !isVoid.includes("markUnconfirmed");
    },
    readSituation: async () => ({ companyCode: "demo", kind: "open", unverified: false, ...script.situation }),
    findFreed: async () => script.freed ?? [],
    hasFreedBetween: async () => script.freedBetween ?? false,
    findStoredVoucher: async () => script.kept ?? null,
    countKnown: async () => script.explained ?? 0,
    submitAgain: async (_taken, { number }, sentWith) => {
      told.aheads.push({ number, ...sentWith, before: done.length });
      return script.isCurrent ?? true;
    },
  };
  const session: AuthoritySession = {
    async requestCae(submissions, mayStart) {
      const forAll = (outcome: CaeOutcome) => submissions.map(() => outcome);
      nowMs += connectMs.shift() ?? 10;
      if (!mayStart()) return forAll({ outcome: "notSent", cause: "dropped" });
      done.push(`send ${submissions.map(({ number }) => number).join(" ")}`);
      const answer = answers.shift() ?? { outcome: "unknown", cause: "the script is over" };
      return Array.isArray(answer) ? answer : forAll(answer);
    },
    async consult(number) {
      done.push(`consult ${number}`);
      const answer = consults[number] ?? absent;
      return Array.isArray(answer) ? (next(answer) ?? absent) : answer;
    },
    async lastNumber() {
      done.push("ask the last");
      return next(lastNumbers) ?? noLast;
    },
    contentOf: (sent) => toContent(toDetail(sent)),
    compare: (sent, content) => differingFields(toContent(toDetail(sent)), content),
    isListed: () => (done.includes("renew") ? (script.renewedIsListed ?? true) : (script.isListed ?? true)),
    async renewTicket() {
      done.push("renew");
      return script.renews;
    },
    explainRefusal: (detail) => ({ kind: "notDelegated", services: ["wsfe"], detail }),
  };
  const silent = () => undefined;
  const deps = {
    store: store as IssuanceStore,
    announce: (id: number) => void told.announced.push(id),
    enqueueAfterCommit: silent,
    clock: {
      monotonicMs: () => nowMs,
      sleep: async (ms: number) => {
        told.pausesMs.push(ms);
        nowMs += ms;
      },
    },
    onCommit: silent,
    contingency: noContingency,
    refusalQuietMs: script.refusalQuietMs ?? 86_400_000,
    batchMax: 3,
    log: {
      info: silent,
      warn: silent,
      error: (fields: Record<string, unknown>, message: string) => void told.errors.push({ fields, message }),
    } as unknown as Log,
  } as unknown as IssuerDeps;
  const sequence: SequenceSession = openSequenceSession(deps, taken, session);
  return { sequence, told, questions: () => done.filter((one) => /^(send|consult|ask)/.test(one)).length };
}

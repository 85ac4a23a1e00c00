import type { Reachability } from "../../shared/db/issuing/issuer-hearings.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { BusyError } from "../../shared/queues/errors.js";
import type { Listener } from "../issuing/contingency-deps.js";

/** Whether the authority answers the other issuers and not this one. */
export interface IsolationDetector {
  listener: Listener;
  /** While this is true, this issuer takes no sequence of the environment: the other issuers issue. */
  isIsolated(production: boolean): boolean;
  /** This issuer's latest calls were not answered, whatever the cause. */
  isFailing(production: boolean): boolean;
}

export const neverIsolated: IsolationDetector = {
  listener: () => undefined,
  isIsolated: () => false,
  isFailing: () => false,
};

/** @throws BusyError while this issuer is cut off: any issuer may take the job up after a moment */
export function deferToOthers(cutOff: IsolationDetector, { production }: Tenant, attempt: number): void {
  if (cutOff.isIsolated(production))
    throw new BusyError("the tax authority answers the other issuers alone", Math.min(1_000, 100 * 2 ** (attempt - 1)));
}

interface IsolationDetectorOptions {
  /** Writes down what this issuer hears. Gives what the other running issuers hear. */
  exchange(own: Reachability[]): Promise<Reachability[]>;
  /** Asks the authority about a sequence. `listener` is told of this call too. */
  ask(key: SequenceKey): Promise<unknown>;
  monotonicMs(): number;
  /** Called when an environment becomes cut off, or is so no longer. */
  turned(production: boolean, isIsolated: boolean): void;
}

/** Reachability of the authority in one environment. Times by the monotonic clock. */
interface CallWindow {
  production: boolean;
  answeredAtMs: number | null;
  failingSinceMs: number | null;
  /** How many calls in a row were not answered. */
  failed: number;
  /** When the latest login that failed began. */
  loginMs: number | null;
  /** The companies of the calls that were not answered. */
  companies: Set<number>;
  /** The sequence of the last call that was answered. Before the first answer: that of the first call that failed. */
  about: SequenceKey | null;
  isIsolated: boolean;
  isAsking: boolean;
  askedAtMs: number;
  othersFail: boolean;
  wroteAtMs: number;
}

const allIsWell = () => ({ failingSinceMs: null, failed: 0, loginMs: null, companies: new Set<number>() });

/** How many calls in a row must fail before this issuer can be cut off: one may fail by chance. */
const leastFailed = 2;
/** How many companies are remembered, at most. Two already show that the authority is not silent about one company alone. */
const maxCompanies = 50;
/** While the calls of any issuer fail, each issuer that had no answer for this long asks a question of its own. */
const askAfterMs = 5_000;
/** How long an answer to another issuer shows that the authority is there. Longer than the time between two questions. */
const freshMs = 12_000;
/** How often this issuer writes down that it works, while all is well. */
const writeEveryMs = 4_000;

/**
 * Compares what this issuer hears with what the others hear. It is cut off while others are answered and none of its own calls is.
 * So nobody is cut off in an outage, or where only one issuer runs. It comes back with its first answer.
 * Source: issuer/README.md, section 13.
 */
export function createIsolationDetector({
  exchange,
  ask,
  monotonicMs,
  turned,
}: IsolationDetectorOptions): IsolationDetector & { round(): Promise<void> } {
  const newHearing = (production: boolean): CallWindow => ({
    ...{
      production,
      answeredAtMs: null,
      ...allIsWell(),
      about: null,
      isIsolated: false,
      isAsking: false,
      othersFail: false,
    },
    ...{ askedAtMs: Number.NEGATIVE_INFINITY, wroteAtMs: Number.NEGATIVE_INFINITY },
  });
  const environments = [newHearing(true), newHearing(false)] as const;
  const [ofProduction, ofHomologation] = environments;
  const of = (production: boolean) => (production ? ofProduction : ofHomologation);

  function setCutOff(hearing: CallWindow, isIsolated: boolean): void {
    if (hearing.isIsolated === isIsolated) return;
    hearing.isIsolated = isIsolated;
    turned(hearing.production, isIsolated);
  }

  function toNote({ production, answeredAtMs, failingSinceMs, about }: CallWindow): Reachability {
    const ago = (atMs: number | null) => (atMs === null ? null : monotonicMs() - atMs);
    return { production, answeredAgoMs: ago(answeredAtMs), failingAgoMs: ago(failingSinceMs), about };
  }

  function judge(hearing: CallWindow, others: Reachability[]): void {
    const { failingSinceMs, failed, companies } = hearing;
    const failingForMs = failingSinceMs === null ? 0 : monotonicMs() - failingSinceMs;
    // The authority may be silent about one company alone. So an answer to others counts if it is about a company whose call failed
    // here. Any answer counts once calls of several companies failed, and while this issuer is cut off.
    const isAboutAll = ({ about }: Reachability) =>
      hearing.isIsolated || companies.size > 1 || (about !== null && companies.has(about.companyId));
    const isAnswered = (other: Reachability) =>
      other.answeredAgoMs !== null && other.answeredAgoMs < Math.min(failingForMs, freshMs) && isAboutAll(other);
    setCutOff(hearing, failed >= leastFailed && others.some(isAnswered));
  }

  /** Asks the authority a question of this issuer's own, if one is due: callers may make too few calls to judge by. */
  function askIfDue(hearing: CallWindow, others: Reachability[]): void {
    const nowMs = monotonicMs();
    const isFailing = hearing.failingSinceMs !== null;
    const answering = others.find(({ failingAgoMs, about }) => failingAgoMs === null && about !== null);
    const known = isFailing ? (answering?.about ?? hearing.about) : hearing.about;
    const about = known ?? others.find((other) => other.about !== null)?.about;
    const isDoubtful = others.length > 0 && (isFailing || hearing.othersFail);
    const authorityTimeMs = Math.max(hearing.answeredAtMs ?? Number.NEGATIVE_INFINITY, hearing.askedAtMs);
    if (!about || !isDoubtful || hearing.isAsking || nowMs - authorityTimeMs < askAfterMs) return;
    Object.assign(hearing, { isAsking: true, askedAtMs: nowMs });
    ask(about)
      .catch(() => undefined)
      .finally(() => {
        hearing.isAsking = false;
      });
  }

  return {
    isIsolated: (production) => of(production).isIsolated,
    isFailing: (production) => of(production).failingSinceMs !== null,
    listener({ companyId, production, posNumber, voucherType }, { heard, startedAtMs, kind }) {
      const hearing = of(production);
      const key = { companyId, production, posNumber, voucherType };
      if (heard === "answer") {
        Object.assign(hearing, { answeredAtMs: monotonicMs(), about: key }, allIsWell());
        setCutOff(hearing, false);
      } else if (startedAtMs > (hearing.answeredAtMs ?? Number.NEGATIVE_INFINITY)) {
        // All calls that need the same certificate wait for the same login. Its failure counts once.
        if (kind === "login" && startedAtMs === hearing.loginMs) return;
        if (kind === "login") hearing.loginMs = startedAtMs;
        hearing.failingSinceMs = Math.min(hearing.failingSinceMs ?? startedAtMs, startedAtMs);
        hearing.failed += 1;
        hearing.about ??= key;
        if (hearing.companies.size < maxCompanies) hearing.companies.add(companyId);
      }
    },
    async round() {
      const nowMs = monotonicMs();
      const isDue = ({ failingSinceMs, othersFail, wroteAtMs }: CallWindow) =>
        failingSinceMs !== null || othersFail || nowMs - wroteAtMs >= writeEveryMs;
      const due = environments.filter(isDue);
      const heard = await exchange(due.map(toNote));
      for (const hearing of due) hearing.wroteAtMs = nowMs;
      for (const hearing of environments) {
        const others = heard.filter(({ production }) => production === hearing.production);
        hearing.othersFail = others.some(({ failingAgoMs }) => failingAgoMs !== null);
        judge(hearing, others);
        askIfDue(hearing, others);
      }
    },
  };
}

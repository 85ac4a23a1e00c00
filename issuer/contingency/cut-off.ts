import type { IssuerHearing } from "../../shared/db/issuing/issuer-hearings.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { BusyError } from "../../shared/queues/errors.js";
import type { Listener } from "./deps.js";

/** Whether the authority answers the other issuers and not this one. */
export interface CutOff {
  listener: Listener;
  /** Then this issuer takes no sequence of the environment: the others issue. */
  isCutOff(production: boolean): boolean;
  /** Its latest calls were not answered, whoever's fault that is. */
  isFailing(production: boolean): boolean;
}

export const neverCutOff: CutOff = { listener: () => undefined, isCutOff: () => false, isFailing: () => false };

/** @throws BusyError while this issuer is cut off: any issuer may take the job up after a moment */
export function leaveToOthers(cutOff: CutOff, { production }: Tenant, attempt: number): void {
  if (cutOff.isCutOff(production))
    throw new BusyError("the tax authority answers the other issuers alone", Math.min(1_000, 100 * 2 ** (attempt - 1)));
}

interface Options {
  /** Writes down what this issuer hears, and gives what the others hear that work now. */
  exchange(own: IssuerHearing[]): Promise<IssuerHearing[]>;
  /** Asks the authority about a sequence, through the access whose calls `listener` is told of. */
  ask(key: SequenceKey): Promise<unknown>;
  monotonicMs(): number;
  /** Told when it changes. */
  turned(production: boolean, isCutOff: boolean): void;
}

/** What this issuer hears in one environment. Times by the monotonic clock. */
interface Hearing {
  production: boolean;
  answeredAtMs: number | null;
  failingSinceMs: number | null;
  /** How many calls in a row were not answered, and about which companies. */
  failed: number;
  loginMs: number | null;
  companies: Set<number>;
  /** The sequence about which it was answered last, or could not ask if it never was. */
  about: SequenceKey | null;
  isCutOff: boolean;
  isAsking: boolean;
  askedAtMs: number;
  othersFail: boolean;
  wroteAtMs: number;
}

const allIsWell = () => ({ failingSinceMs: null, failed: 0, loginMs: null, companies: new Set<number>() });

/** One call may fail by chance. */
const leastFailed = 2;
/** Of how many companies it is kept that a call about them failed: whether one or more is all that counts. */
const mostCompanies = 50;
/** While the calls of any issuer fail, each of them that heard nothing for so long asks for itself. */
const askAfterMs = 5_000;
/** An answer to another issuer tells for so long that the authority is there. Longer than the time between two questions. */
const freshMs = 12_000;
/** While all is well, it is written so often that this issuer works. */
const writeEveryMs = 4_000;

/**
 * Compares what this issuer hears with what the others hear. Only while others are answered, and none of its own calls, it is cut
 * off: with one issuer, or in an outage, nobody is. It comes back with its first answer. Source: issuer/README.md, section 13.
 */
export function createCutOff({ exchange, ask, monotonicMs, turned }: Options): CutOff & { round(): Promise<void> } {
  const open = (production: boolean): Hearing => ({
    ...{
      production,
      answeredAtMs: null,
      ...allIsWell(),
      about: null,
      isCutOff: false,
      isAsking: false,
      othersFail: false,
    },
    ...{ askedAtMs: Number.NEGATIVE_INFINITY, wroteAtMs: Number.NEGATIVE_INFINITY },
  });
  const environments = [open(true), open(false)] as const;
  const [ofProduction, ofHomologation] = environments;
  const of = (production: boolean) => (production ? ofProduction : ofHomologation);

  function turn(hearing: Hearing, isCutOff: boolean): void {
    if (hearing.isCutOff === isCutOff) return;
    hearing.isCutOff = isCutOff;
    turned(hearing.production, isCutOff);
  }

  function toNote({ production, answeredAtMs, failingSinceMs, about }: Hearing): IssuerHearing {
    const ago = (atMs: number | null) => (atMs === null ? null : monotonicMs() - atMs);
    return { production, answeredAgoMs: ago(answeredAtMs), failingAgoMs: ago(failingSinceMs), about };
  }

  function judge(hearing: Hearing, others: IssuerHearing[]): void {
    const { failingSinceMs, failed, companies } = hearing;
    const failingForMs = failingSinceMs === null ? 0 : monotonicMs() - failingSinceMs;
    // The authority may be silent about one company alone. Once it is known that it is not, any answer to others tells the same.
    const isAboutAll = ({ about }: IssuerHearing) =>
      hearing.isCutOff || companies.size > 1 || (about !== null && companies.has(about.companyId));
    const isAnswered = (other: IssuerHearing) =>
      other.answeredAgoMs !== null && other.answeredAgoMs < Math.min(failingForMs, freshMs) && isAboutAll(other);
    turn(hearing, failed >= leastFailed && others.some(isAnswered));
  }

  /** A question of its own tells more than the calls of callers, which may be few. */
  function askIfDue(hearing: Hearing, others: IssuerHearing[]): void {
    const nowMs = monotonicMs();
    const isFailing = hearing.failingSinceMs !== null;
    const answering = others.find(({ failingAgoMs, about }) => failingAgoMs === null && about !== null);
    const known = isFailing ? (answering?.about ?? hearing.about) : hearing.about;
    const about = known ?? others.find((other) => other.about !== null)?.about;
    const isDoubtful = others.length > 0 && (isFailing || hearing.othersFail);
    const heardAtMs = Math.max(hearing.answeredAtMs ?? Number.NEGATIVE_INFINITY, hearing.askedAtMs);
    if (!about || !isDoubtful || hearing.isAsking || nowMs - heardAtMs < askAfterMs) return;
    Object.assign(hearing, { isAsking: true, askedAtMs: nowMs });
    ask(about)
      .catch(() => undefined)
      .finally(() => {
        hearing.isAsking = false;
      });
  }

  return {
    isCutOff: (production) => of(production).isCutOff,
    isFailing: (production) => of(production).failingSinceMs !== null,
    listener({ companyId, production, posNumber, voucherType }, { heard, startedAtMs, kind }) {
      const hearing = of(production);
      const key = { companyId, production, posNumber, voucherType };
      if (heard === "answer") {
        Object.assign(hearing, { answeredAtMs: monotonicMs(), about: key }, allIsWell());
        turn(hearing, false);
      } else if (startedAtMs > (hearing.answeredAtMs ?? Number.NEGATIVE_INFINITY)) {
        // Who needs the same certificate hears of the same login.
        if (kind === "login" && startedAtMs === hearing.loginMs) return;
        if (kind === "login") hearing.loginMs = startedAtMs;
        hearing.failingSinceMs = Math.min(hearing.failingSinceMs ?? startedAtMs, startedAtMs);
        hearing.failed += 1;
        hearing.about ??= key;
        if (hearing.companies.size < mostCompanies) hearing.companies.add(companyId);
      }
    },
    async round() {
      const nowMs = monotonicMs();
      const isDue = ({ failingSinceMs, othersFail, wroteAtMs }: Hearing) =>
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

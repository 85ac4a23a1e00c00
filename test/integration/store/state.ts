import type { ContingencyRow } from "../../chaos/simulation/rows.js";

/** What a store has, in a form that does not depend on how it stores it. Times are in milliseconds since the beginning of the case. */
export interface State {
  /** By `company/key`. */
  issuances: Record<string, IssuanceState>;
  /** By sequence: those in line and not, in the order of their places. */
  lines: Record<string, string[]>;
  sequences: Record<string, SequenceState>;
  /** By the number of the company. */
  quotas: Record<string, { reserved: number; used: number }>;
  vouchers: VoucherState[];
  /** By sequence. */
  leases: Record<string, { holder: string; untilMs: number }>;
  freed: { sequence: string; number: number; issuance: string; total: string }[];
  batches: BatchState[];
  /** By the number of the company. A company without a row is like one of which nothing is known. */
  contingencies: Record<string, ContingencyState>;
  reports: ReportState[];
  /** Points of sale that are declared as unused under a code. */
  unused: UnusedState[];
}

interface UnusedState {
  company: number;
  posNumber: number;
  code: string;
  askedAtMs: number;
  isInformed: boolean;
  isRefused: boolean;
}

interface IssuanceState {
  sequence: string;
  state: string;
  revision: number;
  number: number | null;
  doubt: string | null;
  why: string | null;
  isDenied: boolean;
  looks: { at: number; questions: number }[] | null;
  refusal: { quietMs: number; sends: number; reasons: unknown } | null;
  outcome: string | null;
  isBackground: boolean;
  mayFailOver: boolean;
  isBatched: boolean;
  isListed: boolean;
  isBarred: boolean;
  suspectSinceMs: number | null;
  /** What is declared. Null when the voucher has it. */
  declared: { total: string; net: string; date: string; further: unknown[] } | null;
  recordedAtMs: number;
  deadlineAtMs: number;
  authorityTimeMs: number | null;
  /** It was recorded on another timeline. */
  isLost: boolean;
}

interface SequenceState {
  epoch: number;
  lastNumber: number | null;
  lastDate: string | null;
  isUnverified: boolean;
  isShared: boolean;
  authorityTimeMs: number | null;
  retryAtMs: number | null;
  /** A person said when that of these numbers nothing is known here. */
  missing: { from: number; to: number; atMs: number; without: number[] } | null;
  /** It was taken last on another timeline. */
  isLost: boolean;
}

interface VoucherState {
  sequence: string;
  number: number;
  /** Null of an imported one. */
  issuance: string | null;
  cae: string;
  isCaea: boolean;
  date: string;
  total: string;
}

interface BatchState {
  company: number;
  isCancelled: boolean;
  isFinished: boolean;
  isLost: boolean;
  elements: {
    key: string;
    state: string;
    issuance: string | null;
    revision: number | null;
    outcome: string | null;
    hasAttempt: boolean;
    settledAtMs: number | null;
  }[];
}

/** Of a silence and of a trial only what still means something: null while calls are answered, and while nothing tries. */
interface ContingencyState extends Omit<ContingencyRow, "companyId" | "exists" | "trialId" | "probedSequenceId"> {
  trial: string | null;
}

interface ReportState {
  sequence: string;
  number: number;
  issuance: string;
  code: string;
  state: string;
  tries: number;
  dueAtMs: number;
  listedAtMs: number | null;
  hiddenSinceMs: number | null;
  isGap: boolean;
  errors: number[];
}

import type { CallReport, Outage } from "../../shared/db/contingency/silence.js";
import { type Tenant, tenantKey } from "../../shared/domain/tenant.js";
import type { FinishedCall, Listener } from "../issuing/contingency-deps.js";

/** View of all contingencies in a process. It may be old by a second; the database decides. */
export interface OutageView {
  /** A point of sale stands in for one of the company's. */
  isPrepared(tenant: Tenant): boolean;
  /** A contingency lasts. */
  mayLast(tenant: Tenant): boolean;
  /** A silence, or a contingency that ends by itself: an answer to a request for a CAE changes it. */
  isOpen(tenant: Tenant): boolean;
  noteActive(tenant: Tenant): void;
}

/** Keeps what was read last. `refresh` replaces it. */
export function createOutageView(): OutageView & { refresh(read: { prepared: Tenant[]; watched: Outage[] }): void } {
  let prepared = new Set<string>();
  let open = new Set<string>();
  let active = new Set<string>();
  const keys = (tenants: Tenant[]) => new Set(tenants.map(tenantKey));
  return {
    isPrepared: (tenant) => prepared.has(tenantKey(tenant)),
    mayLast: (tenant) => active.has(tenantKey(tenant)),
    isOpen: (tenant) => open.has(tenantKey(tenant)),
    noteActive(tenant) {
      active.add(tenantKey(tenant));
      open.add(tenantKey(tenant));
    },
    refresh(read) {
      prepared = keys(read.prepared);
      active = keys(read.watched.filter(({ activeSinceMs }) => activeSinceMs !== null));
      open = keys(read.watched.filter((one) => isInOutage(one) || endsByItself(one)));
    },
  };
}

export const isInOutage = ({ silentSinceMs, issuingSinceMs }: Outage) =>
  silentSinceMs !== null || issuingSinceMs !== null;
const endsByItself = ({ activeSinceMs, byHand }: Outage) => activeSinceMs !== null && !byHand;

/** State of a company's calls in this process. Times by the monotonic clock. */
interface CallState {
  tenant: Tenant;
  answeredAtMs: number;
  issuedAtMs: number;
  /** Last answer that the row knows from this process. */
  wroteAnsweredAtMs: number;
  wroteIssuedAtMs: number;
  /** When the end of a contingency was last written. */
  wroteEndAtMs: number;
  /** When the calls without an answer began that are not written yet. */
  calls: number[];
  requests: number[];
  /** The latest of them. Companies that share a certificate hear of the same login more than once. */
  latestLoginMs: number;
  cause: string | null;
  isReady: boolean;
  /** Refusals of the company alone, in a row, that are not written yet. */
  refused: number;
  refusal: string | null;
  /** How often something came between refusals, and how often the row knows of: what was refused before counts for nothing. */
  breaks: number;
  wroteBreaks: number;
}

/** The most calls of one company that are kept until the next round: two are enough to begin a contingency. */
const maxKept = 20;
const endAgainMs = 500;
const never = Number.NEGATIVE_INFINITY;

export interface Silence {
  listener: Listener;
  /** A voucher was granted, or found. Returns at once. */
  issued(tenant: Tenant): void;
  /** The watch's question was answered. */
  ready(tenant: Tenant): void;
  /**
   * Reads what the rows do not know yet, and what contradicts them. Once it is `written`, the next call gives what is new since, and what
   * of other companies was not written.
   */
  readNotes(watched: Outage[]): { notes: CallReport[]; written(of: Tenant[]): void };
}

/**
 * Keeps what the calls of this process tell, until the next round writes it down. While all is well nothing is written: an answer
 * is, as soon as a row shows a silence that it contradicts, whose calls ever that silence is made of.
 * @param writeIssued ends the contingency of a company. Returns at once
 * @param isIsolated the authority answers others and not this process: then its calls say nothing
 */
export function createOutageRecorder(
  knowledge: OutageView,
  writeIssued: (tenant: Tenant) => void,
  monotonicMs: () => number,
  isIsolated: (production: boolean) => boolean = () => false,
): Silence {
  const ears = new Map<string, CallState>();

  function earOf({ companyId, production }: Tenant): CallState {
    const tenant = { companyId, production };
    const ear = ears.get(tenantKey(tenant)) ?? {
      ...{ tenant, answeredAtMs: never, issuedAtMs: never, wroteAnsweredAtMs: never, wroteIssuedAtMs: never },
      ...{ wroteEndAtMs: never, calls: [], requests: [], latestLoginMs: never, cause: null, isReady: false },
      ...{ refused: 0, refusal: null, breaks: 0, wroteBreaks: 0 },
    };
    ears.set(tenantKey(tenant), ear);
    return ear;
  }

  function end(ear: CallState): void {
    if (monotonicMs() - ear.wroteEndAtMs < endAgainMs) return;
    ear.wroteEndAtMs = monotonicMs();
    writeIssued(ear.tenant);
  }

  /** Only refusals in a row count: whoever is served, or not answered, is not refused alone. */
  function noteAccess(ear: CallState, access: FinishedCall["access"], isInOutage: boolean): void {
    if (access !== null && access !== "served") {
      ear.refused += 1;
      ear.refusal = access.refusal;
    } else if (access === "served" || isInOutage) Object.assign(ear, { refused: 0, breaks: ear.breaks + 1 });
  }

  function issued(tenant: Tenant): void {
    if (!knowledge.isPrepared(tenant)) return;
    const ear = earOf(tenant);
    noteAccess(ear, "served", false);
    ear.answeredAtMs = ear.issuedAtMs = monotonicMs();
    if (knowledge.isOpen(tenant)) end(ear);
  }

  /** Ends what began before an answer of this process, which did not know of it. */
  function endLate(ear: CallState, row: Outage): void {
    const issuedMs = row.nowMs - (monotonicMs() - ear.issuedAtMs);
    if (endsByItself(row) && ear.issuedAtMs > ear.wroteEndAtMs && issuedMs > (row.activeSinceMs ?? 0)) end(ear);
  }

  function readNote(ear: CallState, row: Outage | undefined): { note: CallReport; written(): void } | undefined {
    // An answer breaks the silence of every call that began before it.
    ear.calls = ear.calls.filter((atMs) => atMs > ear.answeredAtMs);
    ear.requests = ear.requests.filter((atMs) => atMs > ear.issuedAtMs);
    const { tenant, cause, isReady, answeredAtMs, issuedAtMs } = ear;
    const [calls, requests] = [[...ear.calls], [...ear.requests]];
    const isNews = calls.length > 0 || requests.length > 0;
    const isSilence = isNews || (row !== undefined && isInOutage(row));
    const isAnswered = isSilence && answeredAtMs > ear.wroteAnsweredAtMs;
    const isIssued = isSilence && issuedAtMs > ear.wroteIssuedAtMs;
    // What was refused counts while a contingency lasts that ends by itself, and not what was refused before.
    const counts = row !== undefined && endsByItself(row);
    if (!counts) Object.assign(ear, { refused: 0, wroteBreaks: ear.breaks });
    const { refused, refusal, breaks } = ear;
    const refusedAnew = breaks > ear.wroteBreaks;
    const isRefused = refused > 0 || (refusedAnew && counts && row.refused > 0);
    if (!isNews && !isAnswered && !isIssued && !isReady && !isRefused) return undefined;

    const nowMs = monotonicMs();
    const ago = (atMs: number) => nowMs - atMs;
    const heard = {
      answeredAgoMs: isAnswered ? ago(answeredAtMs) : null,
      issuedAgoMs: isIssued ? ago(issuedAtMs) : null,
    };
    const note = {
      ...tenant,
      ...heard,
      calls: calls.map(ago),
      requests: requests.map(ago),
      cause,
      isReady,
      refused,
      refusal,
      refusedAnew,
    };
    return {
      note,
      written() {
        ear.calls = ear.calls.filter((atMs) => !calls.includes(atMs));
        ear.requests = ear.requests.filter((atMs) => !requests.includes(atMs));
        if (isReady) ear.isReady = false;
        if (ear.breaks === breaks) ear.refused -= refused;
        ear.wroteBreaks = breaks;
        if (isAnswered) ear.wroteAnsweredAtMs = answeredAtMs;
        if (isIssued) ear.wroteIssuedAtMs = issuedAtMs;
      },
    };
  }

  return {
    issued,
    ready: (tenant) => {
      earOf(tenant).isReady = true;
    },
    listener(key, { heard, startedAtMs, kind, issues, cause, access }) {
      if (!knowledge.isPrepared(key)) return;
      if (issues) return issued(key);
      const ear = earOf(key);
      if (heard === "answer" || !isIsolated(key.production)) noteAccess(ear, access, heard !== "answer");
      if (heard === "answer") {
        ear.answeredAtMs = monotonicMs();
        return;
      }
      if (isIsolated(key.production) || ear.calls.length >= maxKept) return;
      if (kind === "login" && startedAtMs === ear.latestLoginMs) return;
      if (kind === "login") ear.latestLoginMs = startedAtMs;
      ear.calls.push(startedAtMs);
      if (kind === "request") ear.requests.push(startedAtMs);
      ear.cause = cause;
    },
    readNotes(watched) {
      const rows = new Map(watched.map((row) => [tenantKey(row), row]));
      const read = [...ears].flatMap(([name, ear]) => {
        const row = rows.get(name);
        if (!knowledge.isPrepared(ear.tenant)) ears.delete(name);
        if (row) endLate(ear, row);
        return readNote(ear, row) ?? [];
      });
      return {
        notes: read.map(({ note }) => note),
        written(of) {
          const names = new Set(of.map(tenantKey));
          for (const { note, written } of read) if (names.has(tenantKey(note))) written();
        },
      };
    },
  };
}

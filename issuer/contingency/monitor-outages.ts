import type { AuthorityProbe } from "../../shared/db/contingency/probes.js";
import type { Outage } from "../../shared/db/contingency/silence.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { isInOutage } from "./outage-recorder.js";

/** Work of the monitor, as plain functions, so that the simulation runs the same code. Each is one statement for all companies. */
export interface WatchDeps {
  /** Reads what is silent or lasts, into this process's knowledge too. */
  listOutages(): Promise<Outage[]>;
  /** Writes down what this process heard since, and what contradicts these rows. */
  recordCalls(watched: Outage[]): Promise<void>;
  /** Begins the contingencies of all silences that have lasted. Gives whose began. */
  begin(): Promise<Tenant[]>;
  /** Ends the contingencies that only numbers in doubt keep. */
  endDespiteDoubt(): Promise<void>;
  /** Ends the contingencies of companies that the authority refuses, and nobody else. */
  endRefused(): Promise<void>;
  /** How many more questions of an environment this process may ask now. */
  freePlaces(production: boolean): number;
  /** Gives for whom this process, and no other, asks now: at most `limit`. */
  claimProbes(production: boolean, limit: number): Promise<AuthorityProbe[]>;
  /** Begins to ask the authority about the company, and returns at once: an answer may take as long as the silence. */
  startProbe(probe: AuthorityProbe): void;
  /** Begins to wake the sequences of these companies that have issuances in line, and returns at once. */
  wakeLines(tenants: Tenant[]): void;
  /** How long calls must go unanswered until a contingency begins. */
  afterMs: number;
  /** How long questions must be answered without a break until a number in doubt keeps no contingency. */
  doubtKeepsMs: number;
  /** How many refusals of the company alone, in a row, end its contingency. */
  refusalsEnd: number;
}

/**
 * One round of the watch over all companies: writes down what was heard, begins and ends what is due, and asks the authority where it
 * is silent. A contingency ends as soon as a request for a CAE is answered, whoever sent it. Source: issuer/README.md, section 13.
 */
export async function monitorOutages(deps: WatchDeps): Promise<void> {
  const watched = await deps.listOutages();
  // Before anything begins: other processes may count what this one has heard otherwise.
  await deps.recordCalls(watched);
  const begun = watched.some((one) => hasLasted(one, deps.afterMs)) ? await deps.begin() : [];
  if (begun.length > 0) deps.wakeLines(begun);
  if (watched.some(({ nowMs, readySinceMs }) => readySinceMs !== null && nowMs - readySinceMs >= deps.doubtKeepsMs))
    await deps.endDespiteDoubt();
  if (watched.some(({ refused }) => refused >= deps.refusalsEnd)) await deps.endRefused();

  for (const production of [true, false]) {
    const limit = deps.freePlaces(production);
    if (limit > 0 && watched.some((one) => one.production === production && isAskedFor(one)))
      for (const probe of await deps.claimProbes(production, limit)) deps.startProbe(probe);
  }
}

function hasLasted({ activeSinceMs, silentSinceMs, issuingSinceMs, nowMs }: Outage, afterMs: number): boolean {
  const sinceMs = Math.min(silentSinceMs ?? Number.POSITIVE_INFINITY, issuingSinceMs ?? Number.POSITIVE_INFINITY);
  return activeSinceMs === null && nowMs - sinceMs >= afterMs;
}

/** One begun by hand ends by hand, so nothing is to be found out. */
const isAskedFor = (one: Outage) => (one.activeSinceMs === null ? isInOutage(one) : !one.byHand);

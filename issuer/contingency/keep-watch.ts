import type { Watched } from "../../shared/db/contingency/silence.js";
import type { Tenant } from "../../shared/domain/tenant.js";

/** What the watch does, as plain functions, so that the simulation runs the same code. */
export interface WatchDeps {
  /** Reads what is silent or lasts, into this process's knowledge too. */
  listWatched(): Promise<Watched[]>;
  /** True for one issuer alone, at most once in this time. */
  claimProbe(tenant: Tenant, everyMs: number): Promise<boolean>;
  /** Begins to ask the authority about the company, and returns at once: an answer may take as long as the silence. */
  startProbe(one: Watched): void;
  /** Gives whether the contingency began. */
  begin(tenant: Tenant): Promise<boolean>;
  /** Wakes the sequences of the company that have issuances in line. */
  wakeLines(tenant: Tenant): Promise<void>;
  /** How long a silence lasts until a contingency begins. */
  afterMs: number;
}

/** While a contingency lasts, the authority is asked this often at least. */
const probeEveryMs = 10_000;

/**
 * One round of the watch over all companies: asks the authority where it is silent, and begins what is due. A contingency ends as
 * soon as a request for a CAE is answered, whoever sent it. Source: issuer/README.md, section 13.
 */
export async function keepWatch(deps: WatchDeps): Promise<void> {
  const watched = await deps.listWatched();
  await Promise.all(watched.map((one) => watch(deps, one)));
}

async function watch(deps: WatchDeps, one: Watched): Promise<void> {
  const isActive = one.activeSinceMs !== null;
  const silentMs = one.silentSinceMs === null ? 0 : one.nowMs - one.silentSinceMs;
  if (!isActive && one.silentSinceMs !== null && silentMs >= deps.afterMs && (await deps.begin(one)))
    await deps.wakeLines(one);

  // One begun by hand ends by hand, so nothing is to be found out.
  if (isActive && one.byHand) return;
  const everyMs = isActive ? probeEveryMs : Math.min(probeEveryMs, deps.afterMs / 4);
  if (await deps.claimProbe(one, everyMs)) deps.startProbe(one);
}

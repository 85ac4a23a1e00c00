import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../../shared/db/pool/database.js";
import { closeListener, holdListener, openListener, takeListened } from "../../../shared/db/webhooks/listeners.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { type ForwardResult, forwardEvent, type ListenedEvent } from "./forward-event.js";

const pollMs = 250;
/** With the longest forwarding still well below the minute after which no more is recorded. */
const holdMs = 5_000;

interface Listening {
  url: string;
  secret: string;
  /** Types of events; "*" is all of them. */
  events: string[];
  /** Ends the listening. */
  stop: AbortSignal;
  /** Called once events are recorded. */
  onReady(): void;
  onForwarded(event: ListenedEvent, forwarded: ForwardResult): void;
}

/**
 * Forwards the events of a company in one environment, one after the other, from now on until `stop`.
 * @throws Error when this process was away for so long that events are missing
 */
export async function listen(db: Database, tenant: Tenant, listening: Listening): Promise<void> {
  const { url, secret, events, stop } = listening;
  const id = await openListener(db, tenant, { url, events });
  try {
    listening.onReady();
    for await (const event of eventsOf(db, id, stop))
      listening.onForwarded(event, await forwardEvent(url, secret, event, stop));
  } finally {
    await closeListener(db, id);
  }
}

async function* eventsOf(db: Database, id: number, stop: AbortSignal): AsyncGenerator<ListenedEvent> {
  let heldAt = performance.now();
  while (!stop.aborted) {
    if (performance.now() - heldAt > holdMs) {
      heldAt = performance.now();
      if (!(await holdListener(db, id))) throw new Error("Events are missing: this machine was away for too long.");
    }
    const event = await takeListened(db, id);
    if (event) yield event;
    else await delay(pollMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

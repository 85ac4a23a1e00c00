import type { Tenant } from "../../domain/tenant.js";
import type { Database } from "../pool/database.js";

/** How long events are recorded for a listener that was not seen. It is held far more often. */
const aliveMs = 60_000;

/** An event that was recorded for a listener. */
interface RecordedEvent {
  /** `evt_…` */
  id: string;
  type: string;
  /** As endpoints get it, byte for byte. */
  body: string;
}

/** Lets the events of these types be recorded for a listener, from now on. The mailers leave them alone. Gives its id. */
export async function openListener(
  db: Database,
  { companyId, production }: Tenant,
  { url, events }: { url: string; events: string[] },
): Promise<number> {
  const [row] = await db.$queryRaw<[{ id: number }]>`
    INSERT INTO webhook (company_id, production, url, events, listening_until)
    VALUES (${companyId}, ${production}, ${url}, ${events}, now() + ${aliveMs} * interval '1 millisecond') RETURNING id`;
  return row.id;
}

/** Says that the listener is still there. False when it was away for so long that events are missing. */
export async function holdListener(db: Database, id: number): Promise<boolean> {
  const held = await db.$executeRaw`
    UPDATE webhook SET listening_until = now() + ${aliveMs} * interval '1 millisecond' WHERE id = ${id} AND listening_until > now()`;
  return held === 1;
}

/** Takes the listener's first event away, if there is one. */
export async function takeListened(db: Database, id: number): Promise<RecordedEvent | undefined> {
  const [taken] = await db.$queryRaw<RecordedEvent[]>`
    DELETE FROM webhook_delivery WHERE id = (SELECT id FROM webhook_delivery WHERE webhook_id = ${id} ORDER BY id LIMIT 1)
    RETURNING event_id AS id, type, body`;
  return taken;
}

/** Removes a listener and what it has not taken. */
export async function closeListener(db: Database, id: number): Promise<void> {
  await db.$executeRaw`DELETE FROM webhook WHERE id = ${id} AND listening_until IS NOT NULL`;
  await db.$executeRaw`DELETE FROM webhook_delivery WHERE webhook_id = ${id}`;
}

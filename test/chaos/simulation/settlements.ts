import type { Parts } from "./parts.js";
import type { Process } from "./process.js";
import type { Row } from "./rows.js";

interface SettlementWait extends Pick<Row, "id" | "revision" | "recordedAtMs"> {
  orUnconfirmed: boolean;
}

interface Waiter extends SettlementWait {
  look(delayMs: number): void;
}

export interface Settlements {
  wait(process: Process, awaited: SettlementWait, waitMs: number): Promise<boolean>;
  changed(row: Row): void;
  announced(issuanceId: number): void;
}

const pollEveryMs = 500;

/** A model of api/issuing/settlement-notifier.ts: the poll finds every change of an issuance, an announcement finds it sooner. */
export function createSettlementNotifier({ world, requests }: Pick<Parts, "world" | "requests">): Settlements {
  const waiters = new Set<Waiter>();

  return {
    wait: (process, awaited, waitMs) =>
      new Promise((resolve) => {
        const done = (settled: boolean) => {
          if (waiters.delete(waiter)) resolve(settled);
        };
        const waiter: Waiter = {
          ...awaited,
          look: (delayMs) =>
            process.later(delayMs, () => {
              const row = requests.find(awaited.id);
              if (isOver(awaited, row)) done(true);
            }),
        };
        waiters.add(waiter);
        waiter.look(world.random.between(0, pollEveryMs));
        process.later(waitMs, () => done(false));
      }),
    changed(row) {
      for (const waiter of waiters) if (waiter.id === row.id) waiter.look(world.random.between(0, pollEveryMs));
    },
    announced(issuanceId) {
      for (const waiter of waiters) if (waiter.id === issuanceId) waiter.look(world.random.between(1, 10));
    },
  };
}

function isOver(waiter: SettlementWait, row: Row | undefined): boolean {
  if (row?.revision !== waiter.revision || row.recordedAtMs !== waiter.recordedAtMs) return true;
  if (row.state === "queued") return false;
  return row.state !== "submitted" || (waiter.orUnconfirmed && row.doubt === "unconfirmed");
}

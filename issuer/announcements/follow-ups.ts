import type { Tenant } from "../../shared/domain/tenant.js";

/** A voucher that was just recorded, and whose PDF is due. */
export interface FollowUp extends Tenant {
  voucherId: number;
  requestId: string;
  trace?: string | null | undefined;
}

interface FollowUps {
  add(followUp: FollowUp): void;
  /** Hands over at once what was gathered. */
  flush(): void;
}

/** Nobody waits for a PDF in this time, and a busy process makes a dozen vouchers in it. */
const gatherMs = 50;
const most = 100;

/** Gathers follow-ups for a moment and hands them over together: one voucher's cost two trips to Redis, and so do a hundred's. */
export function createFollowUps(handOver: (all: FollowUp[]) => void): FollowUps {
  let gathered: FollowUp[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const all = gathered;
    gathered = [];
    if (all.length > 0) handOver(all);
  }

  return {
    add(followUp) {
      gathered.push(followUp);
      if (gathered.length >= most) flush();
      else timer ??= setTimeout(flush, gatherMs);
    },
    flush,
  };
}

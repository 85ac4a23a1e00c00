import type { Tenant } from "../../shared/domain/tenant.js";

/** A voucher that was just recorded, and whose PDF is due. */
export interface AfterCommitJob extends Tenant {
  voucherId: number;
  requestId: string;
  trace?: string | null | undefined;
}

interface AfterCommitJobs {
  add(enqueueAfterCommit: AfterCommitJob): void;
  /** Hands over at once what was gathered. */
  flush(): void;
}

/** Nobody waits for a PDF in this time, and a busy process makes a dozen vouchers in it. */
const gatherMs = 50;
const most = 100;

/** Gathers follow-ups for a moment and hands them over together: one voucher's cost two trips to Redis, and so do a hundred's. */
export function createAfterCommitJobs(handOver: (all: AfterCommitJob[]) => void): AfterCommitJobs {
  let gathered: AfterCommitJob[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const all = gathered;
    gathered = [];
    if (all.length > 0) handOver(all);
  }

  return {
    add(enqueueAfterCommit) {
      gathered.push(enqueueAfterCommit);
      if (gathered.length >= most) flush();
      else timer ??= setTimeout(flush, gatherMs);
    },
    flush,
  };
}

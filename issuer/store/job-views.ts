import { LRUCache } from "lru-cache";
import type { ApprovedVoucher } from "../../shared/db/issuing/approve.js";
import { type IssuanceJobView, toJobView } from "../../shared/db/issuing/issuance-jobs.js";
import type { Commit } from "../issuing/deps.js";

export type FindView = (issuanceId: number) => Promise<IssuanceJobView | undefined>;

/** Some views are never read: in a batch, another process may run the job of an issuance recorded here. */
const maxKnown = 2_000;

/** The results that jobs report. A voucher that this process just recorded needs no query, because it never changes again. */
export function createJobViewCache(findView: FindView): { onCommit(commit: Commit): void; findView: FindView } {
  const known = new LRUCache<number, IssuanceJobView>({ max: maxKnown });
  return {
    onCommit(commit) {
      if (commit.type !== "approved") return;
      for (const approved of commit.approved) known.set(approved.submission.id, viewOf(approved));
    },
    async findView(issuanceId) {
      const view = known.get(issuanceId);
      known.delete(issuanceId);
      return view ?? findView(issuanceId);
    },
  };
}

const viewOf = ({ submission: { id, revision, number, requestId }, cae, progress }: ApprovedVoucher): IssuanceJobView =>
  toJobView({ ...progress, id, revision, number, requestId, cae, state: "approved", outcome: null });

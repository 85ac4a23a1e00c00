import type { Approved } from "../../shared/db/issuing/approve.js";
import { type IssuanceJobView, toJobView } from "../../shared/db/issuing/issuance-jobs.js";
import type { IssuanceStore } from "../issuing/deps.js";

type FindView = (issuanceId: number) => Promise<IssuanceJobView | undefined>;

/** Of a batch, some jobs come for their result in another process. */
const mostKept = 2_000;

/** What jobs report: of a voucher that this process has just recorded it is known without asking. Nothing changes it any more. */
export function keepJobViews(store: IssuanceStore, findView: FindView): { store: IssuanceStore; findView: FindView } {
  const known = new Map<number, IssuanceJobView>();
  return {
    store: {
      ...store,
      async approve(...args) {
        const result = await store.approve(...args);
        if (known.size >= mostKept) known.clear();
        for (const approved of result?.approved ?? []) known.set(approved.submission.id, viewOf(approved));
        return result;
      },
    },
    async findView(issuanceId) {
      const view = known.get(issuanceId);
      known.delete(issuanceId);
      return view ?? findView(issuanceId);
    },
  };
}

const viewOf = ({ submission, cae, progress }: Approved): IssuanceJobView =>
  toJobView({ ...submission, ...progress, cae, state: "approved", outcome: null });

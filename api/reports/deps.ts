import type { Pools } from "../databases/pools.js";
import type { ReplicaRead } from "../databases/replica.js";
import type { CommonDeps } from "../http/common-deps.js";
import type { AskAuthority } from "../taxauth/ask-authority.js";

/** Dependencies of reading: listings, reports, and what the tax authority tells. */
export interface ReadingDeps extends CommonDeps, Pick<Pools, "pages" | "reading" | "reports"> {
  /** For listings, reports and the overview. */
  read: ReplicaRead;
  askAuthority: AskAuthority;
}

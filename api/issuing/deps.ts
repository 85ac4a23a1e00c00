import type { DatabaseProbe } from "../../shared/db/pool/probe.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Pools } from "../databases/pools.js";
import type { CommonDeps } from "../http/common-deps.js";
import type { AskAuthority } from "../taxauth/ask-authority.js";
import type { EligibilityCache } from "./eligibility-cache.js";
import type { SettlementNotifier } from "./settlement-notifier.js";
import type { StandingCache } from "./standing-cache.js";

/** Dependencies of issuing. */
export interface IssuingDeps extends CommonDeps, Pick<Pools, "issuing" | "reading"> {
  eligibility: EligibilityCache;
  standings: StandingCache;
  /** Whether the database would take a change now. Asked for a sale alone whose turn did not come. */
  probe: DatabaseProbe;
  settlements: SettlementNotifier;
  /** Asks the tax authority a question that issues nothing; answers are cached for a while. */
  askAuthority: AskAuthority;
  /** Adds the issuance's job; rejects within a second when Redis is away. */
  enqueue(sequence: SequenceKey, issuance: { id: number; revision: number }, requestId: string): Promise<void>;
  /** Wakes a sequence whose line changed. Never rejects: the issuer's sweep wakes it too. */
  wakeSequence(sequence: SequenceKey, requestId: string): Promise<void>;
}

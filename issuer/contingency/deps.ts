import type { ContingencyLine, Movable, Move, MoveResult } from "../../shared/db/contingency/move-issuances.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Tenant } from "../../shared/domain/tenant.js";

/** What issuing needs to know of contingencies. Source: issuer/README.md, section 13. */
export interface ContingencyDeps {
  /** Whether this process believes that one lasts for the company. Only a hint: the database decides. */
  mayLast(tenant: Tenant): boolean;
  store: ContingencyStore;
  /** Told what becomes of the calls for issuing. Each returns at once. */
  silence: Silence;
  nowMs(): number;
}

/** Each function is one committed statement. */
export interface ContingencyStore {
  readLine(key: SequenceKey): Promise<ContingencyLine | undefined>;
  keepWithCae(all: Pick<Movable, "id" | "revision">[]): Promise<void>;
  claimTrial(tenant: Tenant, issuanceId: number): Promise<boolean>;
  move(key: SequenceKey, substitute: number, moves: Move[]): Promise<MoveResult>;
}

export interface Silence {
  /**
   * @param isRequest it was a request for a CAE
   * @param tookMs how long it went unanswered: the silence began with the call, not with its end
   */
  unanswered(tenant: Tenant, cause: string, isRequest: boolean, tookMs: number): void;
  /** A query was answered. */
  answered(tenant: Tenant): void;
  /** A request for a CAE was answered, or its voucher was found. */
  issued(tenant: Tenant): void;
}

/** Where nothing stands in for any point of sale. */
export const noContingency: ContingencyDeps = {
  mayLast: () => false,
  store: {
    readLine: async () => undefined,
    keepWithCae: async () => undefined,
    claimTrial: async () => false,
    move: async () => ({ moved: [], refused: [] }),
  },
  silence: { unanswered: () => undefined, answered: () => undefined, issued: () => undefined },
  nowMs: Date.now,
};

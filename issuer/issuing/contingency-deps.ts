import type {
  ContingencyLine,
  MovableIssuance,
  Move,
  MoveResult,
} from "../../shared/db/contingency/fail-over-issuances.js";
import type { AnswerKind } from "../../shared/domain/cae-outcome.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Tenant } from "../../shared/domain/tenant.js";

/** Dependencies of issuing on contingencies. Source: issuer/README.md, section 13. */
export interface ContingencyDeps {
  /** Whether this process believes that one lasts for the company. Only a hint: the database decides. */
  mayLast(tenant: Tenant): boolean;
  store: ContingencyStore;
  /** Told that the authority issued: a voucher was granted, or found. Returns at once. */
  issued(tenant: Tenant): void;
  nowMs(): number;
}

/** Each function is one committed statement. */
export interface ContingencyStore {
  readQueue(key: SequenceKey): Promise<ContingencyLine | undefined>;
  keepWithCae(all: Pick<MovableIssuance, "id" | "revision">[]): Promise<void>;
  claimTrial(tenant: Tenant, issuanceId: number): Promise<boolean>;
  move(key: SequenceKey, substitute: number, moves: Move[]): Promise<MoveResult>;
}

/** A call for issuing that is over. */
export interface FinishedCall {
  heard: Exclude<AnswerKind, "notAsked">;
  /** When it began, by the monotonic clock. */
  startedAtMs: number;
  /** `question`: a look-up, or a last number. `request`: for a CAE. */
  kind: "login" | "question" | "request";
  /** A request for a CAE was decided, whatever the decision. */
  issues: boolean;
  cause: string | null;
  /**
   * Access of this company, by the answer. `served`: it was let in, and the answer decides something. A text: it alone was refused, its
   * login or its ticket, with these words. Null: neither, as when there was no answer, or our own clock was wrong.
   */
  access: "served" | { refusal: string } | null;
}

/** Told of every call for issuing, when it is over. Returns at once. Calls that asked nobody are not told. */
export type Listener = (key: SequenceKey, call: FinishedCall) => void;

/** Where nothing stands in for any point of sale. */
export const noContingency: ContingencyDeps = {
  mayLast: () => false,
  store: {
    readQueue: async () => undefined,
    keepWithCae: async () => undefined,
    claimTrial: async () => false,
    move: async () => ({ moved: [], refused: [] }),
  },
  issued: () => undefined,
  nowMs: Date.now,
};

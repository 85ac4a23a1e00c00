import type { ReportStore } from "../../../issuer/contingency/report-deps.js";
import type { ContingencyStore } from "../../../issuer/issuing/contingency-deps.js";
import type { IssuanceStore } from "../../../issuer/issuing/deps.js";
import type { Claims } from "../../../issuer/operator/claims.js";
import type { AdoptionResult } from "../../../shared/db/adoption/adopt-voucher.js";
import type { AdoptionCandidate } from "../../../shared/db/adoption/claimants.js";
import type { AuthorityProbe } from "../../../shared/db/contingency/probes.js";
import type { CaeaProblem } from "../../../shared/db/contingency/problem.js";
import type { Resolution } from "../../../shared/db/contingency/resolve-report.js";
import type { CallReport, Outage } from "../../../shared/db/contingency/silence.js";
import type { DueSequence, OwnedSequence } from "../../../shared/db/issuing/sequences.js";
import type { Submission } from "../../../shared/db/issuing/submissions.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import type { Companies } from "../../chaos/simulation/companies.js";
import type { Sale } from "../../chaos/simulation/sale.js";
import type { State } from "./state.js";

/** Where a case happens: who may issue what. */
export interface Setting {
  companies: Companies;
  voucherTypes: readonly [number, ...number[]];
  /** Of each company. */
  monthlyVouchers: number;
  /** The authority was asked for the last numbers of the points of sale that stand in. */
  isSeeded: boolean;
  /** How long a caller's turn may take to come. */
  waitMs: number;
}

/** The day on which a case is, when so much time has passed since the noon at which it began. */
export const dayOf = (sinceBeginMs: number): number => Math.floor((sinceBeginMs + 43_200_000) / 86_400_000);

/** The CAE of a number, in every case. */
export const caeOf = (number: number): string => String(70_000_000_000_000 + number);

/**
 * The statements of issuing on one of two stores: the simulation's model, or PostgreSQL. A function is one statement. Those of the
 * issuer are the product's own interfaces.
 */
export interface Side {
  name: string;
  /** What its clock shows at the beginning of a case. */
  beginMs: number;
  issuing: IssuanceStore;
  moving: ContingencyStore;
  reporting: ReportStore & {
    claimDue(limit: number): Promise<SequenceKey[]>;
    giveBack(sequence: SequenceKey): Promise<void>;
    /** A person's last word. Gives the numbers that it concerns; undefined when there is nothing to decide about. */
    resolve(taken: OwnedSequence, number: number, resolution: Resolution): Promise<number[] | undefined>;
  };

  unused: {
    claim(companyId: number, posNumber: number, caeaId: number): Promise<boolean>;
    /** A person says that no missing number of the sequence is of the fortnight of the code. */
    say(sequence: SequenceKey, caeaId: number): Promise<boolean>;
    record(posNumber: number, caeaId: number, problem: CaeaProblem | null): Promise<void>;
  };

  /** What an operator does for a voucher that stands under another number. */
  claiming: Pick<Claims, "findAdoptionCandidate" | "findNumberState" | "listFreedOf" | "listEarlier"> & {
    /** @param own the issuance's number, which is freed */
    claim(
      taken: OwnedSequence,
      claimant: AdoptionCandidate,
      number: number,
      own?: Submission,
    ): Promise<AdoptionResult | "unreadable">;
  };

  requests: {
    /** Gives whether an attempt was recorded. */
    record(companyId: number, key: string, sale: Sale): Promise<boolean>;
    /** Why the key takes no new attempt for this sequence. */
    findObstacle(sequence: SequenceKey, key: string): Promise<string | undefined>;
    promote(issuanceId: number): Promise<void>;
    cancelOverdue(attempt: { id: number; revision: number }): Promise<boolean>;
    cancelAllOverdue(): Promise<number[]>;
    openSequences(): Promise<DueSequence[]>;
    dueSequences(): Promise<DueSequence[]>;
  };

  /** What stands in for the lock while Redis is away. */
  leases: {
    take(sequence: SequenceKey, holder: string): Promise<boolean>;
    extend(sequence: SequenceKey, holder: string): Promise<boolean>;
    end(sequence: SequenceKey, holder: string): Promise<void>;
  };

  batches: {
    record(companyId: number, sales: { key: string; sale: Sale }[]): Promise<void>;
    /** By its place among them, from 1. */
    cancel(place: number): Promise<number[]>;
    enqueueWaiting(): Promise<void>;
    endCancelled(): Promise<void>;
    finish(): Promise<void>;
  };

  contingency: {
    listOutages(): Promise<Outage[]>;
    recordCalls(notes: CallReport[]): Promise<void>;
    noteIssued(companyId: number): Promise<void>;
    outageStart(afterMs: number): Promise<Pick<Tenant, "companyId">[]>;
    endDespiteDoubt(): Promise<void>;
    endRefused(): Promise<void>;
    claimProbes(limit: number, pace: { afterMs: number; deferMs: number }): Promise<AuthorityProbe[]>;
    beginByHand(companyId: number): Promise<void>;
    endByHand(companyId: number): Promise<void>;
    listQueues(companyIds: number[]): Promise<SequenceKey[]>;
  };

  world: {
    /** The database's clock goes on, or steps when this is negative. */
    passMs(ms: number): Promise<void>;
    /** A copy has what was committed until now. */
    copyToStandby(): Promise<void>;
    /** The copy takes the database's place: what was committed since is lost, and this is noticed. */
    failOver(): Promise<void>;
    /** The same, and nobody has noticed it yet. */
    goBack(): Promise<void>;
    /** A person says of a company how many of the vouchers of each of its sequences under CAEA are missing. */
    verify(companyId: number, missing: number): Promise<void>;
    /** A voucher of the authority is imported, that it made at this moment. Gives whether it was added. @param caea its code, of one under CAEA */
    importVoucher(sequence: SequenceKey, number: number, sale: Sale, caea: string | null): Promise<boolean>;
    /** A person closes a key. Gives whether it was open to new attempts. */
    bar(issuanceId: number): Promise<boolean>;
    /** A person has a rejected report tried again. */
    retryReport(sequence: SequenceKey, number: number): Promise<void>;
  };

  /** What the store has now, and its issuances by id, as `company/key`. */
  read(): Promise<{ state: State; names: Map<number, string> }>;
}

import type { ContingencyLine } from "../../../shared/db/contingency/fail-over-issuances.js";
import type { OpenReport } from "../../../shared/db/contingency/reports.js";
import type { OwnedSequence } from "../../../shared/db/issuing/sequences.js";
import type { Submission } from "../../../shared/db/issuing/submissions.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { dateOf } from "../../chaos/simulation/authority.js";
import { keyOf } from "../../chaos/simulation/companies.js";
import type { Further } from "../../chaos/simulation/further.js";
import type { Sale } from "../../chaos/simulation/sale.js";

/** What a case knows of one side: what its statements gave. */
export interface Memory {
  /** The issuances by id, as they were after the last step. */
  names: Map<number, string>;
  takings: Map<string, OwnedSequence>;
  /** By `company/key`: the submission as it was read last. */
  submissions: Map<string, Submission>;
  lines: Map<string, ContingencyLine>;
  reports: Map<string, OpenReport[]>;
}

export const newMemory = (): Memory => ({
  names: new Map(),
  takings: new Map(),
  submissions: new Map(),
  lines: new Map(),
  reports: new Map(),
});

/** Parts of a sale that a case cares about. */
export interface SaleParts {
  total?: string;
  /** 0 is the first day of the case. */
  day?: number;
  contingency?: "never";
  further?: Further;
}

/** The company and the key of an issuance's name. */
export const pair = (name: string): [number, string] => {
  const [company = "", key = ""] = name.split("/");
  return [Number(company), key];
};

/** @param name such as `1-2-6`: company, point of sale, voucher type */
export const sequenceOf = (name: string): SequenceKey => {
  const [companyId = 0, posNumber = 0, voucherType = 0] = name.split("-").map(Number);
  return keyOf(companyId, posNumber, voucherType);
};

export const saleOf = (
  sequence: string,
  { total = "100.00", day = 0, contingency, further = "none" }: SaleParts,
): Sale => {
  const { posNumber, voucherType } = sequenceOf(sequence);
  return { posNumber, voucherType, total, date: dateOf(day), document: "0", contingency: contingency ?? null, further };
};

export const takingOf = ({ takings }: Memory, taker: string): OwnedSequence => {
  const taken = takings.get(taker);
  if (!taken) throw new Error(`${taker} has taken nothing`);
  return taken;
};
export const submissionOf = ({ submissions }: Memory, name: string): Submission => {
  const submission = submissions.get(name);
  if (!submission) throw new Error(`${name} was never submitted`);
  return submission;
};
export const remember = ({ submissions }: Memory, all: Submission[], companyId: number) => {
  for (const one of all) submissions.set(`${companyId}/${one.body.idempotency}`, one);
};

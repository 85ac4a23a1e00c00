import type { FieldDifference } from "../../../shared/domain/compare-vouchers.js";
import type { RecordedVoucher } from "../../../shared/domain/recorded-voucher.js";
import type { Finding } from "./compare-numbers.js";

/** How a sequence stands here and at the authority. Source: api/admin/README.md, "reconcile". */
export interface SequenceReport extends Findings {
  pos: number;
  type: number;
  /** The last number of our numbering, null when it never issued; and the authority's, null when it refuses to tell. */
  ours: number | null;
  authority: number | null;
  /** Why the authority does not tell. */
  refused: string | null;
  /** `behind`: the next issuance catches up by itself. `ahead`: ours has a number that the authority never granted. */
  numbering: "equal" | "behind" | "ahead";
  /** null when there was nothing to compare. */
  compared: NumberRange | null;
  /** Of the foreign vouchers, those that were added here by this run. */
  imported: number[];
  /** Whether something is still not as it should be. */
  differs: boolean;
}

/** What the comparison of numbers found, by kind. */
export interface Findings {
  equal: number;
  missing: { number: number; id: number }[];
  foreign: ForeignVoucher[];
  different: { number: number; id: number; fields: FieldDifference[] }[];
  /** An issuance of ours has the number, and its outcome is open. */
  unsettled: number[];
  unanswered: { number: number; cause: string }[];
  gaps: NumberRange[];
}

export interface NumberRange {
  from: number;
  to: number;
}

export type ForeignVoucher = { number: number } & Pick<
  RecordedVoucher,
  "voucherDate" | "docType" | "docNumber" | "totalAmount" | "currency" | "cae"
>;

export const noFindings = (): Findings => ({
  equal: 0,
  missing: [],
  foreign: [],
  different: [],
  unsettled: [],
  unanswered: [],
  gaps: [],
});

/** Adds a finding to the others; they come in the order of their numbers. */
export function addFinding(findings: Findings, finding: Finding): void {
  const { number } = finding;
  switch (finding.kind) {
    case "equal":
      findings.equal++;
      break;
    case "missing":
      findings.missing.push({ number, id: finding.id });
      break;
    case "foreign": {
      const { voucherDate, docType, docNumber, totalAmount, currency, cae } = finding.voucher;
      findings.foreign.push({ number, voucherDate, docType, docNumber, totalAmount, currency, cae });
      break;
    }
    case "different":
      findings.different.push({ number, id: finding.id, fields: finding.fields });
      break;
    case "unsettled":
      findings.unsettled.push(number);
      break;
    case "unanswered":
      findings.unanswered.push({ number, cause: finding.cause });
      break;
    case "gap": {
      const latest = findings.gaps.at(-1);
      if (latest?.to === number - 1) latest.to = number;
      else findings.gaps.push({ from: number, to: number });
    }
  }
}

/** Numbers that neither side knows are no difference between the two. */
export const hasDifference = (findings: Findings, imported: number[]): boolean =>
  findings.missing.length + findings.different.length + findings.unsettled.length + findings.unanswered.length > 0 ||
  findings.foreign.length > imported.length;

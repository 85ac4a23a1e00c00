import type { VoucherDifference } from "../../../shared/domain/compare-vouchers.js";
import type { NumberRange } from "../../../shared/domain/number-range.js";
import type { RecordedVoucher } from "../../../shared/domain/recorded-voucher.js";
import type { Finding } from "./compare-numbers.js";

/** A sequence compared with the authority. Source: api/admin/README.md, "reconcile". */
export interface SequenceReport extends Findings {
  pos: number;
  type: number;
  /** Our last number, null when none was issued. The authority's last number, null when it refuses to report it. */
  ours: number | null;
  authority: number | null;
  /** Why the authority refuses to report it. */
  refused: string | null;
  /** `behind`: the next issuance catches up by itself. `ahead`: ours has a number that the authority never granted, and that is not to be reported. */
  numbering: "equal" | "behind" | "ahead";
  /** null when there was nothing to compare. */
  compared: NumberRange | null;
  /** The numbers of the foreign vouchers that this run imported. */
  imported: number[];
  /** Whether a difference remains. */
  differs: boolean;
  /** No commit of the numbering is missing here. False also where it was never used. */
  verified: boolean;
  /** Why this run did not verify it. Null when it is verified, or when nobody asked. */
  notVerified: string | null;
}

/** Findings of the comparison of numbers, by kind. */
export interface Findings {
  equal: number;
  missing: { number: number; id: number }[];
  /** Under CAEA, and not reported yet: no difference. */
  unreported: { number: number; id: number }[];
  foreign: ForeignVoucher[];
  different: { number: number; id: number; fields: VoucherDifference[] }[];
  /** Numbers that are held by issuances of ours whose outcome is open. */
  unsettled: number[];
  unanswered: { number: number; cause: string }[];
  gaps: NumberRange[];
}

type ForeignVoucher = { number: number } & Pick<
  RecordedVoucher,
  "voucherDate" | "docType" | "docNumber" | "totalAmount" | "currency" | "cae"
>;

export const noFindings = (): Findings => ({
  equal: 0,
  missing: [],
  unreported: [],
  foreign: [],
  different: [],
  unsettled: [],
  unanswered: [],
  gaps: [],
});

/** Adds a finding. Findings must come in the order of their numbers. */
export function addFinding(findings: Findings, finding: Finding): void {
  const { number } = finding;
  switch (finding.kind) {
    case "equal":
      findings.equal++;
      break;
    case "missing":
      findings.missing.push({ number, id: finding.id });
      break;
    case "unreported":
      findings.unreported.push({ number, id: finding.id });
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

/** Gaps are no difference, because neither side knows these numbers. Unreported vouchers are none: they are told later. */
export const hasDifference = (findings: Findings, imported: number[]): boolean =>
  findings.missing.length + findings.different.length + findings.unsettled.length + findings.unanswered.length > 0 ||
  findings.foreign.length > imported.length;

/** How many numbers of these ranges are behind `after`. */
export const countBehind = (ranges: NumberRange[], after: number): number =>
  ranges.reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, after + 1) + 1), 0);

/** The report with what a later look at one number that was unsettled showed. */
export function withNumberAgain(report: SequenceReport, number: number, again: SequenceReport): SequenceReport {
  const merged: SequenceReport = {
    ...{
      ...report,
      ours: again.ours,
      authority: again.authority,
      numbering: again.numbering,
      verified: again.verified,
    },
    equal: report.equal + again.equal,
    missing: [...report.missing, ...again.missing],
    unreported: [...report.unreported, ...again.unreported],
    foreign: [...report.foreign, ...again.foreign],
    different: [...report.different, ...again.different],
    unsettled: [...report.unsettled.filter((one) => one !== number), ...again.unsettled],
    unanswered: [...report.unanswered, ...again.unanswered],
    gaps: [...report.gaps, ...again.gaps],
    imported: [...report.imported, ...again.imported],
  };
  const isExplained = !again.differs || hasDifference(again, again.imported);
  return { ...merged, differs: !isExplained || hasDifference(merged, merged.imported) };
}

import type { DeclaredVoucher } from "../../declared-voucher.js";
import type { GrantedVoucher } from "../../ledger.js";
import type { Finding, RuleInput } from "../../rules/finding.js";
import type { AdvanceCode, IdleDeclaration } from "../code-book.js";
import type { RegisteredPoint } from "../points-of-sale.js";

/** One FECAEADetRequest. CAEA is empty when absent. */
export type ReportedVoucher = DeclaredVoucher & { CAEA: string; CbteFchHsGen?: string | undefined };

export type ReportInput = RuleInput & {
  voucher: ReportedVoucher;
  pos: number;
  /** The code that the voucher names, of any issuer. */
  code: AdvanceCode | undefined;
  /** The points of sale that were declared without movement under that code. */
  idle: IdleDeclaration[];
  /** The registered point of sale; undefined for an issuer that registers none. */
  point: RegisteredPoint | undefined;
  /** The last voucher of the sequence. */
  last: GrantedVoucher | undefined;
};

export type ReportRule = (input: ReportInput) => Finding[];

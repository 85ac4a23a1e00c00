import type { DeclaredVoucher } from "../declared-voucher.js";
import type { FceAccounts } from "../fce-accounts.js";
import type { Ledger } from "../ledger.js";
import type { Settings } from "../settings.js";
import type { VoucherClass } from "../voucher-class.js";

/** A code and text of the authority. An observation does not refuse the voucher. */
export type Finding = { code: number; msg: string; observation?: true };

export type RuleInput = {
  voucher: DeclaredVoucher;
  pos: number;
  type: number;
  voucherClass: VoucherClass | undefined;
  /** The issuer's CUIT. */
  cuit: string;
  /** The day of the request in Argentina, yyyymmdd. */
  today: string;
  settings: Settings;
  /** The vouchers that the authority granted to all issuers. */
  granted?: Pick<Ledger, "find" | "hasPointOfSale">;
  /** The accounts of all credit invoices. */
  accounts?: FceAccounts;
};

export type Rule = (input: RuleInput) => Finding[];

/** The same as a remark. */
export const observe = (condition: boolean, code: number, msg: string): Finding[] =>
  condition ? [{ code, msg, observation: true }] : [];

/** The finding if the condition holds, otherwise nothing. */
export const when = (condition: boolean, code: number, msg: string): Finding[] => (condition ? [{ code, msg }] : []);

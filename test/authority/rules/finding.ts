import type { DeclaredVoucher } from "../declared-voucher.js";
import type { Ledger } from "../ledger.js";
import type { Settings } from "../settings.js";
import type { VoucherClass } from "../voucher-class.js";

/** A code and text of the authority. An observation is told but does not refuse the voucher. */
export type Finding = { code: number; msg: string; observation?: true };

export type RuleInput = {
  voucher: DeclaredVoucher;
  type: number;
  voucherClass: VoucherClass | undefined;
  /** The issuer. */
  cuit: string;
  /** The day of the request in Argentina, yyyymmdd. */
  today: string;
  settings: Settings;
  /** What the authority has granted, to anybody. */
  granted?: Pick<Ledger, "find" | "hasPointOfSale">;
};

export type Rule = (input: RuleInput) => Finding[];

/** The finding, when the condition that it names is met. */
export const when = (condition: boolean, code: number, msg: string): Finding[] => (condition ? [{ code, msg }] : []);

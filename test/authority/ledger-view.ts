import { Decimal } from "./decimal.js";
import type { EnvironmentName } from "./environment.js";
import type { GrantedVoucher } from "./ledger.js";

/** A granted voucher as the control routes answer it: amounts with two decimals, `declared` by the WSDL's names. */
export type LedgerView = {
  env: EnvironmentName;
  cuit: string;
  pos: number;
  type: number;
  number: number;
  numberTo: number;
  cae: string;
  caeExpiration: string;
  date: string;
  processed: string;
  foreign: boolean;
  docType: number;
  docNumber: string;
  total: string;
  net: string;
  vat: string;
  notTaxable: string;
  exempt: string;
  tributes: string;
  observations: { code: number; msg: string }[];
  declared: GrantedVoucher["declared"];
};

const cents = (amount: string) => new Decimal(amount).toFixed(2);

export function viewVoucher(env: EnvironmentName, voucher: GrantedVoucher): LedgerView {
  const { declared, grantedAtMs: _, observations, ...rest } = voucher;
  return {
    env,
    ...rest,
    docType: declared.DocTipo,
    docNumber: String(declared.DocNro),
    total: cents(declared.ImpTotal),
    net: cents(declared.ImpNeto),
    vat: cents(declared.ImpIVA),
    notTaxable: cents(declared.ImpTotConc),
    exempt: cents(declared.ImpOpEx),
    tributes: cents(declared.ImpTrib),
    observations: observations.map(({ code, msg }) => ({ code, msg })),
    declared,
  };
}

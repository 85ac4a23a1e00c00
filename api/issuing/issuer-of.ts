import type { Caller } from "../../shared/db/company/caller.js";
import { getCompanyFce } from "../../shared/db/company/company-fce.js";
import { isFceType } from "../../shared/domain/voucher-types.js";
import type { IssuingDeps } from "../environment.js";
import type { Issuer } from "../schemas/asked-fce.js";

/** What the check of a voucher needs of its company. Read for credit invoices alone: all others need nothing but their body. */
export async function issuerOf({ issuing }: IssuingDeps, caller: Caller, voucherType: unknown): Promise<Issuer> {
  const isFce = typeof voucherType === "number" && isFceType(voucherType);
  return { fce: isFce ? await getCompanyFce(issuing.of(caller), caller.companyId) : null };
}

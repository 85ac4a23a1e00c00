import type { Caller } from "../../shared/db/company/caller.js";
import { getIssuedClasses } from "../../shared/db/company/issued-classes.js";
import { isFceType, isWithheldType } from "../../shared/domain/voucher-types.js";
import { type Issuer, ordinaryIssuer } from "../schemas/asked-fce.js";
import type { IssuingDeps } from "./deps.js";

/** Reads what a voucher's check needs of its company. Only for types that not every company issues: all others need only their body. */
export async function issuerOf(
  { issuing, config }: IssuingDeps,
  caller: Caller,
  voucherType: unknown,
): Promise<Issuer> {
  const isSpecial = typeof voucherType === "number" && (isFceType(voucherType) || isWithheldType(voucherType));
  const classes = isSpecial ? await getIssuedClasses(issuing.of(caller), caller.companyId) : ordinaryIssuer;
  return { ...classes, aliquotDecimals: config.TRIBUTE_ALIQUOT_DECIMALS };
}

import { getIssuingProfile } from "../../shared/db/issuing/issuing-profile.js";
import { findLastDate } from "../../shared/db/issuing/sequences.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { IssuingDeps } from "../environment.js";
import type { Standing } from "./failure-of.js";

/** What a preview judges a voucher by, beside its content. Asked only of what was refused. */
export async function findStanding(
  { reading, now }: Pick<IssuingDeps, "reading" | "now">,
  { companyId, production }: Tenant,
  sequence: { posNumber: number; voucherType: number },
): Promise<Standing> {
  const db = reading.of({ companyId, production });
  const { posNumber, voucherType } = sequence;
  const [issuer, lastDate] = await Promise.all([
    getIssuingProfile(db, companyId, production),
    findLastDate(db, { companyId, production, posNumber, voucherType }),
  ]);
  return { issuer, lastDate, today: toFiscalDate(argentineDay(now())), ruleMoves: issuer.ruleMoves };
}

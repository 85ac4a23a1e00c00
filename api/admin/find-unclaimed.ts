import { findClaimant } from "../../shared/db/claims/claimants.js";
import type { ListedIssuance } from "../../shared/db/issuing/open-issuances.js";
import { listKeylessAt } from "../../shared/db/reconcile/keyless-vouchers.js";
import { isEqualTo } from "../../shared/domain/equal-sale.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { askIssuer } from "./ask-issuer.js";
import { reasonOf } from "./doctor/check.js";
import type { Office } from "./perform.js";

/** A voucher without a key that equals an issuance. */
interface ShownVoucher {
  pos: number;
  number: number;
  voucherDate: string;
  totalAmount: string;
  currency: string;
  cae: string;
  where: "imported" | "authority";
}

/** What `issuance show` lists of an issuance without a voucher. */
export interface Unclaimed {
  unclaimed: ShownVoucher[];
  /** Why the authority's own are not among them, or not all. Null when they are. */
  unclaimedProblem: string | null;
}

const none: Unclaimed = { unclaimed: [], unclaimedProblem: null };

/** The vouchers that an issuance may adopt: imported without a key, or at the authority alone. */
export async function findUnclaimed(
  office: Office,
  tenant: Tenant,
  { id, state, pos: posNumber, type: voucherType }: ListedIssuance,
): Promise<Unclaimed> {
  if (state === "approved") return none;
  const key = { ...tenant, posNumber, voucherType };
  const claimant = await findClaimant(office.db, key, id);
  const content = claimant?.content;
  if (!content) return none;
  const keyless = await listKeylessAt(office.db, key, content.declared.voucherDate);
  const imported = keyless
    .filter((voucher) => isEqualTo({ ...content, posNumber, voucherType, substitute: voucher.posNumber }, voucher))
    .map(({ posNumber: pos, number, voucherDate, totalAmount, currency, cae }) => {
      return { pos, number, voucherDate, totalAmount, currency, cae, where: "imported" as const };
    });
  const { vouchers, problem } = await askForUnclaimed(office, tenant, { posNumber, voucherType, issuanceId: id });
  const there = vouchers.map((voucher) => ({ pos: posNumber, ...voucher, where: "authority" as const }));
  return { unclaimed: [...imported, ...there], unclaimedProblem: problem };
}

async function askForUnclaimed(
  office: Office,
  tenant: Tenant,
  about: { posNumber: number; voucherType: number; issuanceId: number },
) {
  try {
    const answer = await askIssuer(office, tenant, { kind: "unclaimed", ...about });
    if (answer.outcome === "notDecided") return { vouchers: [], problem: answer.why };
    if (answer.outcome !== "unclaimed") throw new Error(`the issuer answered another question: ${answer.outcome}`);
    const { vouchers, isCut } = answer;
    return { vouchers, problem: isCut ? tooMany : null };
  } catch (error) {
    return { vouchers: [], problem: reasonOf(error) };
  }
}

const tooMany = "more numbers are unexplained here than were looked at: reconcile --import brings all of them in";

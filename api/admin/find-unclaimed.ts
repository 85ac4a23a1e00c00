import { findAdoptionCandidate } from "../../shared/db/adoption/claimants.js";
import { listEarlier } from "../../shared/db/adoption/earlier-contents.js";
import type { ListedIssuance } from "../../shared/db/issuing/open-issuances.js";
import { type KeylessVoucher, listKeylessOn } from "../../shared/db/reconcile/keyless-vouchers.js";
import { datesOf, isEqualAnywhere, isEqualToday } from "../../shared/domain/equal-sale.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { askIssuer } from "./ask-issuer.js";
import { reasonOf } from "./doctor/check.js";
import type { CommandContext } from "./perform.js";

type MatchedVoucher = Pick<KeylessVoucher, "number" | "voucherDate" | "totalAmount" | "currency" | "cae">;

/** A voucher without a key that equals an issuance. */
interface UnclaimedMatch extends MatchedVoucher {
  pos: number;
  type: number;
  /** When the authority processed it. */
  processedAt: string | null;
  where: "imported" | "authority";
  /** The issuance may take it: it equals what it is for now, and stands in its own numbering, or under CAEA where another point of sale stood in. */
  adoptable: boolean;
}

/** Unclaimed vouchers, which `issuance show` lists of an issuance without a voucher. */
export interface UnclaimedVouchers {
  unclaimed: UnclaimedMatch[];
  /** Why the authority's own are not among them, or not all. Null when they are. */
  unclaimedProblem: string | null;
}

const none: UnclaimedVouchers = { unclaimed: [], unclaimedProblem: null };

/** The vouchers without a key that equal an issuance: imported in any numbering, or at the authority alone in its own. */
export async function findUnclaimed(
  office: CommandContext,
  tenant: Tenant,
  { id, state, pos: posNumber, type: voucherType }: ListedIssuance,
): Promise<UnclaimedVouchers> {
  if (state === "approved") return none;
  const key = { ...tenant, posNumber, voucherType };
  const claimant = await findAdoptionCandidate(office.db, key, id);
  const content = claimant?.content;
  if (!content) return none;
  const earlier = (await listEarlier(office.db, id)).map(({ declared }) => declared);
  const sent = { ...content, voucherType, earlier };
  const keyless = await listKeylessOn(office.db, tenant, datesOf(sent));
  const imported = keyless
    .filter((voucher) => isEqualAnywhere(sent, voucher))
    .map((one) => {
      const { posNumber: pos, voucherType: type, processedAtMs, isCaea, ...voucher } = one;
      const { number, voucherDate, totalAmount, currency, cae } = voucher;
      const adoptable = isEqualToday(content, one) && type === voucherType && (pos === posNumber || isCaea);
      const shown = {
        pos,
        type,
        number,
        voucherDate,
        totalAmount,
        currency,
        cae,
        processedAt: toInstant(processedAtMs),
      };
      return { ...shown, where: "imported" as const, adoptable };
    });
  const { vouchers, problem } = await askForUnclaimed(office, tenant, { posNumber, voucherType, issuanceId: id });
  const there = vouchers.map(({ processedAtMs, isOfToday: adoptable, ...voucher }) => ({
    ...{ pos: posNumber, type: voucherType, ...voucher, processedAt: toInstant(processedAtMs) },
    ...{ where: "authority" as const, adoptable },
  }));
  return { unclaimed: [...imported, ...there], unclaimedProblem: problem };
}

async function askForUnclaimed(
  office: CommandContext,
  tenant: Tenant,
  about: { posNumber: number; voucherType: number; issuanceId: number },
) {
  try {
    const answer = await askIssuer(office, tenant, { kind: "unclaimed", ...about });
    if (answer.outcome === "notDecided") return { vouchers: [], problem: answer.why };
    if (answer.outcome !== "unclaimed") throw new Error(`the issuer answered another question: ${answer.outcome}`);
    return { vouchers: answer.vouchers, problem: answer.why ?? null };
  } catch (error) {
    return { vouchers: [], problem: reasonOf(error) };
  }
}

const toInstant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

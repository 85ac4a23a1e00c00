import type { Caller } from "../../shared/db/company/api-keys.js";
import { getIssuingProfile } from "../../shared/db/issuing/issuing-profile.js";
import { findLastDate } from "../../shared/db/issuing/sequences.js";
import { type Amounts, chooseAmounts, type VatRounding } from "../../shared/domain/amounts.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import { predictProblems } from "../../shared/domain/predictions/predict-problems.js";
import { hasQuotaLeft } from "../../shared/domain/quota.js";
import type { VatBreach } from "../../shared/domain/tolerance.js";
import type { ApiDeps } from "../environment.js";
import type { Eligibility } from "./eligibility.js";
import { explainBreach, handlingOf } from "./vat-rounding.js";

/** A reason why an issuance would fail: `code` is the authority's number, or one of our own error codes. */
interface PreviewProblem {
  field: string | null;
  code: number | string;
  message: string;
}

/** Computes the amounts of an issuance and the reasons why it would fail. Records, sends and consumes nothing. */
export async function previewIssuance(
  deps: ApiDeps,
  caller: Caller,
  { body, amounts: literal }: { body: IssuanceRequest; amounts: Amounts },
): Promise<{ totals: Record<string, string>; vat: Amounts["vatRows"]; problems: PreviewProblem[] }> {
  const { companyId, production } = caller;
  const { posNumber, voucherType } = body;
  const { amounts, breaches } = chooseAmounts(caller, body, literal);
  const day = argentineDay(deps.now());
  const db = deps.reading.of(caller);
  const [issuer, lastDate, standing] = await Promise.all([
    getIssuingProfile(db, companyId, production),
    findLastDate(db, { companyId, production, posNumber, voucherType }),
    deps.eligibility.read(caller, body),
  ]);
  const foreseen = predictProblems({ body, amounts, issuer, today: toFiscalDate(day), lastDate });
  const { net, vat, exempt, notTaxable, tributes, total, vatRows } = amounts;
  return {
    totals: { net, vat, exempt, notTaxable, tributes, total },
    vat: vatRows,
    problems: [
      ...findOwnProblems(standing),
      ...foreseen,
      ...breaches.map((breach) => toProblem(breach, caller.vatRounding)),
    ],
  };
}

const toProblem = (breach: VatBreach, vatRounding: VatRounding): PreviewProblem => ({
  field: "items",
  code: 10051,
  message: `${explainBreach(breach)} ${handlingOf[vatRounding]}`,
});

/** The reasons for which this service would refuse, before it asks the authority. */
function findOwnProblems({ subscription, usage, today, posEnabled, hasCertificate }: Eligibility): PreviewProblem[] {
  const isPaid = subscription !== null && subscription.until >= today;
  const isUsedUp = usage !== null && !hasQuotaLeft(usage);

  const problems: PreviewProblem[] = [];
  const add = (field: string | null, code: string, message: string) => problems.push({ field, code, message });
  if (!isPaid) add(null, "SUBSCRIPTION_EXPIRED", "the subscription has expired");
  if (posEnabled === null) add("posNumber", "VALIDATION_ERROR", "does not exist in this environment");
  if (posEnabled === false) add("posNumber", "VALIDATION_ERROR", "is disabled");
  if (!hasCertificate)
    add(null, "VALIDATION_ERROR", "the company has no active tax-authority certificate in this environment");
  if (isUsedUp) add(null, "SUBSCRIPTION_QUOTA_EXCEEDED", "the month's vouchers are used up");
  return problems;
}

import type { Statements } from "../../../shared/db/pool/database.js";

interface Grant {
  payment: number;
  times: number;
  state: string;
  /** By the operator's word it gives what that says. */
  isWord: boolean;
  /** Amount and currency that came, and the amount of its checkout. */
  paid: string;
  asked: string | null;
  isEnough: boolean | null;
  isOfCheckout: boolean | null;
}

/**
 * Oracle of what payments gave: a sentence for each that gave more than once, for less than its checkout asks, for another checkout, or without being
 * approved. It asks the audit log, and not `granted_at`, which the function that is judged writes itself.
 */
export async function findGrantViolations(db: Statements): Promise<string[]> {
  const grants = await db.$queryRaw<Grant[]>`
    SELECT p.id AS payment, count(*)::int AS times, p.state, p.said_by IS NOT NULL AS "isWord", concat(p.amount, ' ', p.currency) AS paid, c.amount::text AS asked,
      p.amount >= c.amount AND p.currency = 'ARS' AS "isEnough", p.reference = c.reference AS "isOfCheckout"
    FROM audit_entry a JOIN payment p ON p.id = (a.after ->> 'payment')::bigint LEFT JOIN checkout c ON c.id = p.checkout_id
    WHERE a.action IN ('subscription.renew', 'quota.extra') GROUP BY p.id, c.id ORDER BY p.id`;
  return grants.flatMap(({ payment, times, state, isWord, paid, asked, isEnough, isOfCheckout }) => [
    ...(times > 1 ? [`payment ${payment} gave ${times} times`] : []),
    ...(isWord || isEnough ? [] : [`payment ${payment} gave for ${paid} of ${asked ?? "nothing"}`]),
    ...(isWord || isOfCheckout ? [] : [`payment ${payment} gave what another checkout asks`]),
    ...(["approved", "refunded", "charged_back", "closed"].includes(state)
      ? []
      : [`payment ${payment} gave and is ${state}`]),
  ]);
}

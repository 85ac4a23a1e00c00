import type { NoVoucher } from "../domain/issuance-outcome.js";
import type { Database } from "./database.js";
import type { IssuanceState } from "./issuances.js";

/** An issuance as its job reports it on the operators' board. */
export async function findJobView(
  db: Database,
  issuanceId: number,
): Promise<
  { revision: number; state: IssuanceState; voucherNumber: number | null; detail: string | null } | undefined
> {
  const [row] = await db.$queryRaw<
    { revision: number; state: IssuanceState; voucherNumber: number | null; outcome: NoVoucher | null }[]
  >`/* prepared */ SELECT revision, state::text, number AS "voucherNumber", outcome FROM issuance WHERE id = ${issuanceId}`;
  return (
    row && { revision: row.revision, state: row.state, voucherNumber: row.voucherNumber, detail: describe(row.outcome) }
  );
}

function describe(outcome: NoVoucher | null): string | null {
  if (!outcome) return null;
  if (outcome.code === "TAXAUTH_ERROR") return outcome.reasons.map(({ code, msg }) => `(${code}) ${msg}`).join("; ");
  if (outcome.code === "TAXAUTH_CONNECTION_ERROR") return `${outcome.code}: ${outcome.cause}`;
  return outcome.code;
}

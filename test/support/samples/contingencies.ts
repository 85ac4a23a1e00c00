import { judgeFailover } from "../../../issuer/contingency/judge-failover.js";
import { failOverIssuances, readContingencyLine } from "../../../shared/db/contingency/fail-over-issuances.js";
import { beginByHand } from "../../../shared/db/contingency/turn-contingency.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { argentineDay } from "../../../shared/domain/calendar.js";
import { fortnightOf } from "../../../shared/domain/fortnight.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import type { Fate } from "../processes/issuing-app.js";

/** The code of the present fortnight. */
export const heldCode = "21457896541236";

/**
 * A point of sale of CAEA with its sequences known up to 0, which stands in for `posNumber`, and the code of the present fortnight.
 * @param types of voucher
 */
export async function addSubstitute(
  db: Database,
  tenant: Tenant,
  { posNumber, substitute, types }: { posNumber: number; substitute: number; types: number[] },
): Promise<void> {
  const { companyId, production } = tenant;
  const { period, fortnight, validFrom, validTo } = fortnightOf(argentineDay(Date.now()));
  await db.$executeRaw`
    INSERT INTO point_of_sale (company_id, production, number, authorized_by) VALUES (${companyId}, ${production}, ${substitute}, 'CAEA')`;
  await db.$executeRaw`
    UPDATE point_of_sale SET contingency_pos = ${substitute} WHERE company_id = ${companyId} AND production = ${production} AND number = ${posNumber}`;
  await db.$executeRaw`
    INSERT INTO sequence (company_id, production, pos_number, voucher_type, last_number, incarnation)
    SELECT ${companyId}, ${production}, ${substitute}, type, 0, current_incarnation()
    FROM unnest(${types}::int[]) AS type`;
  await db.$executeRaw`
    INSERT INTO caea (company_id, production, period, fortnight, code, valid_from, valid_to, report_by, granted_at)
    VALUES (${companyId}, ${production}, ${period}, ${fortnight}, ${heldCode}, ${validFrom}, ${validTo}, '20991231', now())
    ON CONFLICT DO NOTHING`;
}

export const beginContingency = (db: Database, tenant: Tenant) =>
  db.$transaction((tx) => beginByHand(tx, tenant, "test"));

/** Issues it under CAEA, as the issuer does while a contingency lasts. */
export const movedFate: Fate = async (db, issuanceId) => {
  const { companyId, production, posNumber, voucherType } = await db.issuance.findUniqueOrThrow({
    where: { id: issuanceId },
  });
  const key = { companyId, production, posNumber, voucherType };
  const line = await readContingencyLine(db, key);
  const movable = line?.waiting.find(({ id }) => id === issuanceId);
  const move = line && movable && judgeFailover(movable, line, Date.now());
  if (!move || !line.substitute) throw new Error(`issuance ${issuanceId} cannot move`);
  const { moved } = await failOverIssuances(db, key, line.substitute, [move]);
  return moved.length === 1;
};

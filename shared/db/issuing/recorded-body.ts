import { Prisma } from "../generated/client.js";

/** The parts of a statement that say which point of sale an issuance asks for, and the sale condition that its body gives. */
interface Asked {
  companyId: Prisma.Sql;
  production: Prisma.Sql;
  posNumber: Prisma.Sql;
  given: Prisma.Sql;
}

/**
 * What is recorded besides the body: the sale condition of its point of sale, when it gives none. It is fixed here, so that a later
 * change of the point of sale leaves the voucher as it is. The hash stays that of the body alone.
 */
export const saleConditionOfPos = ({ companyId, production, posNumber, given }: Asked) => Prisma.sql`
  coalesce((SELECT jsonb_build_object('saleCondition', pos.sale_condition) FROM point_of_sale pos
    WHERE ${given} IS NULL AND pos.company_id = ${companyId} AND pos.production = ${production} AND pos.number = ${posNumber}
      AND pos.sale_condition IS NOT NULL), '{}'::jsonb)`;

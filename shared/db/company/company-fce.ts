import type { FcePayment } from "../../domain/fce.js";
import type { Statements } from "../database.js";

/** How the company's credit invoices are paid. Null: it issues none. */
export async function getCompanyFce(db: Statements, companyId: number): Promise<FcePayment | null> {
  const [row] = await db.$queryRaw<[{ fce: FcePayment | null }]>`SELECT fce FROM company WHERE id = ${companyId}`;
  return row.fce;
}

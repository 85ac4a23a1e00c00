import type { FcePayment } from "../../domain/fce.js";
import type { Statements } from "../pool/database.js";

/** Classes for which a company is set up, beside the vouchers that every one issues. */
interface IssuedClasses {
  /** How its credit invoices are paid. Null: it issues none. */
  fce: FcePayment | null;
  /** The authority put it into class A under withholding. */
  withheldA: boolean;
}

export async function getIssuedClasses(db: Statements, companyId: number): Promise<IssuedClasses> {
  const [row] = await db.$queryRaw<[IssuedClasses]>`
    SELECT fce, withheld_a AS "withheldA" FROM company WHERE id = ${companyId}`;
  return row;
}

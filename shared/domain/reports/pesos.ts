import { Decimal, toCents } from "../money.js";

/** An amount of a voucher in pesos, rounded half up to cents, as every report adds it. Source: api/README.md, "Reports". */
export const toPesos = (amount: string, quotation: string): Decimal =>
  toCents(quotation === "1" ? new Decimal(amount) : new Decimal(amount).times(quotation));

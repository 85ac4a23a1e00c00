import { type CapTable, type MonotributoCategory, monotributoCategories } from "../../domain/monotributo/caps.js";
import type { Statements, Transaction } from "../pool/database.js";

/** Caps that an operator entered, the earliest first. All others come with the product (shared/domain/monotributo/caps.ts). */
export async function readEnteredCaps(db: Statements): Promise<CapTable[]> {
  const rows = await db.$queryRaw<{ from: string; amounts: string[] }[]>`
    SELECT starts::text AS "from", amounts::text[] AS amounts FROM monotributo_caps ORDER BY starts`;
  return rows.map(({ from, amounts }) => ({ from, amounts: toAmounts(amounts) }));
}

/** Enters caps, or replaces those of the same first day. */
export async function saveCaps(tx: Transaction, { from, amounts }: CapTable): Promise<void> {
  const ofEach = monotributoCategories.map((category) => amounts[category]);
  await tx.$executeRaw`
    INSERT INTO monotributo_caps (starts, amounts) VALUES (${from}::date, ${ofEach}::numeric(15, 2)[])
    ON CONFLICT (starts) DO UPDATE SET amounts = excluded.amounts, entered_at = now()`;
}

const toAmounts = (amounts: string[]): CapTable["amounts"] =>
  Object.fromEntries(monotributoCategories.map((category, index) => [category, amounts[index] ?? ""])) as Record<
    MonotributoCategory,
    string
  >;

import type { System } from "../../support/processes/open-system.js";

/** One sequence, with what its clients and the foreign writer need. */
export interface SharedSequence {
  company: "demo" | "mono";
  cuit: string;
  production: boolean;
  key: string;
  posNumber: number;
  voucherType: number;
  /** A foreign system issues on it too. */
  isShared: boolean;
}

const kinds = [
  { company: "demo", cuit: "30712345671", voucherType: 6 },
  { company: "demo", cuit: "30712345671", voucherType: 1 },
  { company: "mono", cuit: "20111111112", voucherType: 11 },
] as const;

/** Spreads the sequences over both companies and both environments. Every fifth has a foreign writer. */
export async function openSequences(system: System, count: number): Promise<SharedSequence[]> {
  const sequences = Array.from({ length: count }, (_, index): SharedSequence => {
    const kind = kinds[index % kinds.length] ?? kinds[0];
    const production = Math.floor(index / kinds.length) % 2 === 1;
    const keys = kind.company === "demo" ? system.keys.keys : system.keys.mono.keys;
    return {
      ...kind,
      production,
      key: production ? keys.production : keys.test,
      posNumber: 1 + Math.floor(index / (kinds.length * 2)),
      isShared: index % 5 === 4,
    };
  });
  const most = Math.max(...sequences.map(({ posNumber }) => posNumber));
  await system.sql(
    `INSERT INTO point_of_sale (company_id, production, number, name)
     SELECT c.id, production, number, 'Nemesis' FROM company c, generate_series(1, $1::int) number, (VALUES (true), (false)) e(production)
     ON CONFLICT DO NOTHING`,
    [most],
  );
  return sequences;
}

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
  /** Its point of sale is declared as one where only this service issues. */
  isExclusive: boolean;
}

/** A company in one environment, with a key. */
export type Tenant = Pick<SharedSequence, "company" | "production" | "key">;

/** Each company and environment that has a sequence. */
export const tenantsOf = (sequences: SharedSequence[]): Tenant[] => [
  ...new Map(sequences.map((one) => [`${one.company}/${one.production}`, one])).values(),
];

const kinds = [
  { company: "demo", cuit: "30712345671", voucherType: 6 },
  { company: "demo", cuit: "30712345671", voucherType: 1 },
  { company: "mono", cuit: "20111111112", voucherType: 11 },
] as const;

/**
 * Spreads the sequences over both companies and both environments. Every fifth has a foreign writer; half of the points of sale without
 * one are declared exclusive.
 */
export async function openSequences(system: System, count: number): Promise<SharedSequence[]> {
  const all = Array.from({ length: count }, (_, index): Omit<SharedSequence, "isExclusive"> => {
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
  const isSamePoint = (one: (typeof all)[number], other: (typeof all)[number]) =>
    one.company === other.company && one.production === other.production && one.posNumber === other.posNumber;
  const sequences = all.map((one) => ({
    ...one,
    isExclusive: one.posNumber % 2 === 1 && !all.some((other) => other.isShared && isSamePoint(one, other)),
  }));
  const most = Math.max(...sequences.map(({ posNumber }) => posNumber));
  await system.sql(
    `INSERT INTO point_of_sale (company_id, production, number, name)
     SELECT c.id, production, number, 'Nemesis' FROM company c, generate_series(1, $1::int) number, (VALUES (true), (false)) e(production)
     ON CONFLICT DO NOTHING`,
    [most],
  );
  for (const { company, production, posNumber } of sequences.filter(({ isExclusive }) => isExclusive))
    await system.sql(
      `UPDATE point_of_sale p SET exclusive = true FROM company c
       WHERE c.id = p.company_id AND c.code = $1 AND p.production = $2 AND p.number = $3`,
      [company, production, posNumber],
    );
  return sequences;
}

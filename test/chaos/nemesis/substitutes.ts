import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../../support/processes/open-system.js";
import type { SharedSequence } from "./sequences.js";

/** The point of sale that stands in for this one. */
const substituteOf = (posNumber: number) => 500 + posNumber;

const emissionOf = { demo: "CAEA - RI IVA - Contingencias", mono: "CAEA - Monotributo - Contingencias" };

/**
 * Lets another point of sale stand in for each of the sequences' and waits until vouchers can be issued there: the codes are
 * obtained, and the last numbers asked for.
 */
export async function prepareSubstitutes(system: System, sequences: SharedSequence[]): Promise<void> {
  const numbers = [...new Set(sequences.map(({ posNumber }) => posNumber))];
  const registered = (company: keyof typeof emissionOf) => [
    ...numbers,
    ...numbers.map((number) => ({ number: substituteOf(number), type: emissionOf[company] })),
  ];
  await system.authority.set({
    pointsOfSale: Object.fromEntries(sequences.map(({ cuit, company }) => [cuit, registered(company)])),
  });
  await system.sql(
    `INSERT INTO point_of_sale (company_id, production, number, name, authorized_by)
     SELECT company_id, production, number + 500, 'Contingency', 'CAEA' FROM point_of_sale WHERE number = ANY($1::int[])`,
    [numbers],
  );
  await system.sql("UPDATE point_of_sale SET contingency_pos = number + 500 WHERE number = ANY($1::int[])", [numbers]);
  await waitFor(
    async () => {
      const [missing] = await system.sql<{ sequences: number }>(`
        SELECT count(*)::int AS sequences FROM (SELECT DISTINCT company_id, production, number FROM point_of_sale WHERE authorized_by = 'CAEA') p
        WHERE NOT EXISTS (SELECT FROM caea a WHERE a.company_id = p.company_id AND a.production = p.production AND a.code IS NOT NULL)
          OR NOT EXISTS (SELECT FROM sequence s WHERE s.company_id = p.company_id AND s.production = p.production
            AND s.pos_number = p.number AND s.last_number IS NOT NULL)`);
      return missing?.sequences === 0;
    },
    { message: "codes and last numbers of the points of sale that stand in", timeoutMs: 120_000 },
  );
}

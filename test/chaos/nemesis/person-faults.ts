import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../../support/processes/open-system.js";
import type { Fault } from "./fault.js";
import type { SharedSequence } from "./sequences.js";
import type { Victim } from "./targets.js";

// Faults after which only a person can decide.

/** Never the total of a sale of ours, nor of another foreign voucher. */
let lastStolenTotal = 8_000_000;

const whereOf = ({ production, cuit, posNumber, voucherType }: SharedSequence) =>
  ({ env: production ? "production" : "homologation", cuit, pos: posNumber, type: voucherType }) as const;

/** The number of a row of the sequence that is written ahead, under this condition. */
const findSubmitted = async (
  { sql }: System,
  { company, production, posNumber, voucherType }: SharedSequence,
  condition: string,
): Promise<number | undefined> => {
  const [row] = await sql<{ number: number }>(
    `SELECT i.number FROM issuance i JOIN company c ON c.id = i.company_id
     WHERE c.code = $1 AND i.production = $2 AND i.pos_number = $3 AND i.voucher_type = $4 AND i.state = 'submitted' AND ${condition}`,
    [company, production, posNumber, voucherType],
  ).catch(() => []);
  return row?.number;
};

/** How long the request stands before it is lost. */
const heldMs = 1_500;

/**
 * Somebody issues where we say that nobody else does: under the very number that we ask for, while our request is lost. Gives whether it
 * came about.
 */
export async function takeOurNumber(system: System, sequence: SharedSequence): Promise<boolean> {
  const where = whereOf(sequence);
  await system.authority.pushFault({ ...where, operation: "FECAESolicitar", action: "drop", ms: heldMs });
  const isHeld = await waitFor(
    async () => (await findSubmitted(system, sequence, "i.submitted_at > now() - interval '1 second'")) !== undefined,
    { message: "a request", timeoutMs: 10_000, intervalMs: 100 },
  ).catch(() => false);
  if (!isHeld) {
    await system.authority.clearFaults({ pos: where.pos });
    return false;
  }
  lastStolenTotal += 1;
  await system.authority.issueForeign({ ...where, fields: { ImpTotal: String(lastStolenTotal) } });
  return true;
}

const takenNumber: Fault = {
  name: "somebody else takes our number",
  touches: ["taken number"],
  async strike(victim) {
    const exclusive = victim.sequences.filter(({ isExclusive }) => isExclusive);
    if (exclusive.length > 0) await takeOurNumber(victim.system, victim.random.pick(exclusive));
  },
};

/** The answer is lost, and the look-up shows another field than was declared: for a while, or for good. */
const changedField: Fault = {
  name: "lose an answer and show another field",
  touches: ["changed field"],
  async strike({ system, sequences, lasting, random }) {
    const sequence = random.pick(sequences);
    const { pos, type } = whereOf(sequence);
    const restatement = { pos, type, field: "CondicionIVAReceptorId", value: "4" };
    await lasting.restate(restatement);
    await system.authority.pushFault({
      ...whereOf(sequence),
      operation: "FECAESolicitar",
      when: "after",
      action: "drop",
    });
    let number: number | undefined;
    await waitFor(
      async () => {
        number = await findSubmitted(system, sequence, "i.operator_reason IS NOT NULL");
        return number !== undefined;
      },
      { message: "a number in doubt", timeoutMs: 15_000, intervalMs: 250 },
    ).catch(() => undefined);
    if (number !== undefined && random.chance(0.7)) await lasting.restate({ ...restatement, number });
    await lasting.restateNoMore(restatement);
  },
};

/**
 * A voucher that waits for its report will be refused, or the next one of a point of sale that stands in: until a person mends it, for
 * each number once.
 */
const refusedReport: Fault = {
  name: "refuse a report",
  touches: ["refused report"],
  async strike({ system, lasting, random }) {
    const next = await system.sql<{ cuit: string; pos: number; type: number; number: number }>(
      `SELECT c.cuit, s.pos_number AS pos, s.voucher_type AS type, coalesce(
         (SELECT max(r.voucher_number) FROM caea_report r WHERE r.company_id = s.company_id AND r.production = s.production
           AND r.pos_number = s.pos_number AND r.voucher_type = s.voucher_type AND r.state = 'due'), s.last_number + 1) AS number
       FROM sequence s JOIN company c ON c.id = s.company_id JOIN point_of_sale p ON p.company_id = s.company_id
         AND p.production = s.production AND p.number = s.pos_number AND p.authorized_by = 'CAEA'
       WHERE s.last_number IS NOT NULL`,
    );
    if (next.length > 0) await lasting.refuse(random.pick(next));
  },
};

export const personFaults = ({ contingency }: Victim): Fault[] => [
  ...Array<Fault>(3).fill(takenNumber),
  ...Array<Fault>(2).fill(changedField),
  ...Array<Fault>(contingency ? 3 : 0).fill(refusedReport),
];

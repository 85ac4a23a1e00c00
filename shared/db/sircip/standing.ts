import { digitOf } from "../../domain/perceptions/jurisdictions.js";
import type { Adhesion } from "../../domain/perceptions/province-digit.js";
import type { SircipStanding } from "../../domain/perceptions/sircip-lines.js";
import type { Statements } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { blockOf, findInBlock, type PadronRow } from "./padron-block.js";

/** Sale whose perceptions are asked for. */
export interface SircipQuestion {
  /** `YYYYMM`. */
  period: string;
  /** Eleven digits, or whatever the receiver's document is: then it is in no padrón. */
  cuit: string;
  stateId: number;
  jurisdiction: number;
}

type SircipRow = Omit<SircipStanding, "entry" | "adhesion"> & {
  taxpayers: Uint8Array | null;
  adhesion: Adhesion | null;
};

/**
 * The company's setting, and for each sale its row of the padrón and its province's day: one statement for any number of sales, each with a look
 * at one block of one month.
 */
export async function findSircipStandings(
  db: Statements,
  companyId: number,
  asked: readonly SircipQuestion[],
): Promise<SircipStanding[]> {
  const periods = asked.map(({ period }) => Number(period));
  const cuits = asked.map(({ cuit }) => (/^\d{11}$/.test(cuit) ? cuit : "0"));
  const blocks = cuits.map((cuit) => blockOf(Number(cuit)));
  const stateIds = asked.map(({ stateId }) => stateId);
  const numbers = asked.map(({ jurisdiction }) => jurisdiction);
  const rows = await db.$queryRaw<SircipRow[]>(prepared("find_sircip_standings")`
    SELECT
      CASE WHEN c.sircip IS NOT NULL THEN jsonb_build_object('from', c.sircip -> 'from', 'ownPerceptions', c.sircip -> 'ownPerceptions') END AS agent,
      coalesce(c.sircip -> 'exempt' ? a.cuit, false) AS "isExempt",
      EXISTS (SELECT FROM sircip_period p WHERE p.period = a.period) AS "hasPeriod",
      (SELECT b.taxpayers FROM sircip_block b WHERE b.period = a.period AND b.block = a.block) AS taxpayers,
      (SELECT to_char(s.starts, 'YYYYMMDD') FROM sircip_province s WHERE s.state_id = a.state_id) AS begins,
      (SELECT n.adhesion ->> a.jurisdiction::text FROM sircip_period n ORDER BY n.period DESC LIMIT 1) AS adhesion
    -- The subselects hide the arrays from the planner: otherwise it plans anew at every call, which takes longer than the call.
    FROM unnest((SELECT ${periods}::int[]), (SELECT ${cuits}::text[]), (SELECT ${blocks}::int[]), (SELECT ${stateIds}::int[]), (SELECT ${numbers}::int[]))
      WITH ORDINALITY AS a(period, cuit, block, state_id, jurisdiction, at)
    CROSS JOIN company c WHERE c.id = ${companyId} ORDER BY a.at`);
  return rows.map(({ adhesion, taxpayers, ...row }, at) => ({
    ...row,
    entry: entryOf(findInBlock(taxpayers, Number(cuits[at])), stateIds[at] ?? 0),
    adhesion: adhesion ?? "unknown",
  }));
}

const entryOf = (row: PadronRow | undefined, stateId: number): SircipStanding["entry"] =>
  row ? { letter: row.letter, crc: row.crc, digit: digitOf(row.digits, stateId) } : null;

import type { Adhesion } from "../../domain/perceptions/province-digit.js";
import type { Statements } from "../pool/database.js";
import { blockOf, findInBlock, type PadronRow } from "./padron-block.js";

/** A month of the padrón that is loaded. */
export interface SircipPeriod {
  /** `YYYYMM`. */
  period: string;
  rows: number;
  /** When, in ISO 8601. */
  loaded: string;
}

/** The loaded months, the newest first. */
export async function listSircipPeriods(db: Statements): Promise<SircipPeriod[]> {
  const rows = await db.$queryRaw<{ period: number; rows: number; loadedAt: Date }[]>`
    SELECT period, rows, loaded_at AS "loadedAt" FROM sircip_period ORDER BY period DESC`;
  return rows.map(({ period, rows: count, loadedAt }) => ({
    period: String(period),
    rows: count,
    loaded: loadedAt.toISOString(),
  }));
}

/** Adhesion of each province by the digits of the newest month, by its jurisdiction. Empty while none is loaded. */
export async function readAdhesion(db: Statements): Promise<Partial<Record<string, Adhesion>>> {
  const [row] = await db.$queryRaw<{ adhesion: Record<string, Adhesion> }[]>`
    SELECT adhesion FROM sircip_period ORDER BY period DESC LIMIT 1`;
  return row?.adhesion ?? {};
}

/** A taxpayer as a month of the padrón has it. */
export async function findSircipTaxpayer(db: Statements, period: string, cuit: string): Promise<PadronRow | undefined> {
  const [row] = await db.$queryRaw<{ taxpayers: Uint8Array }[]>`
    SELECT taxpayers FROM sircip_block WHERE period = ${Number(period)}::int AND block = ${blockOf(Number(cuit))}::int`;
  return findInBlock(row?.taxpayers, Number(cuit));
}

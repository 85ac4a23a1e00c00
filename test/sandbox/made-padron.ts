import { addMonths, argentineDay } from "../../shared/domain/calendar.js";
import { jurisdictions } from "../../shared/domain/perceptions/jurisdictions.js";
import { adhesionOf, meaningOf } from "../../shared/domain/perceptions/province-digit.js";
import { isTaxId } from "../../shared/domain/tax-id.js";
import { openConnections } from "../../shared/db/pool/connections.js";
import { type Database, openDatabase } from "../../shared/db/pool/database.js";
import { loadPadron, type PadronRow } from "../../shared/db/sircip/load-padron.js";
import { listSircipPeriods } from "../../shared/db/sircip/periods.js";

const rowsOfMonth = 1_000;
/** The demo companies, and the receivers of the guides. */
const known = ["30712345671", "20111111112", "30709876542", "30500010912", "20222222223", "30710151543", "20201797064"];

/** Loads a made padrón for this month and the next. A month that is there already stays. */
export async function loadMadePadron(databaseUrl: string): Promise<void> {
  const months = [0, 1].map((ahead) => addMonths(`${argentineDay(Date.now()).slice(0, 8)}01`, ahead).slice(0, 7));
  const { db, close } = openDatabase(databaseUrl, { connections: 1 });
  const there = await periodsIn(db).finally(close);
  const connections = openConnections(databaseUrl, { connections: 2 });
  try {
    for (const period of months.map((month) => month.replace("-", "")).filter((month) => !there.includes(month))) {
      const rows = makeRows(Number(period));
      await loadPadron(connections, inOne(rows), () => ({ period, adhesion: adhesionIn(rows) }));
    }
  } finally {
    await connections.close();
  }
}

const periodsIn = async (db: Database) => (await listSircipPeriods(db)).map(({ period }) => period);

async function* inOne(rows: PadronRow[]): AsyncGenerator<PadronRow[]> {
  yield rows;
}

/** Rows of a month: the same at every start, and another CRC each month. */
export function makeRows(month: number): PadronRow[] {
  const made: string[] = [];
  for (let number = 30_600_000; made.length < rowsOfMonth - known.length; number += 7_919) {
    const cuit = Array.from({ length: 10 }, (_, digit) => `30${number}${digit}`).find(isTaxId);
    if (cuit) made.push(cuit);
  }
  return [...known, ...made].map((cuit, index) => ({
    cuit: Number(cuit),
    seat: 901 + (index % 24),
    crc: 10 + ((index + month) % 90),
    // Company demo is in letter A, which has nothing to charge; mono in B; and so on.
    letter: String.fromCharCode(65 + (index % 24)),
    digits: jurisdictions.map((_, place) => digitAt(index, place)).join(""),
    name: `Contribuyente ${index + 1}`,
  }));
}

/** By the province's place: every third has not adhered. */
const digitAt = (index: number, place: number): number => (place % 3 === 0 ? 4 + (index % 2) : 1 + ((index + place) % 3));

const adhesionIn = (rows: PadronRow[]) =>
  Object.fromEntries(
    jurisdictions.toReversed().map(({ jurisdiction }, place) => {
      const adhered = rows.filter(({ digits }) => meaningOf(Number(digits[place]))?.adhered).length;
      return [jurisdiction, adhesionOf({ adhered, others: rows.length - adhered })];
    }),
  );

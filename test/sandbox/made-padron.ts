import { Readable } from "node:stream";
import { padronHeader } from "../../api/admin/sircip/padron-line.js";
import { readPadron } from "../../api/admin/sircip/read-padron.js";
import { openDatabase } from "../../shared/db/pool/database.js";
import { loadPadron } from "../../shared/db/sircip/load-padron.js";
import { listSircipPeriods } from "../../shared/db/sircip/periods.js";
import { argentineDay, monthAfter } from "../../shared/domain/calendar.js";
import { jurisdictions } from "../../shared/domain/perceptions/jurisdictions.js";
import { isTaxId } from "../../shared/domain/tax-id.js";

const usualRows = 1_000;
const partLength = 100_000;
const letters = 24;

/** The demo companies, and the receivers of the guides. */
const known = ["30712345671", "20111111112", "30709876542", "30500010912", "20222222223", "30710151543", "20201797064"];

/** Provinces that had not adhered in February 2026. Source: issuer/authority/README.md, section 19.3. */
const notAdhered = new Set([901, 902, 905, 908, 909, 919, 921, 924]);

/** Loads a made padrón for this month and the next. A month that is there already stays. */
export async function loadMadePadron(databaseUrl: string): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, { connections: 1 });
  const there = await listSircipPeriods(db).finally(close);
  const today = argentineDay(Date.now());
  for (const ahead of [0, 1]) {
    const period = monthAfter(today, ahead);
    if (there.some((loaded) => loaded.period === period)) continue;
    await loadPadron(databaseUrl, () => readPadron(Readable.from(makePadron(period))));
  }
}

/** Padrón of a month as it is published, in parts: the same at every start, and with another CRC each month. */
export function* makePadron(period: string, rows = usualRows): Generator<Buffer> {
  let part = `${padronHeader}\r\n`;
  let index = 0;
  for (const cuit of taxIds()) {
    part += `${writeRow(period, cuit, index++)}\r\n`;
    if (part.length < partLength && index < rows) continue;
    yield Buffer.from(part);
    part = "";
    if (index === rows) return;
  }
}

function writeRow(period: string, cuit: string, index: number): string {
  const seat = 901 + (index % jurisdictions.length);
  const crc = 10 + ((index + Number(period)) % 90);
  const letter = String.fromCharCode("A".charCodeAt(0) + (index % letters));
  return [period, cuit, `Contribuyente ${index + 1}`, seat, crc, letter, digitsOf(index)].join(",");
}

export function* taxIds(): Generator<string> {
  yield* known;
  for (let number = 30_600_000; ; number += 7) {
    const cuit = Array.from({ length: 10 }, (_, digit) => `30${number}${digit}`).find(isTaxId);
    if (cuit && !known.includes(cuit)) yield cuit;
  }
}

/** Digits from the jurisdiction 924 down to 901, and a 0. */
const digitsOf = (index: number): string =>
  `${jurisdictions
    .map(({ jurisdiction }, place) => (notAdhered.has(jurisdiction) ? 4 + (index % 2) : 1 + ((index + place) % 3)))
    .reverse()
    .join("")}0`;

import { beforeAll, expect, test } from "vitest";
import { claimUnused, listDueUnused } from "../../../shared/db/contingency/unused.js";
import { addDays, argentineDay, toFiscalDate } from "../../../shared/domain/calendar.js";
import { fortnightOf } from "../../../shared/domain/fortnight.js";
import { openForFile } from "../../support/open-for-file.js";
import { commandLineInside, succeeding } from "../../support/processes/command-line.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";

const at = "--company demo --env homologation".split(" ");
const today = argentineDay(Date.now());
/** The fortnights that are over, the latest first: this many back. */
function back(count: number) {
  let fortnight = fortnightOf(today);
  for (let left = count; left > 0; left--) {
    const first = fortnight.validFrom.replace(/^(....)(..)(..)$/, "$1-$2-$3");
    fortnight = fortnightOf(addDays(first, -1));
  }
  return { ...fortnight, name: `${fortnight.period}-${fortnight.fortnight}` };
}
const [present, last, before, earlier] = [back(0), back(1), back(2), back(3)];

const caeaIds = new Map<string, number>();
const system = await openForFile(openIssuingApp);
const { db } = system;
const run = commandLineInside({ DATABASE_URL: system.deps.config.DATABASE_URL });
const admin = succeeding(run);
const companyId = (await db.company.findFirstOrThrow({ where: { code: "demo" } })).id;
beforeAll(async () => {
  for (const [place, { name, ...days }] of [present, last, before, earlier].entries()) {
    const code = { companyId, production: false, ...days, code: `8640000000000${place}`, reportBy: "20991231" };
    caeaIds.set(name, (await db.caea.create({ data: code })).id);
  }
});

/** A sequence of a new point of sale of CAEA whose last voucher is number 40, on another history of the database. */
async function forgotten(posNumber: number, lastDate: string): Promise<string[]> {
  await db.pointOfSale.create({ data: { companyId, production: false, number: posNumber, authorization: "CAEA" } });
  await db.$executeRaw`INSERT INTO sequence (company_id, production, pos_number, voucher_type, epoch, token, incarnation, last_number, last_date)
    VALUES (${companyId}, false, ${posNumber}, 6, 1, 1, current_incarnation() - 1, 40, ${lastDate})`;
  return [...at, "--pos", String(posNumber), "--type", "6"];
}
const declares = (posNumber: number, name: string) => claimUnused(db, { posNumber, caeaId: caeaIds.get(name) ?? 0 });
async function listed(posNumber: number): Promise<string[]> {
  const due = await listDueUnused(db, false, toFiscalDate(today), earlier.validFrom);
  const names = new Map([...caeaIds].map(([name, id]) => [id, name]));
  return due.filter((one) => one.posNumber === posNumber).flatMap(({ caeaId }) => names.get(caeaId) ?? []);
}

test("no fortnight is declared that may hold a missing voucher, until a person says of it that none is of it", async () => {
  const there = await forgotten(90, earlier.validFrom);
  expect(await listed(90)).toEqual([]);
  const word = await admin("contingency", "verify", ...there, "--last", "43", "--last-date", before.validFrom, "--yes");
  const fortnight = ({ name }: typeof last, isUnused = false) => ({
    ...{ posNumber: 90, voucherType: 6, fortnight: name, isUnused },
  });
  // The voucher before them is not here, so they may be of any day before the word.
  expect(word.missingFortnights).toEqual([earlier, before, last, present].map((one) => fortnight(one)));
  expect(await listed(90)).toEqual([]);
  for (const { name } of [earlier, before, last]) expect(await declares(90, name), name).toBe(false);

  const said = await admin("contingency", "verify", ...there, "--unused", last.name, "--yes");
  expect(said).toMatchObject({ changed: true });
  expect(await listed(90)).toEqual([last.name]);
  expect(await declares(90, before.name)).toBe(false);
  expect(await declares(90, last.name)).toBe(true);
  expect(await admin("contingency", "verify", ...there, "--unused", last.name, "--yes")).toMatchObject({
    changed: false,
  });
  const shown = [fortnight(earlier), fortnight(before), fortnight(last, true), fortnight(present)];
  expect((await admin("contingency", "reports", ...at)).missingFortnights).toEqual(shown);
  expect((await run("contingency", "reports", ...at)).stdout).toMatch(
    new RegExp(`a person said that none is of ${last.name}`),
  );
  const [, entry] = await db.auditEntry.findMany({ where: { action: "contingency.verify" }, orderBy: { id: "asc" } });
  expect(entry).toMatchObject({
    actorType: "admin",
    after: { sequences: [], unused: [{ posNumber: 90, voucherType: 6, fortnight: last.name }] },
  });
});

test("without the date of the last one, what is said of the fortnight of the word opens that, too", async () => {
  const there = await forgotten(91, earlier.validFrom);
  await admin(
    "contingency",
    "verify",
    ...there,
    "--last",
    "43",
    "--yes",
    "--unused",
    last.name,
    "--unused",
    before.name,
  );
  expect(await declares(91, earlier.name)).toBe(false);
  expect(await declares(91, before.name)).toBe(true);
  expect(await declares(91, last.name)).toBe(true);
  // The word's own day was taken for the date of the last one, which is missing as well.
  const lastDateOf = async () => (await db.sequence.findFirstOrThrow({ where: { posNumber: 91 } })).lastDate;
  expect(await lastDateOf()).toBe(toFiscalDate(today));
});

test("a word of a fortnight that cannot be true is refused, and changes nothing", async () => {
  const there = await forgotten(92, earlier.validFrom);
  const refused = async (why: RegExp, ...words: string[]) => {
    const { exitCode, stderr } = await run("contingency", "verify", ...there, ...words);
    expect(exitCode).toBeGreaterThan(0);
    expect(stderr).toMatch(why);
  };
  await refused(/'--unused <fortnight>' goes with '--yes'/, "--unused", last.name);
  await refused(/as 202611-1/, "--unused", "202613-1", "--yes");
  await refused(/as 202611-1/, "--unused", "202611-3", "--yes");
  await refused(/has not begun/, "--last", "43", "--unused", "209901-1", "--yes");
  await refused(/No missing voucher .* 200001-1.*They may be of/, "--last", "43", "--unused", "200001-1", "--yes");
  await refused(/by --last-date/, "--last", "43", "--last-date", last.validFrom, "--unused", last.name, "--yes");
  expect(await db.sequence.findFirst({ where: { posNumber: 92 } })).toMatchObject({ lastNumber: 40, missingAt: null });
  await admin("contingency", "verify", ...there, "--last", "40", "--yes");
  await refused(/None is missing there/, "--unused", last.name, "--yes");
});

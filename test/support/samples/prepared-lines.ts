import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { judgeFailover } from "../../../issuer/contingency/judge-failover.js";
import {
  failOverIssuances,
  type MoveResult,
  readContingencyLine,
} from "../../../shared/db/contingency/fail-over-issuances.js";
import { seedSequence } from "../../../shared/db/contingency/seeds.js";
import { acquireSequence } from "../../../shared/db/issuing/sequences.js";
import { addDays, argentineDay, toFiscalDate } from "../../../shared/domain/calendar.js";
import { type Fortnight, fortnightOf } from "../../../shared/domain/fortnight.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import type { IssuingApp } from "../processes/issuing-app.js";
import { invoiceB } from "./invoice.js";
import { openLines, type SampleQueue } from "./waiting-lines.js";

/** The point of sale that stands in for this one. */
export const substituteOf = (posNumber: number) => 50_000 + posNumber;

/** Gives the tenant of a company with a code for the fortnight, and a function that opens lines for which another point of sale stands in. */
export async function openPreparedLines(system: Pick<IssuingApp, "db" | "keys">) {
  const { db } = system;
  const start = await openLines(system);
  const { companyId, production } = (await start(0)).taken.key;
  const tenant: Tenant = { companyId, production };
  const keep = (code: string, days: Pick<Fortnight, "period" | "fortnight" | "validFrom" | "validTo">) =>
    db.caea.create({ data: { ...tenant, ...days, code, reportBy: "20991231" } });
  const { id: caeaId } = await keep("26463476341977", fortnightOf(argentineDay(Date.now())));

  return {
    tenant,
    caeaId,
    keepCode: keep,
    /** A line whose substitute's sequence is at `lastNumber`. */
    async startPrepared(waiting: number, lastNumber = 40): Promise<SampleQueue> {
      const line = await start(waiting);
      const { posNumber } = line.taken.key;
      const number = substituteOf(posNumber);
      await db.pointOfSale.create({ data: { ...tenant, number, authorization: "CAEA" } });
      const at = { companyId_production_number: { ...tenant, number: posNumber } };
      const asked = { contingencyPos: number };
      await db.pointOfSale.upsert({ where: at, create: { ...tenant, number: posNumber, ...asked }, update: asked });
      const taken = await acquireSequence(db, { ...line.taken.key, posNumber: number });
      const lastDate = lastNumber === 0 ? null : "20260101";
      await seedSequence(db, taken, { lastNumber, lastDate, authorityTimeMs: null });
      return line;
    },
    /** The issuances of a line, in its order. */
    waitingIn: ({ taken: { key } }: SampleQueue) =>
      db.issuance.findMany({ where: { ...tenant, posNumber: key.posNumber }, orderBy: { queuePosition: "asc" } }),
  };
}

/** What `failOverQueue` would move now. */
export async function judgeLine({ db, taken: { key } }: SampleQueue, nowMs = Date.now()) {
  const line = await readContingencyLine(db, key);
  const sound = line?.waiting.filter(({ isSound }) => isSound) ?? [];
  return line ? sound.flatMap((movable) => judgeFailover(movable, line, nowMs) ?? []) : [];
}

/** As `failOverQueue` does, without trying the authority. */
export async function moveAll(line: SampleQueue, moves?: Awaited<ReturnType<typeof judgeLine>>): Promise<MoveResult> {
  const judged = moves ?? (await judgeLine(line));
  const { key } = line.taken;
  return judged.length === 0
    ? { moved: [], refused: [] }
    : failOverIssuances(line.db, key, substituteOf(key.posNumber), judged);
}

/** Adds one more issuance to the line. */
export async function addTo(line: SampleQueue, changes: Parameters<typeof invoiceB>[0]) {
  const checked = checkIssuance(invoiceB({ posNumber: line.taken.key.posNumber, ...changes }));
  if (!checked.ok) throw new Error("the sample is not valid");
  await line.record(line.db, checked.body);
  return checked.body;
}

/** So many days from today in Argentina, `YYYYMMDD`. */
export const fiscalDay = (days: number): string => toFiscalDate(addDays(argentineDay(Date.now()), days));

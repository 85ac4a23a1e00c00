import { type Actor, auditEverywhere } from "../../shared/db/company/audit-entries.js";
import type { Database } from "../../shared/db/pool/database.js";
import { readAdhesion } from "../../shared/db/sircip/periods.js";
import { lockProvinces, readProvinceDays, setProvinceDay } from "../../shared/db/sircip/provinces.js";
import { jurisdictions } from "../../shared/domain/perceptions/jurisdictions.js";
import type { Adhesion } from "../../shared/domain/perceptions/province-digit.js";

/** A province as it takes part in SIRCIP now. */
export interface ProvinceView {
  stateId: number;
  jurisdiction: number;
  name: string;
  /** First day, `YYYY-MM-DD`. Null: none is given. */
  from: string | null;
  /** Adhesion by the digits of the newest padrón. */
  padron: Adhesion;
}

/** Whether its day contradicts the padrón: it begins, and the digits say that it did not adhere. */
export const isContradicted = ({ from, padron }: Pick<ProvinceView, "from" | "padron">): boolean =>
  from !== null && padron === "not adhered";

/** The provinces by their jurisdictions. */
export async function listProvinces(db: Pick<Database, "$queryRaw" | "$executeRaw">): Promise<ProvinceView[]> {
  const days = await readProvinceDays(db);
  const adhesion = await readAdhesion(db);
  return jurisdictions.map(({ stateId, jurisdiction, name }) => ({
    stateId,
    jurisdiction,
    name,
    from: days.get(stateId) ?? null,
    padron: adhesion[jurisdiction] ?? "unknown",
  }));
}

/**
 * Gives a province its first day for all companies, and writes that to the audit log of each. Whoever computes perceptions reads the day with what it
 * reads anyway, so it counts at once.
 * @param from `YYYY-MM-DD`; null: never
 */
export async function setProvince(
  db: Database,
  actor: Actor,
  stateId: number,
  from: string | null,
): Promise<{ result: ProvinceView; changed: boolean }> {
  return db.$transaction(async (tx) => {
    await lockProvinces(tx);
    const before = (await listProvinces(tx)).find((province) => province.stateId === stateId);
    if (!before) throw new RangeError(`there is no province ${stateId}`);
    const result = { ...before, from };
    if (before.from === from) return { result, changed: false };
    await setProvinceDay(tx, stateId, from);
    await auditEverywhere(tx, actor, {
      action: "sircip.province",
      resourceId: String(stateId),
      before: { from: before.from },
      after: { from },
    });
    return { result, changed: true };
  });
}

import { adminCommand } from "../../../shared/config/config.js";
import { getIssuingProfile } from "../../../shared/db/issuing/issuing-profile.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { argentineDay, fromFiscalDate, toFiscalDate } from "../../../shared/domain/calendar.js";
import { faultOfPoint, type ListedPoint, type UsedPoint } from "../../../shared/domain/listed-point.js";
import { environmentName, type Tenant } from "../../../shared/domain/tenant.js";
import { askIssuer } from "../ask-issuer.js";
import { type CheckResult, failed, passed, reasonOf } from "./check.js";

/**
 * Whether the authority lists the company's enabled points of sale as they are used: their kind, that they are not blocked and not closed.
 * A running issuer asks it: without one the check says that it was not asked.
 */
export async function checkPointsOfSale(
  db: Database,
  redisUrl: string | undefined,
  tenant: Tenant,
  { code, nowMs }: { code: string; nowMs: number },
): Promise<CheckResult> {
  const env = environmentName(tenant.production);
  const name = `points of sale at the authority (${env})`;
  const { pointsOfSale } = await getIssuingProfile(db, tenant.companyId, tenant.production);
  try {
    const answer = await askIssuer({ db, config: { REDIS_URL: redisUrl } }, tenant, { kind: "pointsOfSale" });
    if (answer.outcome === "absent")
      return passed(name, "the authority lists none, as homologation commonly does: that proves nothing");
    if (answer.outcome !== "pointsOfSale") throw new Error(`it was answered with ${answer.outcome}`);
    const { listed } = answer;
    const faults = pointsOfSale.flatMap((used) => describeFault(used, listed, toFiscalDate(argentineDay(nowMs))) ?? []);
    if (faults.length === 0) return passed(name, describeList(pointsOfSale, listed));
    return failed(
      name,
      faults.join(", "),
      `In the authority's portal (Administración de puntos de venta) have one of that kind under the number, or: ${adminCommand(`pos disable NUMBER --company ${code} --env ${env}`)}`,
    );
  } catch (error) {
    return passed(name, `not asked: ${reasonOf(error)}`);
  }
}

function describeFault(used: UsedPoint, listed: readonly ListedPoint[], today: string): string | undefined {
  const found = listed.find(({ number }) => number === used.number);
  switch (faultOfPoint(used, listed, today)) {
    case "missing":
      return `${used.number} is not listed`;
    case "blocked":
      return `${used.number} is blocked`;
    case "closed":
      return `${used.number} was closed on ${fromFiscalDate(found?.closedOn ?? "")}`;
    case "otherKind":
      return `${used.number} is of another kind (${found?.kind}; here ${used.authorization})`;
    case null:
      return undefined;
  }
}

/** "the authority lists 1, 2 (CAE - Ri Iva)", and what of them will be closed. */
function describeList(used: readonly UsedPoint[], listed: readonly ListedPoint[]): string {
  const found = used.flatMap(({ number }) => listed.find((each) => each.number === number) ?? []);
  const kinds = [...new Set(found.map(({ kind }) => kind))].map((kind) => {
    const numbers = found.filter((each) => each.kind === kind).map(({ number }) => number);
    return `${numbers.join(", ")} (${kind})`;
  });
  const closing = found.flatMap(({ number, closedOn }) =>
    closedOn === null ? [] : [`${number} closes on ${fromFiscalDate(closedOn)}`],
  );
  return [`the authority lists ${kinds.join(", ") || "none that is enabled here"}`, ...closing].join("; ");
}

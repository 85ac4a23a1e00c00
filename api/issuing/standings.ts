import { findReadiness } from "../../shared/db/company/readiness.js";
import type { Database } from "../../shared/db/database.js";
import { argentineDay } from "../../shared/domain/calendar.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { createBriefMemory, type MemoryTimes } from "../brief-memory.js";
import { findObstacle, type Standing } from "./standing.js";

type Asking = Pick<IssuanceRequest, "posNumber" | "idempotency">;

export interface Standings {
  /** How things stood a moment ago, if nothing was in the way of issuing; says nothing about the key. */
  recall(tenant: Tenant, asking: Asking): Standing | undefined;
  read(tenant: Tenant, asking: Asking): Promise<Standing>;
  /** What this process changed counts here at once. */
  forgetAll(): void;
}

/** Where who may issue: at a busy point of sale an issuance begins with its record. */
export function createStandings(db: Database, now: () => number, times?: MemoryTimes): Standings {
  const memory = createBriefMemory<Standing>((standing) => !findObstacle(standing), times);

  function about(tenant: Tenant, { posNumber, idempotency }: Asking) {
    const today = argentineDay(now());
    const read = async (): Promise<Standing> => ({
      ...(await findReadiness(db, tenant, { today, posNumber, idempotency })),
      today,
      posNumber,
    });
    return [`${tenant.companyId} ${tenant.production} ${posNumber} ${today}`, read] as const;
  }

  return {
    recall: (tenant, asking) => memory.recall(...about(tenant, asking)),
    read: (tenant, asking) => memory.learn(...about(tenant, asking)),
    forgetAll: memory.forgetAll,
  };
}

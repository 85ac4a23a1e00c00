import { type Tenant, tenantKey } from "../../shared/domain/tenant.js";
import type { Silence } from "./deps.js";

/** What a process knows of all contingencies. It may be old by a second; the database decides. */
export interface Knowledge {
  /** A point of sale stands in for one of the company's. */
  isPrepared(tenant: Tenant): boolean;
  /** A call was not answered of late. */
  isSilent(tenant: Tenant): boolean;
  /** A contingency lasts. */
  mayLast(tenant: Tenant): boolean;
  noteSilent(tenant: Tenant): void;
  noteActive(tenant: Tenant): void;
}

/** Keeps what was read last. `refresh` replaces it. */
export function createKnowledge(): Knowledge & {
  refresh(read: { prepared: Tenant[]; silent: Tenant[]; active: Tenant[] }): void;
} {
  let prepared = new Set<string>();
  let silent = new Set<string>();
  let active = new Set<string>();
  const keys = (tenants: Tenant[]) => new Set(tenants.map(tenantKey));
  return {
    isPrepared: (tenant) => prepared.has(tenantKey(tenant)),
    isSilent: (tenant) => silent.has(tenantKey(tenant)),
    mayLast: (tenant) => active.has(tenantKey(tenant)),
    noteSilent: (tenant) => void silent.add(tenantKey(tenant)),
    noteActive: (tenant) => void active.add(tenantKey(tenant)),
    refresh(read) {
      prepared = keys(read.prepared);
      silent = keys(read.silent);
      active = keys(read.active);
    },
  };
}

/** Writes down what the calls of this process tell, and only what changes something. */
export function createSilence(
  knowledge: Knowledge,
  writes: {
    unanswered(tenant: Tenant, cause: string, isRequest: boolean, silentMs: number): Promise<void>;
    answered(tenant: Tenant): Promise<void>;
    issued(tenant: Tenant): Promise<void>;
  },
  send: (written: Promise<void>) => void,
  monotonicMs: () => number,
): Silence {
  /** When a call of this process was last answered. */
  const answeredAtMs = new Map<string, number>();
  const noteAnswer = (tenant: Tenant) => {
    if (knowledge.isPrepared(tenant)) answeredAtMs.set(tenantKey(tenant), monotonicMs());
  };
  return {
    unanswered(tenant, cause, isRequest, tookMs) {
      if (!knowledge.isPrepared(tenant)) return;
      knowledge.noteSilent(tenant);
      const sinceAnswerMs = monotonicMs() - (answeredAtMs.get(tenantKey(tenant)) ?? Number.NEGATIVE_INFINITY);
      send(writes.unanswered(tenant, cause, isRequest, Math.min(tookMs, sinceAnswerMs)));
    },
    answered(tenant) {
      noteAnswer(tenant);
      if (knowledge.isSilent(tenant) && !knowledge.mayLast(tenant)) send(writes.answered(tenant));
    },
    issued(tenant) {
      noteAnswer(tenant);
      if (knowledge.isSilent(tenant) || knowledge.mayLast(tenant)) send(writes.issued(tenant));
    },
  };
}

import { monthAfter } from "../../domain/calendar.js";
import type { Statements } from "../pool/database.js";

/** Month of the padrón that agents need: this one, or the next. */
interface WatchedMonth {
  /** `YYYYMM` */
  period: string;
  isNext: boolean;
  isLoaded: boolean;
}

export interface SircipWatch {
  /** Whether any company is an agent: if none is, nobody needs a padrón. */
  hasAgents: boolean;
  months: WatchedMonth[];
}

/** Which padrones are loaded of those that agents need. @param today in Argentina, `YYYY-MM-DD` */
export async function countSircipMonths(db: Statements, today: string): Promise<SircipWatch> {
  const wanted = [0, 1].map((ahead) => monthAfter(today, ahead));
  const [{ hasAgents, loaded }] = await db.$queryRaw<[{ hasAgents: boolean; loaded: number[] }]>`
    SELECT public.has_sircip_agents() AS "hasAgents",
      ARRAY(SELECT period FROM public.sircip_period WHERE period = ANY(${wanted.map(Number)}::int[])) AS loaded`;
  const months = wanted.map((period, ahead) => ({
    period,
    isNext: ahead === 1,
    isLoaded: loaded.includes(Number(period)),
  }));
  return { hasAgents, months };
}

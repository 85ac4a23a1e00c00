import { LRUCache } from "lru-cache";
import { findSircipStandings } from "../../shared/db/sircip/standing.js";
import type { SircipStanding } from "../../shared/domain/perceptions/sircip-lines.js";

/** Look-up of what the perceptions of sales depend on. */
export type FindStandings = typeof findSircipStandings;

export interface StandingCache {
  /** Look-up by a version of the padrón, the provinces' days and the company's setting. Null: nothing is cached. */
  under(version: string | null): FindStandings;
}

/** Receivers, by month and province. */
const maxStandings = 20_000;

/**
 * Cache of look-ups in the padrón, by version: a receiver that is sold to again costs no trip to PostgreSQL. Nothing in it is ever stale: a
 * load, a province's day or a new setting makes another version, and what is cached under the earlier one is asked for no more.
 */
export function createStandingCache(find: FindStandings = findSircipStandings): StandingCache {
  const standings = new LRUCache<string, SircipStanding>({ max: maxStandings });
  return {
    under(version) {
      if (version === null) return find;
      return async (db, companyId, asked) => {
        const names = asked.map(({ period, cuit, stateId }) => [companyId, version, period, stateId, cuit].join(" "));
        const known = names.flatMap((name) => standings.get(name) ?? []);
        if (known.length === asked.length) return known;
        const found = await find(db, companyId, asked);
        for (const [at, standing] of found.entries()) standings.set(names[at] ?? "", standing);
        return found;
      };
    },
  };
}

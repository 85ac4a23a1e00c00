import type { Statements } from "../pool/database.js";

/** The contingencies of an environment, of all companies. */
export interface ContingencyCount {
  production: boolean;
  /** How many companies have one that lasts. */
  active: number;
  /** Vouchers whose report the authority refused. */
  rejected: number;
}

export const countContingencies = (db: Statements): Promise<ContingencyCount[]> => db.$queryRaw`
  SELECT e.production,
    (SELECT count(*)::int FROM public.contingency c WHERE c.production = e.production AND c.active_since IS NOT NULL) AS active,
    (SELECT count(*)::int FROM public.caea_report r WHERE r.production = e.production AND r.state = 'rejected') AS rejected
  FROM (VALUES (false), (true)) AS e(production)`;

import { Prisma } from "../generated/client.js";

/** Name under which a company's table of activities is cached. Source: shared/db/issuer-requests/cached-answers.ts. */
export const activitiesName = "activities";

/** The activities that the authority last told of the company and environment of the row `c`, while they are kept. Null without any. */
export const knownActivities = Prisma.sql`
  (SELECT json_agg((r ->> 'id')::int) FROM (SELECT q.answer FROM issuer_request q
    WHERE q.company_id = c.company_id AND q.production = c.production AND q.name = ${activitiesName} AND q.cached_until > now()
    ORDER BY q.answered_at DESC LIMIT 1) k CROSS JOIN LATERAL json_array_elements(k.answer -> 'rows') r)`;

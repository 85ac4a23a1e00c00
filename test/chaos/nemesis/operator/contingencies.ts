import { environmentName } from "../../../../shared/domain/tenant.js";
import type { Violation } from "../../../support/readers/violations.js";
import { type Desk, refusalOf, say, type Waiting } from "./desk.js";

/** Environments in which numbers under CAEA must be confirmed, because the database has another history. */
export async function unverifiedNumbers(desk: Desk): Promise<Waiting[]> {
  const rows = await desk.system.sql<{ production: boolean }>(
    `SELECT DISTINCT s.production FROM sequence s JOIN company c ON c.id = s.company_id
     JOIN point_of_sale p ON p.company_id = s.company_id AND p.production = s.production AND p.number = s.pos_number
     WHERE c.code = $1 AND p.authorized_by = 'CAEA' AND s.last_number IS NOT NULL
       AND NOT is_verified(s)`,
    [desk.company],
  );
  return rows.map(({ production }) => ({
    name: nameOfVerification(production),
    mayBeLeft: false,
    decide: () => verify(desk, production),
  }));
}

export const nameOfVerification = (production: boolean): string =>
  `numbers under CAEA in ${environmentName(production)}`;

/** No commit is ever lost here, so none can be missing. */
async function verify(desk: Desk, production: boolean): Promise<string> {
  const answer = await say(desk, "contingency", "verify", "--env", environmentName(production), "--yes");
  desk.violations.push(...judgeVerification(desk.company, production, String(answer?.json?.error ?? "")));
  return answer?.exitCode === 0 ? "verify" : `verify is refused: ${refusalOf(answer)}`;
}

/** I3: the authority knows no number that we do not. */
export const judgeVerification = (company: string, production: boolean, refusal: string): Violation[] =>
  refusal.includes("are missing here")
    ? [{ invariant: "I3", text: `${company}, ${environmentName(production)}: ${refusal}` }]
    : [];

/** Begins a contingency by hand now and then, and ends it. */
export function contingenciesByHand(desk: Desk): { look(mayBegin: boolean): Promise<string | undefined> } {
  let since: { production: boolean; untilMs: number } | undefined;
  const at = (production: boolean) => ["--env", environmentName(production)];
  return {
    async look(mayBegin) {
      if (since) {
        if (mayBegin && performance.now() < since.untilMs) return undefined;
        const ended = await say(desk, "contingency", "end", ...at(since.production));
        if (ended?.exitCode !== 0) return undefined;
        since = undefined;
        return "end a contingency";
      }
      if (!mayBegin || !desk.random.chance(0.02)) return undefined;
      const production = desk.random.chance(0.5);
      // Without an answer it may have begun all the same.
      since = { production, untilMs: performance.now() + desk.random.integer(20_000, 60_000) };
      await say(desk, "contingency", "start", ...at(production), "--reason", "by hand");
      return "begin a contingency";
    },
  };
}

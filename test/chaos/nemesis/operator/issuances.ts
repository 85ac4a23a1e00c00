import { environmentName } from "../../../../shared/domain/tenant.js";
import type { System } from "../../../support/processes/open-system.js";
import type { Violation } from "../../../support/readers/violations.js";
import { type Desk, refusalOf, say, type Waiting } from "./desk.js";

interface Row {
  id: number;
  production: boolean;
  pos: number;
  type: number;
  number: number;
  total: string | null;
}

type Decision = "adopt" | "renumber" | "reject";

export const nameOfIssuance = (id: number): string => `issuance ${id}`;

/** Issuances whose number only a person can decide about. Source: api/admin/README.md, "When a person must decide". */
export async function waitingIssuances(desk: Desk): Promise<Waiting[]> {
  const rows = await desk.system.sql<Row>(
    `SELECT i.id, i.production, i.pos_number AS pos, i.voucher_type AS type, i.number, i.amounts ->> 'total' AS total
     FROM issuance i JOIN company c ON c.id = i.company_id
     WHERE c.code = $1 AND i.state = 'submitted' AND i.operator_reason IS NOT NULL ORDER BY i.id`,
    [desk.company],
  );
  return rows.map((row) => ({ name: nameOfIssuance(row.id), mayBeLeft: true, decide: () => decide(desk, row) }));
}

async function decide(desk: Desk, row: Row): Promise<string> {
  const { random } = desk;
  await lookAtList(desk, row.production);
  const right = await decisionOn(desk, row);
  // Half of them guess before they look. The service knows better, or takes it back.
  if (right === "adopt" && random.chance(0.5)) {
    const wrong = await resolve(desk, row, random.pick(["renumber", "reject"]), false);
    if (wrong !== undefined) return `guesses wrong: ${wrong}`;
    return `guesses wrong, is believed, and ${(await regret(desk, row)) ?? "regrets"}`;
  }
  const refused = await resolve(desk, row, right);
  return refused?.includes("reconcile --import") ? importOthers(desk, row) : (refused ?? right);
}

/** After a change of the database, what others issued behind the number must be known first. Source: api/admin/README.md, "A database that lost its last commits". */
async function importOthers(desk: Desk, { production, pos, type, number }: Row): Promise<string> {
  const where = [
    "--env",
    environmentName(production),
    "--pos",
    String(pos),
    "--type",
    String(type),
    "--from",
    String(number),
  ];
  const answer = await say(desk, "reconcile", ...where, "--import", "--yes", "--because", "the books");
  // 3: something differs still, the number in doubt at least.
  return answer?.exitCode === 0 || answer?.exitCode === 3 ? "import" : `import is refused: ${refusalOf(answer)}`;
}

/** Whose the number is: a real operator finds it out at the authority's portal and in the shop. No two sales have the same total. */
async function decisionOn({ system, cuit, random }: Desk, row: Row): Promise<Decision> {
  const { pos, type } = row;
  const granted = await system.authority.ledger({ env: environmentName(row.production), cuit, pos, type });
  const there = granted.find(({ number, numberTo }) => number <= row.number && row.number <= numberTo);
  if (there && !there.foreign && Number(there.total) === Number(row.total)) return "adopt";
  return random.pick(["renumber", "renumber", "reject"]);
}

/** The sale's voucher stands under the number that it had. Why it is not given to it, if it is refused. */
async function regret(desk: Desk, { id, number }: Row): Promise<string | undefined> {
  const words = ["--adopt", "--number", String(number), "--because", "a wrong guess"];
  const answer = await say(desk, "issuance", "resolve", String(id), ...words);
  return answer?.exitCode === 0 ? undefined : `cannot regret: ${refusalOf(answer)}`;
}

/**
 * Undefined when it was decided so, else why it was not.
 * @param mayBar nothing contradicts that a key is closed
 */
async function resolve(desk: Desk, { id }: Row, decision: Decision, mayBar = true): Promise<string | undefined> {
  const bar = mayBar && decision === "reject" && desk.random.chance(0.3) ? ["--bar"] : [];
  const answer = await say(desk, "issuance", "resolve", String(id), `--${decision}`, ...bar, "--because", "the books");
  return answer?.exitCode === 0 ? undefined : `${decision} is refused: ${refusalOf(answer)}`;
}

/** I14: the list of a company and environment has nothing of another. */
async function lookAtList(desk: Desk, production: boolean): Promise<void> {
  const answer = await say(desk, "issuance", "list", "--env", environmentName(production), "--open");
  if (answer?.exitCode !== 0) return;
  const ids = (answer.json.issuances as { id: number }[]).map(({ id }) => id);
  desk.violations.push(...(await listedOfOthers(desk.system, ids, { company: desk.company, production })));
}

/** Which of these issuances are not of that company and environment. */
export async function listedOfOthers(
  { sql }: Pick<System, "sql">,
  ids: number[],
  { company, production }: { company: string; production: boolean },
): Promise<Violation[]> {
  const others = await sql<{ id: number }>(
    `SELECT i.id FROM issuance i JOIN company c ON c.id = i.company_id
     WHERE i.id = ANY($1::bigint[]) AND (c.code <> $2 OR i.production <> $3)`,
    [ids, company, production],
  );
  return others.map(({ id }) => ({
    invariant: "I14",
    text: `issuance ${id} is listed for ${company}, which has it not`,
  }));
}

import type { ToldClaims } from "../../../api/admin/describe-claims.js";
import type { ProposedClaim } from "../../../api/operations/reconcile/propose-claims.js";
import { type CommandLine, succeeding } from "../../support/processes/command-line.js";

/** What an operator is told of a numbering by `reconcile`. */
interface Numbering {
  pos: number;
  type: number;
  foreign: { number: number }[];
  unsettled: number[];
}

/** A company in one environment, as the command line names both. */
interface Desk {
  company: string;
  env: string;
}

/** A number that `reconcile` names as forgotten or as open. */
interface AuthorityNumber extends Desk {
  pos: number;
  type: number;
  number: number;
}

/** What it took to lead the service out of a loss. */
export interface LedOut {
  told: AuthorityNumber[];
  rounds: number;
  /** Keys that `reconcile --import` gave their vouchers, and decisions about single sales. */
  bound: number;
  adopted: number;
  renumbered: number;
  /** What the operator could not end. */
  problem: string | undefined;
}

const environments = ["homologation", "production"];
const mostRounds = 12;
const maxTries = 3;
/** The exit code of `reconcile` when it was done, and something differs. */
const differs = 3;

/**
 * What api/admin/README.md, "A database that lost its last commits", tells an operator to do once the clients have sent again: look which companies
 * differ, import, bind, decide what is left, and once more until nothing differs.
 */
export async function leadOut(run: CommandLine): Promise<LedOut> {
  const done: LedOut = { told: [], rounds: 0, bound: 0, adopted: 0, renumbered: 0, problem: undefined };
  const desks = (await Promise.all(environments.map((env) => differing(run, env)))).flat();
  for (const desk of desks) done.told.push(...(await listTold(run, desk)));
  for (;;) {
    done.rounds += 1;
    let left: string[] = [];
    for (const desk of desks) left = [...left, ...(await workAt(run, desk, done))];
    if (left.length === 0) return done;
    if (done.rounds === mostRounds) return { ...done, problem: left.join("; ") };
  }
}

/** Once more when it could not be done, as a person does. */
// biome-ignore lint/suspicious/noExplicitAny: each caller knows what its words bring
async function reconcile(run: CommandLine, ...words: string[]): Promise<any> {
  for (let tries = 1; ; tries++) {
    const { exitCode, json, stderr } = await run("reconcile", ...words, "--json");
    if (exitCode === 0 || exitCode === differs) return json;
    if (tries === maxTries) throw new Error(`reconcile ${words.join(" ")}: ${json?.error ?? stderr}`);
  }
}

async function differing(run: CommandLine, env: string): Promise<Desk[]> {
  const { companies: all } = await reconcile(run, "--all", "--env", env, "--numbers");
  const companies = all as { company: string; differs: boolean }[];
  return companies.filter(({ differs }) => differs).map(({ company }) => ({ company, env }));
}

const at = ({ company, env }: Desk) => ["--company", company, "--env", env];

async function listTold(run: CommandLine, desk: Desk): Promise<AuthorityNumber[]> {
  const json = await reconcile(run, ...at(desk));
  return (json.sequences as Numbering[]).flatMap(({ pos, type, foreign, unsettled }) =>
    [...foreign.map(({ number }) => number), ...unsettled].map((number) => ({ ...desk, pos, type, number })),
  );
}

/** One round: imports, gives keys, and decides what is left. Gives what stands in the way of the last. */
async function workAt(run: CommandLine, desk: Desk, done: LedOut): Promise<string[]> {
  const importing = ["--import", "--yes", "--because", "The database lost its last commits"];
  const json = await reconcile(run, ...at(desk), ...importing);
  const { claims, anonymous, ambiguous } = json as ToldClaims;
  done.bound += claims.filter(({ bound }) => bound).length;
  const seen: string[] = [];
  for (const pair of anonymous) seen.push(await adopt(run, desk, pair, done));
  const { issuances } = await succeeding(run)("issuance", "list", ...at(desk), "--open");
  // The service itself goes on asking about those without a reason.
  const waiting = (issuances as { id: number; why: string | null }[]).filter(({ why }) => why !== null);
  const problems = await Promise.all(waiting.map(({ id }) => decide(run, desk, id, done)));
  const foreign = (json.sequences as Numbering[]).flatMap((one) =>
    one.foreign.map(({ number }) => `${one.pos}-${one.type}-${number}`),
  );
  return [
    ...seen,
    ...problems,
    ...claims.filter(({ bound }) => !bound).map(({ key, why }) => `${key} is not bound: ${why}`),
    ...ambiguous.map(({ key }) => `${key} is ambiguous`),
    ...foreign.map((name) => `${name} is not known here`),
  ];
}

/** Adopts a pair without a receiver, which nothing binds by itself. In the drill each sale has a total of its own, so that it is the same one. */
async function adopt(run: CommandLine, { company }: Desk, pair: ProposedClaim, done: LedOut): Promise<string> {
  const { issuanceId, key, number, numberPos } = pair;
  const elsewhere = numberPos === null ? [] : ["--number-pos", `${numberPos}`];
  const words = ["--adopt", "--number", `${number}`, ...elsewhere, "--company", company, "--because", "Compared both"];
  const { exitCode, json } = await run("issuance", "resolve", `${issuanceId}`, ...words, "--json");
  if (exitCode === 0) done.adopted += 1;
  return exitCode === 0 ? `${key} just got its voucher` : `${key}: ${json.error}`;
}

interface Shown {
  unclaimed: { number: number }[];
  decisions: Record<"adopt" | "renumber", { allowed: boolean; why: string | null }> | null;
  problem: string | null;
}

/** The sale's own voucher, if the number shows it, else a number of its own, if none of the others is the sale's. */
async function decide(run: CommandLine, { company }: Desk, id: number, done: LedOut): Promise<string> {
  const operate = succeeding(run);
  const { issuance } = await operate("issuance", "show", `${id}`, "--company", company);
  const { decisions, unclaimed, problem } = issuance as Shown;
  const decision = decisions?.renumber.allowed && unclaimed.length === 0 ? "renumber" : "adopt";
  const isSame = decisions?.renumber.allowed === false && decisions.adopt.allowed && unclaimed.length === 0;
  if (decision === "adopt" && !isSame)
    return `issuance ${id} cannot be decided yet: ${problem ?? JSON.stringify(decisions)}`;
  const words = [`--${decision}`, "--company", company, "--because", "Looked at what the authority shows"];
  const { exitCode, json } = await run("issuance", "resolve", `${id}`, ...words, "--json");
  if (exitCode === 0) done[decision === "adopt" ? "adopted" : "renumbered"] += 1;
  return exitCode === 0 ? `issuance ${id} was just decided` : `issuance ${id}: ${json.error}`;
}

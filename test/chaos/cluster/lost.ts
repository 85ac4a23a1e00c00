import type { LedgerView } from "../../authority/ledger-view.js";
import { commandLine } from "../../support/processes/command-line.js";
import type { System } from "../../support/processes/open-system.js";
import type { Exchange } from "../../support/readers/exchange.js";
import { groupBy } from "../../support/readers/group-by.js";
import type { Ledgers } from "../../support/readers/three-ledgers.js";
import type { Violation } from "../../support/readers/violations.js";
import { primaryUrl } from "./settings.js";

/** What a failover without a synchronous standby lost. */
export interface Lost {
  /** Granted by the authority, and unknown to our database. */
  vouchers: number;
  /** Of these, how many their callers were told. */
  answered: number;
  violations: Violation[];
}

interface Report {
  sequences: { pos: number; type: number; foreign: { number: number }[]; unsettled: number[] }[];
}

const nameOf = (row: { cuit: string; env: string; pos: number; type: number; number: number }) =>
  `${row.cuit}/${row.env}/${row.pos}-${row.type}-${row.number}`;

/** Compares both companies with the authority, as an operator does, and expects each lost voucher to be told. */
export async function tellLost(system: System, ledgers: Ledgers, redisUrl: string): Promise<Lost> {
  const run = commandLine({ DATABASE_URL: primaryUrl, REDIS_URL: redisUrl });
  const companies = await system.sql<{ code: string; cuit: string }>("SELECT code, cuit FROM company");
  const told = new Set<string>();
  for (const { code, cuit } of companies)
    for (const env of ["homologation", "production"]) {
      const { json } = await run("reconcile", "--company", code, "--env", env, "--json");
      for (const { pos, type, foreign, unsettled } of (json as Report).sequences)
        for (const number of [...foreign.map((one) => one.number), ...unsettled])
          told.add(nameOf({ cuit, env, pos, type, number }));
    }
  const ours = new Set(ledgers.vouchers.map(({ cae }) => cae));
  const lost = ledgers.granted.filter(({ foreign, cae }) => !foreign && !ours.has(cae));
  const silent = lost.filter((one) => !told.has(nameOf(one)));
  return {
    vouchers: lost.length,
    answered: lost.filter(({ cae }) => ledgers.told.some(({ answer }) => answer?.result?.cae === cae)).length,
    violations: silent.map((one) => ({ invariant: "I2", text: `lost, and reconcile does not tell: ${nameOf(one)}` })),
  };
}

/**
 * Whether a violation is what was lost, and nothing worse: a voucher that the database does not have any more, also for its caller, or
 * one that was adopted again, under another id than its caller was told.
 */
export function isOfLost({ invariant, text }: Violation, { told, vouchers, granted }: Ledgers): boolean {
  if (text.startsWith("granted and not ours")) return true;
  if (invariant !== "I6") return false;
  if (/"cae":"(\d+)".* the voucher is .* cae \1 /.test(text)) return true;
  const [, key] = /^(.*): answered 20[01] and there is no voucher$/.exec(text) ?? [];
  const ours = new Set(vouchers.map(({ cae }) => cae));
  const answers = told.filter((one) => saleOf(one) === key && one.answer?.result);
  return answers.every(({ answer }) => granted.some(({ cae }) => cae === answer?.result?.cae && !ours.has(cae)));
}

const saleOf = ({ company, production, idempotency }: Exchange) =>
  `${company}/${production ? "production" : "homologation"}/${idempotency}`;

/** Credit notes, whose amounts are those of what they credit. */
const notes = new Set([3, 8, 13]);

/** I1 in the authority's books: no key was granted twice. Each request has a total of its own, so a total tells its key. */
export function judgeDoubled(
  granted: LedgerView[],
  told: Exchange[],
  cuitOf: (company: string) => string,
): Violation[] {
  const keys = new Map<string, string>();
  for (const { company, production, idempotency, body } of told) {
    const [{ price = 0 } = {}] = (body.items ?? []) as { price: number }[];
    const env = production ? "production" : "homologation";
    keys.set(`${cuitOf(company)}/${env}/${price.toFixed(2)}`, `${company}/${env}/${idempotency}`);
  }
  const sales = granted.filter(({ foreign, type }) => !foreign && !notes.has(type));
  const byKey = groupBy(
    sales,
    ({ cuit, env, total }) => keys.get(`${cuit}/${env}/${total}`) ?? `${cuit}/${env}/${total}`,
  );
  return [...byKey]
    .filter(([, rows]) => rows.length > 1)
    .map(([key, rows]) => ({ invariant: "I1", text: `granted twice: ${key} as ${rows.map(nameOf).join(" and ")}` }));
}

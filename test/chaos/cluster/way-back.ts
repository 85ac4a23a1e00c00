import { waitFor } from "../../sandbox/wait-for.js";
import { commandLine } from "../../support/processes/command-line.js";
import type { System } from "../../support/processes/open-system.js";
import { readLedgers } from "../../support/readers/three-ledgers.js";
import type { Callers } from "./callers.js";
import type { Struck } from "./gaps.js";
import { type Loss, numberOf, tellLoss } from "./lost.js";
import { leadOut } from "./operator.js";
import { primaryUrl } from "./settings.js";

/** What a primary committed so long before the fault may not have reached its standbys. */
const beforeFaultMs = 10_000;

/** The number of the database's present history: another one means that commits may be lost. Only a primary says it. */
export const historyOf = ({ sql }: Pick<System, "sql">): Promise<number> =>
  waitFor(async () => (await sql<{ history: number }>("SELECT current_incarnation() AS history"))[0]?.history, {
    message: "a primary that tells its history",
  });

/**
 * After a failover that may have lost commits: the clients send again, then an operator leads the service out, and the clients ask once more.
 * Meanwhile everybody goes on selling.
 */
export async function findWayBack(
  system: System,
  { struck, callers, redisUrl }: { struck: Pick<Struck, "fault" | "atMs">; callers: Callers; redisUrl: string },
): Promise<Loss> {
  const atMs = performance.now();
  const sinceMs = struck.atMs - beforeFaultMs;
  const before = await system.authority.ledger();
  await callers.sendAgain(sinceMs);
  const { vouchers, told } = await readLedgers(system);
  const ours = new Set(vouchers.map(({ cae }) => cae));
  const lost = before.filter(({ foreign, cae }) => !foreign && !ours.has(cae));

  // Three hosts on one machine sell on meanwhile: a command takes a minute there.
  const run = commandLine({ DATABASE_URL: primaryUrl, REDIS_URL: redisUrl }, { timeoutMs: 600_000 });
  const ledOut = await leadOut(run);
  await callers.sendAgain(sinceMs);
  const companies = await system.sql<{ code: string; cuit: string }>("SELECT code, cuit FROM company");
  const cuits = new Map(companies.map(({ code, cuit }) => [code, cuit]));
  const named = new Set(ledOut.told.map((one) => numberOf({ ...one, cuit: cuits.get(one.company) ?? "" })));
  const kept = await system.sql<{ cae: string; keyless: boolean }>(
    "SELECT cae, issuance_id IS NULL AS keyless FROM voucher WHERE cae = ANY($1)",
    [lost.map(({ cae }) => cae)],
  );
  const answered = new Set([...told, ...callers.credits].map(({ answer }) => answer?.result?.cae));
  const bound = new Set(kept.filter(({ keyless }) => !keyless).map(({ cae }) => cae));
  const loss: Loss = {
    ...{
      fault: struck.fault,
      sinceMs,
      atMs,
      vouchers: lost,
      ledOut,
      bound: bound.size,
      keyless: kept.length - bound.size,
    },
    answered: lost.filter(({ cae }) => answered.has(cae)).length,
    told: lost.filter((one) => named.has(numberOf(one))).length,
    // What the service itself has found meanwhile, nobody has to name.
    silent: lost.filter((one) => !named.has(numberOf(one)) && !bound.has(one.cae)),
    seconds: Math.round((performance.now() - atMs) / 1_000),
  };
  console.log(`  ${tellLoss(loss)}`);
  return loss;
}

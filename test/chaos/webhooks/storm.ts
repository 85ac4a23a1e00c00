import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "../../sandbox/wait-for.js";
import { commandLine } from "../../support/processes/command-line.js";
import type { System, SystemOptions } from "../../support/processes/open-system.js";
import type { ProcessName } from "../../support/processes/service-processes.js";
import { createRandom, type Random } from "../../support/samples/random.js";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/servers/scripted-smtp.js";
import { addPointsOfSale } from "../sell.js";
import { foreignPos, loseAnswersUntil, sellUntil } from "./callers.js";
import { type Endpoints, startEndpoints } from "./endpoints.js";
import { type Judgement, judge } from "./judge.js";
import { countOpen, countUndone, noteChanges, readLedger, undoAtTimes } from "./ledger.js";

export interface WebhookStormOptions {
  seed: number;
  kills: { mailers: number; issuers: number };
  /** Ends leases and waits between attempts at once when the storm is over, as if their time had passed. */
  isHurried?: boolean;
}

/** How often each thing struck. */
interface Strikes {
  mailers: number;
  issuers: number;
  flushes: number;
  vanished: number;
}

export interface WebhookStormResult extends Judgement {
  seconds: number;
  strikes: Strikes;
  undone: number;
}

/**
 * Issues, prints and mails while mailers and issuers are killed, Redis loses everything, commits are undone and endpoints fail.
 * Returns when everything is settled and told, or when five minutes did not suffice for that.
 *
 * @param open starts the service with these processes
 */
export async function stormWebhooks(
  open: (options: SystemOptions) => Promise<System>,
  { seed, kills, isHurried = false }: WebhookStormOptions,
  say: (struck: number, text: string) => void = () => undefined,
): Promise<WebhookStormResult> {
  const startedAtMs = performance.now();
  const random = createRandom(seed);
  await using endpoints = await startEndpoints(random);
  await using smtp = await startChoosySmtp(random);
  await using system = await open(serviceWith(smtp));
  await addPointsOfSale(system, foreignPos);
  await noteChanges(system);
  await undoAtTimes(system);
  await endpoints.register(system);

  const strikes: Strikes = { mailers: 0, issuers: 0, flushes: 0, vanished: 0 };
  let isOver = false;
  const others = [
    sellUntil(() => isOver, system, random),
    loseAnswersUntil(() => isOver, system),
    vanishUntil(() => isOver, endpoints, random, strikes),
    importForeign(system),
  ];
  const kill = async (kind: "mailers" | "issuers", names: ProcessName[]) => {
    while (strikes[kind] < kills[kind]) {
      await killNext(names[strikes[kind] % names.length] as ProcessName, system, endpoints, random);
      strikes[kind] += 1;
      if (strikes[kind] % 3 === 0) {
        await system.redis.flushall();
        strikes.flushes += 1;
      }
      const text = `${strikes.mailers} mailers and ${strikes.issuers} issuers killed, ${endpoints.told.length} deliveries`;
      say(strikes.mailers + strikes.issuers, text);
    }
  };
  await Promise.all([kill("mailers", ["mailer", "mailer-2"]), kill("issuers", ["issuer", "issuer-2"])]);
  isOver = true;
  await Promise.all(others);
  endpoints.calm();

  const judged = await settle(system, endpoints, isHurried, (missing) =>
    say(strikes.mailers + strikes.issuers, `settling, ${missing} deliveries are missing`),
  );
  const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
  return { ...judged, seconds, strikes, undone: await countUndone(system) };
}

/** Refuses those who are `gone` for good, and others at times. */
const startChoosySmtp = (random: Random): Promise<ScriptedSmtp> =>
  startScriptedSmtp((address) => {
    if (address.startsWith("gone")) return { refuse: 550, at: "rcpt" };
    return random.chance(0.1) ? { refuse: 451, at: "rcpt" } : undefined;
  });

const serviceWith = (smtp: ScriptedSmtp): SystemOptions => {
  const mailer = { SMTP_URL: smtp.url, MAILER_RETRY_MS: "200", WEBHOOK_RETRY_MS: "20" };
  return {
    processes: ["api", "issuer", "issuer-2", "renderer", "mailer", "mailer-2"],
    env: {
      TAXAUTH_TIMEOUT_MS: "1500",
      LOCK_WAIT_MS: "10000",
      REQUEST_TIMEOUT_MS: "25000",
      // So that a refusal after a lost answer is believed within seconds.
      REFUSAL_QUIET_MS: "500",
      LOG_LEVEL: "warn",
    },
    processEnv: { mailer, "mailer-2": mailer },
  };
};

/** Kills it when something more was delivered, so that something is under way. */
async function killNext(name: ProcessName, system: System, { told }: Endpoints, random: Random): Promise<void> {
  const before = told.length;
  await waitFor(() => told.length > before, { message: "a delivery", timeoutMs: 120_000, intervalMs: 5 });
  await sleep(random.integer(0, 300));
  await system.kill(name);
  await system.start(name);
}

async function vanishUntil(
  isOver: () => boolean,
  { vanish }: Endpoints,
  random: Random,
  strikes: Strikes,
): Promise<void> {
  while (!isOver()) {
    await sleep(random.integer(1_000, 3_000));
    const reappear = await vanish();
    strikes.vanished += 1;
    await sleep(random.integer(200, 1_000));
    await reappear();
  }
}

/** Takes over what somebody else issued. The command is given again until its work was neither undone nor cut off. */
async function importForeign(system: System): Promise<void> {
  const { host, port } = system.redis.options;
  const run = commandLine({ DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` });
  const [company] = await system.sql<{ cuit: string }>("SELECT cuit FROM company WHERE code = 'demo'");
  for (let count = 0; count < 3; count++)
    await system.authority.issueForeign({ cuit: company?.cuit ?? "", pos: foreignPos, type: 6 });
  await waitFor(
    async () => {
      await run(..."reconcile --company demo --env homologation --import --json --pos".split(" "), `${foreignPos}`);
      return (await system.sql("SELECT 1 FROM voucher WHERE source = 'rcel'")).length === 3;
    },
    { message: "the import", timeoutMs: 300_000, intervalMs: 500 },
  );
}

/** Waits until everything has ended and every living endpoint has all. Gives the judgement of that moment. */
async function settle(
  system: System,
  { told }: Endpoints,
  isHurried: boolean,
  onWait: (missing: number) => void,
): Promise<Judgement> {
  let last: Judgement | undefined;
  const look = async () => {
    if (isHurried) await endWaits(system);
    const open = await countOpen(system);
    last = judge(await readLedger(system), told);
    onWait(last.missing.length);
    return open === 0 && last.missing.length === 0;
  };
  const isSettled = await waitFor(look, { message: "everything told", timeoutMs: 300_000, intervalMs: 1_000 }).catch(
    () => false,
  );
  const judged = last ?? judge(await readLedger(system), told);
  const left = isSettled ? [] : [`${await countOpen(system)} are open after five minutes`, ...judged.missing];
  return { ...judged, violations: [...judged.violations, ...left] };
}

/** What dead processes had in hand is free, and what waits for its next attempt is due. */
async function endWaits(system: System): Promise<void> {
  await system.expireLocks();
  await system.sql(
    `UPDATE recipient SET due_at = now() - interval '1 second' WHERE state = 'due' AND due_at > now() + interval '2 seconds'`,
  );
  await system.sql(`
    UPDATE webhook_delivery d SET due_at = now() - interval '1 second' FROM webhook w
    WHERE w.id = d.webhook_id AND w.url NOT LIKE '%/dead' AND d.state = 'pending' AND d.due_at > now() + interval '2 seconds'`);
}

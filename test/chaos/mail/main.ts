import { parseArgs } from "node:util";
import { openSystem } from "../../support/processes/open-system.js";
import { createRandom } from "../../support/samples/random.js";
import { startOwnServers } from "../../support/servers/own-servers.js";
import { createProgress } from "../nemesis/progress.js";
import { startFailingSmtp } from "./failing-server.js";
import { type StormResult, stormMails } from "./storm.js";

const usage = "npm run chaos -- --mail [--vouchers 1000] [--kills 10] [--failing 0.3] [--seed N]";

/** Sends mails while the SMTP server fails and the mailer is killed. Gives the exit code: 1 on any violation. */
export async function runMailChaos(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (!options) {
    console.error(usage);
    return 2;
  }
  const { vouchers, kills, failing, seed } = options;
  const server = await startFailingSmtp(failing, createRandom(seed).next);
  await using system = await openSystem(await startOwnServers(), {
    processEnv: { mailer: { SMTP_URL: server.url, MAILER_RETRY_MS: "500", LOG_LEVEL: "warn" } },
  });
  const giveUp = () => void system[Symbol.asyncDispose]().then(() => process.exit(130));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, giveUp);

  const progress = createProgress(1);
  const result = await stormMails(system, server, { vouchers, kills }, (sent, recipients) =>
    progress(sent / recipients, `${sent} of ${recipients} mails`),
  );
  await server.close();
  console.log(`\nMails: seed ${seed}, the SMTP server fails ${failing * 100} % of the messages\n\n${report(result)}`);
  return result.copies.violations.length === 0 ? 0 : 1;
}

function report({ vouchers, kills, seconds, copies }: StormResult): string {
  const { recipients, tries, told, once, moreThanOnce, duplicates, lostAnswers, violations } = copies;
  return [
    `  vouchers        ${vouchers}, to ${recipients} recipients, in ${seconds} s`,
    `  mailer killed   ${kills} times`,
    `  tries           ${tries}`,
    `  messages        ${told.taken} accepted, ${told.refused} refused temporarily, ${told.lost} accepted with the answer lost`,
    `  recipients      ${once} got one copy, ${moreThanOnce} more than one, ${recipients - once - moreThanOnce} none`,
    `  duplicates      ${duplicates}, after ${lostAnswers} tries with an unknown outcome`,
    "",
    ...(violations.length === 0 ? ["No violation."] : [`${violations.length} violations:`, ...violations.slice(0, 40)]),
  ].join("\n");
}

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args: args.filter((arg) => arg !== "--mail"),
      options: {
        vouchers: { type: "string", default: "1000" },
        kills: { type: "string", default: "10" },
        failing: { type: "string", default: "0.3" },
        seed: { type: "string", default: `${Math.floor(Math.random() * 1_000_000)}` },
      },
    });
    const read = {
      vouchers: Number(values.vouchers),
      kills: Number(values.kills),
      failing: Number(values.failing),
      seed: Number(values.seed),
    };
    return Object.values(read).every((value) => value >= 0) ? read : undefined;
  } catch {
    return undefined;
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "../../sandbox/wait-for.js";
import { openSystem, type System } from "../../support/processes/open-system.js";
import type { OtherHost, ProcessName } from "../../support/processes/service-processes.js";
import { type Ledgers, readLedgers } from "../../support/readers/three-ledgers.js";
import { findViolations, type Violation } from "../../support/readers/violations.js";
import { countBy, drawCounts } from "../count-table.js";
import { createProgress } from "../nemesis/progress.js";
import { awaitSettled } from "../nemesis/settle.js";
import { addPointsOfSale, type Selling, startSelling } from "../sell.js";
import { addresses, cutCable, plugCable } from "./network.js";
import type { HostsOptions, Inside } from "./options.js";
import { startOpenServers } from "./servers.js";

const here: ProcessName[] = ["api", "mailer"];
const there: ProcessName[] = ["issuer", "issuer-2", "renderer"];

/** This host runs the API, the mailer, PostgreSQL, Redis and the authority; the other runs two issuers and the renderer. */
export async function runInside(options: HostsOptions, { other, link }: Inside): Promise<number> {
  const { sales, seconds, callers, sequences } = options;
  const host: OtherHost = {
    command: ["ip", "netns", "exec", other],
    address: addresses.second,
    servers: addresses.first,
  };
  await using system = await openSystem(await startOpenServers(), {
    processes: [...here, ...there],
    hosts: Object.fromEntries(there.map((name) => [name, host])),
    env: { LOG_LEVEL: "warn" },
  });
  const giveUp = () => void system[Symbol.asyncDispose]().then(() => process.exit(130));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, giveUp);
  await addPointsOfSale(system, sequences);
  await system.authority.set({ latencyMs: 150 });

  const progress = createProgress(sales);
  const selling = startSelling(system, { sales, callers, sequences, via: () => "api" });
  const drawing = setInterval(() => progress(selling.sold(), `${selling.sold()} of ${sales} sales`), 500);
  const apart = await separate(system, selling, { sales, seconds, link });
  await selling.done;
  clearInterval(drawing);
  const { violations: unsettled } = await awaitSettled(system, {
    onWait: (open) => progress(sales, `settling, ${open.length} things open`),
  });
  const ledgers = await readLedgers(system);
  const violations = [...findViolations(ledgers), ...unsettled];
  console.log(writeReport(options, apart, ledgers, violations));
  return violations.length === 0 ? 0 : 1;
}

interface Apart {
  before: number;
  /** Vouchers that were granted while the cable was cut. */
  meanwhile: number;
  /** Time from plugging the cable in to the next voucher. */
  recoveredMs: number;
}

async function separate(
  { authority }: System,
  selling: Selling,
  { sales, seconds, link }: { sales: number; seconds: number; link: string },
): Promise<Apart> {
  const granted = async () => (await authority.ledger()).length;
  await waitFor(() => selling.sold() >= sales / 5, { message: "the first sales", timeoutMs: 120_000 });
  await cutCable(link);
  const before = await granted();
  await sleep(seconds * 1_000);
  const meanwhile = (await granted()) - before;
  const pluggedAtMs = performance.now();
  await plugCable(link);
  await waitFor(async () => (await granted()) > before + meanwhile, {
    message: "issuing to resume",
    timeoutMs: 180_000,
  });
  return { before, meanwhile, recoveredMs: Math.round(performance.now() - pluggedAtMs) };
}

const maxShown = 40;

function writeReport(
  { sales, seconds, callers, sequences }: HostsOptions,
  { before, meanwhile, recoveredMs }: Apart,
  { told, vouchers, granted }: Ledgers,
  violations: Violation[],
): string {
  const answers = countBy(told, ({ answer }) =>
    answer ? `${answer.status} ${answer.code ?? ""}`.trim() : "no answer",
  );
  return [
    "",
    `Two hosts, ${seconds} s apart: ${sales} sales by ${callers} callers on ${sequences} sequences`,
    "",
    `  vouchers     ${vouchers.length} ours, ${granted.length} granted`,
    `  apart        after ${before} vouchers; ${meanwhile} were granted meanwhile`,
    `  together     the next voucher ${(recoveredMs / 1_000).toFixed(1)} s after the cable was back`,
    "",
    "  answers",
    ...drawCounts(answers),
    "",
    ...violations.slice(0, maxShown).map((one) => `  ${one.invariant.padEnd(6)} ${one.text}`),
    violations.length === 0 ? "No violation." : `${violations.length} violations.`,
  ].join("\n");
}

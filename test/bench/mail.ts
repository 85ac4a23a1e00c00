import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openSystem, type System } from "../support/processes/open-system.js";
import { invoiceB } from "../support/samples/invoice.js";
import { startOwnServers } from "../support/servers/own-servers.js";
import { openClosers } from "./closers.js";
import { median } from "./issue-rate.js";
import { percentile } from "./percentile.js";
import { startQuickRenderer } from "./quick-renderer.js";
import { startForgetfulSmtp, startSilentSmtp } from "./smtp-servers.js";

/**
 * `npm run bench -- mail [vouchers] [rounds]`: the rate of issuing vouchers with e-mails while the SMTP server works, refuses
 * connections, or accepts them and never answers. Takes turns, so that other load on the machine affects all equally.
 */
export async function run([vouchers = "150", rounds = "6"]: string[]): Promise<void> {
  await using closers = openClosers();
  const folder = closers.add(mkdtempSync(path.join(tmpdir(), "talonario-bench-")), async (made) =>
    rmSync(made, { recursive: true, force: true }),
  );
  const storageUrl = `file:${path.join(folder, "pdf")}`;
  const servers = await startOwnServers();
  const system = closers.add(
    await openSystem(servers, {
      processes: ["api", "issuer", "mailer"],
      env: { PDF_STORAGE_URL: storageUrl, LOG_LEVEL: "warn", MAILER_RETRY_MS: "1000" },
    }),
    async (opened) => opened[Symbol.asyncDispose](),
  );
  closers.add(await startQuickRenderer(servers.databaseUrl, servers.redis.url, storageUrl), (renderer) =>
    renderer.close(),
  );
  const living = closers.add(await startForgetfulSmtp(), (server) => server.close());
  const silent = closers.add(await startSilentSmtp(), (server) => server.close());
  const urls = { living: living.url, refusing: "smtp://127.0.0.1:1", silent: silent.url };
  const names = ["living", "refusing", "silent"] as const;

  const measured = { living: [] as Turn[], refusing: [] as Turn[], silent: [] as Turn[] };
  await issue(system, 60);
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      await system.stop("mailer");
      await system.sql("UPDATE recipient SET state = 'failed' WHERE state = 'due'");
      await system.start("mailer", { SMTP_URL: urls[name] });
      const turn = await issue(system, Number(vouchers));
      measured[name].push(turn);
      console.error(`round ${round + 1}, ${name}: ${turn.perSecond.toFixed(1)} vouchers/s`);
    }
  }

  const baseline = measured.living.map(({ perSecond }) => perSecond);
  for (const name of names) {
    const turns = measured[name];
    const ratios = turns.map(({ perSecond }, round) => perSecond / (baseline[round] ?? perSecond));
    const latencies = turns.flatMap(({ latenciesMs }) => latenciesMs);
    console.log(
      `SMTP server ${name.padEnd(9)} ${median(turns.map(({ perSecond }) => perSecond))
        .toFixed(1)
        .padStart(6)} vouchers/s  ` +
        `p50 ${percentile(latencies, 0.5).toFixed(1)} ms  p99 ${percentile(latencies, 0.99).toFixed(1)} ms  ` +
        `ratio to living ${median(ratios).toFixed(3)}`,
    );
  }
  const tries = await system.sql(
    "SELECT state::text, count(*)::int, sum(attempts)::int AS tries FROM recipient GROUP BY state",
  );
  console.log("mails:", tries);
}

interface Turn {
  perSecond: number;
  latenciesMs: number[];
}

const sequences = [1, 2, 3];

/** One client per sequence; each sends its next voucher after the answer. */
async function issue(system: System, vouchers: number): Promise<Turn> {
  const latenciesMs: number[] = [];
  const startedAtMs = performance.now();
  await Promise.all(
    sequences.map(async (posNumber) => {
      for (let index = 0; index < vouchers / sequences.length; index += 1) {
        const sentAtMs = performance.now();
        const body = invoiceB({ posNumber, emails: [{ email: "client@example.com" }] });
        const { status } = await system.request("/invoices", { method: "POST", body });
        if (status !== 201) throw new Error(`an issuance was answered ${status}`);
        latenciesMs.push(performance.now() - sentAtMs);
      }
    }),
  );
  return { perSecond: latenciesMs.length / ((performance.now() - startedAtMs) / 1_000), latenciesMs };
}

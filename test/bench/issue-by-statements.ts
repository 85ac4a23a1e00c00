import { readFileSync } from "node:fs";
import { findCaller, hashOf } from "../../shared/db/company/api-keys.js";
import { type Database, openDatabase } from "../../shared/db/database.js";
import { approve, type GrantedBatch } from "../../shared/db/issuing/approve.js";
import { findIssuances, recordIssuance } from "../../shared/db/issuing/issuances.js";
import { setLastNumber, type TakenSequence, takeSequence } from "../../shared/db/issuing/sequences.js";
import { type SubmitResult, submitNext } from "../../shared/db/issuing/write-ahead.js";
import { approvalOf, attemptOn, bodyOn, submissionsOf } from "../support/samples/waiting-lines.js";
import type { Bench } from "./open-bench.js";

/** A database on a server of its own, with one connection, which is used as an issuer uses it. */
export interface Side {
  bench: Bench;
  db: Database;
  close(): Promise<void>;
  lines: Line[];
  /** The connection's process. */
  pid: number;
  /** Its processor time by statement, in microseconds. */
  cpuUs: Record<string, number>;
  issued: number;
}

interface Line {
  taken: TakenSequence;
  apiKeyId: number | null;
}

/** The companies get ten sequences each. */
export async function openSide(bench: Bench, companies: number): Promise<Side> {
  const sequences = await bench.seed(companies, 10);
  const { db, close } = openDatabase(bench.databaseUrl, { connections: 1, onePlan: true });
  const lines: Line[] = [];
  for (const { key, posNumber } of sequences) {
    const caller = await findCaller(db, hashOf(key));
    if (!caller) throw new Error(`no company has the key of point of sale ${posNumber}`);
    const { companyId, production, apiKeyId } = caller;
    const taken = await takeSequence(db, { companyId, production, posNumber, voucherType: 6 });
    await setLastNumber(db, taken, 0, null);
    lines.push({ taken, apiKeyId });
  }
  const [row] = await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  if (!row) throw new Error("the connection has no process");
  return { bench, db, close, lines, pid: row.pid, cpuUs: {}, issued: 0 };
}

/** Issues one voucher on each of the next `together` sequences, of which each is of another company than the one before. */
export async function issueOnce(side: Side, together: number): Promise<void> {
  const chosen = Array.from({ length: together }, () => nextLine(side));
  const those: { id: number; companyId: number }[] = [];
  for (const line of chosen) {
    const { key } = line.taken;
    const attempt = attemptOn(key, bodyOn(key), line.apiKeyId);
    const recorded = await timed(side, "record_new", (db) => recordIssuance(db, attempt));
    if (!recorded) throw new Error("nothing was recorded");
    those.push({ id: recorded.id, companyId: key.companyId });
  }
  const results = await timed(side, "submit_next", (db) =>
    submitNext(
      db,
      chosen.map(({ taken }) => ({ taken, limit: 1 })),
    ),
  );
  const granted = results.map((result, at) => grantedTo(chosen[at], result));
  await timed(side, "approve", (db) => approve(db, granted));
  await timed(side, "find_issuances", (db) => findIssuances(db, those));
}

function nextLine(side: Side): Line {
  const line = side.lines[(side.issued++ * 11) % side.lines.length];
  if (!line) throw new Error("there is no sequence");
  return line;
}

async function timed<Result>(side: Side, name: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const before = readCpuUs(side.pid);
  const result = await work(side.db);
  side.cpuUs[name] = (side.cpuUs[name] ?? 0) + readCpuUs(side.pid) - before;
  return result;
}

/** To the nanosecond, where `stat` counts ticks of 10 ms. */
const readCpuUs = (pid: number): number => Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1_000;

function grantedTo(line: Line | undefined, result: SubmitResult): GrantedBatch {
  if (!line) throw new Error("there is no sequence");
  const approvals = submissionsOf(result).map((submission) => ({
    ...approvalOf(submission),
    cae: `86${String(submission.id).padStart(12, "0")}`,
  }));
  return { taken: line.taken, approvals };
}

import { setTimeout as sleep } from "node:timers/promises";
import type { CommandLine } from "../../../support/processes/command-line.js";
import type { Violation } from "../../../support/readers/violations.js";

export interface Importer {
  /** How often it ran, and in how many runs it ended with no answer of its own. */
  ran: { runs: number; refused: number };
  stop(): Promise<void>;
}

const pauseMs = 15_000;

/** Time-out of one run: each company's every number is asked of an authority that fails, with the pauses of a job that stands behind issuing. */
export const importTimeoutMs = 300_000;

/** A job whose every run was killed has imported nothing, and so proves nothing about imports. */
export function judgeImporter({ ran }: Importer): Violation[] {
  if (ran.runs > ran.refused) return [];
  return [{ invariant: "imports", text: `none of ${ran.runs} runs of reconcile --import ended with an answer` }];
}

/** A scheduled job of every company: it imports what the authority has and we do not, and gives keys what is found to be theirs, in each environment in turn. */
export function startImporter(run: CommandLine): Importer {
  const ran = { runs: 0, refused: 0 };
  let isStopped = false;
  const working = (async () => {
    for (let at = 0; !isStopped; at++) {
      const env = at % 2 === 0 ? "homologation" : "production";
      const answer = await run(
        "reconcile",
        "--all",
        "--env",
        env,
        "--import",
        "--yes",
        "--as",
        "nemesis",
        "--json",
      ).catch(() => undefined);
      ran.runs += 1;
      // 3: something differs still.
      if (answer?.exitCode !== 0 && answer?.exitCode !== 3) ran.refused += 1;
      for (let waitedMs = 0; waitedMs < pauseMs && !isStopped; waitedMs += 500) await sleep(500);
    }
  })();
  return {
    ran,
    stop() {
      isStopped = true;
      return working;
    },
  };
}

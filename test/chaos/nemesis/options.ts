import { parseArgs } from "node:util";

export interface NemesisOptions {
  minutes: number;
  seed: number;
  sequences: number;
  issuers: number;
  clients: number;
  /** ISSUE_BATCH_MAX: the most vouchers in one call. */
  batch: number;
  /** How many elements of batches are sent beside the clients' sales. */
  elements: number;
  /** Another point of sale stands in for each, and the authority often goes away for 1 to 60 seconds. */
  contingency: boolean;
  /** The issuers' lock always succeeds, so that several issuers hold a sequence at once. */
  redlockOff: boolean;
}

export const usage =
  "npm run chaos -- [--minutes 5] [--seed N] [--sequences 20] [--issuers 2] [--clients 16] [--batch 1] [--elements 0] [--contingency] [--redlock-off]";

export const help = `The nemesis: the whole service as real processes, under load and faults, for two companies and a slow operator.

  ${usage}

  --minutes N      how long faults strike (5). Settling comes on top: two minutes after the last fault or decision at most.
  --seed N         repeats the draws, not the timing (random)
  --sequences N    numberings, spread over two companies, both environments, points of sale and types (20). With fewer than 6 the second
                   company has none in production.
  --issuers N      issuer processes (2)
  --clients N      clients that sell (16)
  --batch N        ISSUE_BATCH_MAX: the most vouchers in one call to the authority (1)
  --elements N     elements of batches beside the clients' sales, in all (0)
  --contingency    a point of sale stands in for each, the authority goes away often, and the operator mends, gives up and verifies
  --redlock-off    the issuers' lock lets everybody in

The other programs: --simulate, --mail, --webhooks, --sigterm, --hosts and --cluster. Source: test/chaos/README.md.`;

/** @throws Error naming what is wrong */
export function readOptions(args: string[]): NemesisOptions {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: "string", default: "5" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
      sequences: { type: "string", default: "20" },
      issuers: { type: "string", default: "2" },
      clients: { type: "string", default: "16" },
      batch: { type: "string", default: "1" },
      elements: { type: "string", default: "0" },
      contingency: { type: "boolean", default: false },
      "redlock-off": { type: "boolean", default: false },
    },
  });
  const number = (name: Exclude<keyof typeof values, "contingency" | "redlock-off">, least: number): number => {
    const value = Number(values[name]);
    if (!Number.isFinite(value) || value < least) throw new Error(`--${name} must be a number of at least ${least}`);
    return value;
  };
  return {
    minutes: number("minutes", 0.1),
    seed: number("seed", 0),
    sequences: number("sequences", 1),
    issuers: number("issuers", 1),
    clients: number("clients", 1),
    batch: number("batch", 1),
    elements: number("elements", 0),
    contingency: values.contingency,
    redlockOff: values["redlock-off"],
  };
}

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

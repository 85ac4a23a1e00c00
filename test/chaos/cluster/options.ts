import { parseArgs } from "node:util";
import { type FaultName, faultNames } from "./faults.js";

export interface ClusterOptions {
  /** How long faults strike. */
  minutes: number;
  seed: number;
  clients: number;
  sequences: number;
  /** Sales a second, of all clients. */
  rate: number;
  /** The faults that strike. Default: all. */
  faults: FaultName[];
  /** Whether a commit waits for a standby. */
  synchronous: boolean;
  /** Set only when the command starts itself inside the network of the drill. */
  network: string | undefined;
}

export const usage = `npm run chaos -- --cluster [--minutes 30] [--seed N] [--clients 6] [--sequences 6] [--rate 2] [--synchronous on|off]
      [--faults ${faultNames.join(",")}]`;

/** @throws Error naming what is wrong */
export function readOptions(args: string[]): ClusterOptions {
  const { values } = parseArgs({
    args,
    options: {
      cluster: { type: "boolean" },
      minutes: { type: "string", default: "30" },
      seed: { type: "string", default: `${Math.floor(Math.random() * 2 ** 31)}` },
      clients: { type: "string", default: "6" },
      sequences: { type: "string", default: "6" },
      rate: { type: "string", default: "2" },
      faults: { type: "string", default: faultNames.join(",") },
      synchronous: { type: "string", default: "on" },
      network: { type: "string" },
    },
  });
  const number = (name: "minutes" | "seed" | "clients" | "sequences" | "rate", least: number): number => {
    const value = Number(values[name]);
    if (!Number.isFinite(value) || value < least) throw new Error(`--${name} must be a number of at least ${least}`);
    return value;
  };
  if (values.synchronous !== "on" && values.synchronous !== "off") throw new Error("--synchronous must be on or off");
  const faults = values.faults.split(",");
  const unknown = faults.find((name) => !faultNames.includes(name as FaultName));
  if (unknown !== undefined) throw new Error(`--faults: there is no ${unknown}`);
  return {
    minutes: number("minutes", 0.1),
    seed: number("seed", 0),
    clients: number("clients", 1),
    sequences: number("sequences", 1),
    rate: number("rate", 0.1),
    faults: faults as FaultName[],
    synchronous: values.synchronous === "on",
    network: values.network,
  };
}

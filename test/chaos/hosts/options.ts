import { parseArgs } from "node:util";

export interface HostsOptions {
  sales: number;
  /** How long the cable is cut. */
  seconds: number;
  callers: number;
  sequences: number;
  /** Set only when the command starts itself inside the first host. */
  inside: Inside | undefined;
}

export interface Inside {
  /** The namespace of the other host. */
  other: string;
  /** This host's end of the cable. */
  link: string;
}

export const usage = "npm run chaos -- --hosts [--sales 500] [--seconds 30] [--callers 10] [--sequences 5]";

export function readOptions(args: string[]): HostsOptions | undefined {
  try {
    const { values } = parseArgs({
      args,
      options: {
        hosts: { type: "boolean" },
        sales: { type: "string", default: "500" },
        seconds: { type: "string", default: "30" },
        callers: { type: "string", default: "10" },
        sequences: { type: "string", default: "5" },
        inside: { type: "string" },
      },
    });
    const [sales = 0, seconds = 0, callers = 0, sequences = 0] = [
      values.sales,
      values.seconds,
      values.callers,
      values.sequences,
    ].map(Number);
    if (![sales, seconds, callers, sequences].every((value) => Number.isInteger(value) && value > 0)) return undefined;
    const [other, link] = values.inside?.split(",") ?? [];
    return { sales, seconds, callers, sequences, inside: other && link ? { other, link } : undefined };
  } catch {
    return undefined;
  }
}

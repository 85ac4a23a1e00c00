import { findFreePort, isPortFree } from "./servers/free-port.js";

export type Variables = Record<string, string | undefined>;

export interface Settings {
  /** Remove all data first. */
  reset: boolean;
  /** The caller's environment; empty strings count as not set. */
  given: Record<string, string>;
  port: number;
  /** The default port is taken, so another one is used. */
  isOtherPort: boolean;
}

/** A wrong use of the command. The message says what to do. */
export class UsageError extends Error {
  override name = "UsageError";
}

const defaultPort = 3000;

/** @throws UsageError for an unknown argument, and for a PORT that is invalid or taken */
export async function readSettings(args: string[], environment: Variables): Promise<Settings> {
  const unknown = args.find((arg) => arg !== "--reset");
  if (unknown !== undefined) throw new UsageError(`unknown argument ${unknown}; the only one is: npm start -- --reset`);

  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) if (value) given[name] = value;
  return { reset: args.includes("--reset"), given, ...(await choosePort(given.PORT)) };
}

async function choosePort(given: string | undefined): Promise<Pick<Settings, "port" | "isOtherPort">> {
  const wanted = given === undefined ? defaultPort : Number(given);
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > 65_535) {
    throw new UsageError(`PORT=${given} is not a port: use a whole number from 1 to 65535`);
  }
  if (await isPortFree(wanted)) return { port: wanted, isOtherPort: false };
  if (given === undefined) return { port: await findFreePort(), isOtherPort: true };
  throw new UsageError(
    `port ${wanted} cannot be used, most likely because another program has it. Try: PORT=${wanted + 1} npm start`,
  );
}

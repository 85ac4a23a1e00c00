import { parseArgs } from "node:util";
import { migrateCommand } from "../../config/config.js";
import { MigrationError } from "./migrate.js";

const usage = () => `${migrateCommand("")}

Brings the database of DATABASE_URL to this version, and renews the rights of the roles of the processes. Run it again at any time.

  --version             tells the version
  --help                tells this`;

/**
 * Reads the arguments of the command. Asked for help, it tells it and ends the process.
 * @throws MigrationError on what it does not know
 */
export function readOptions(args: string[]): void {
  if (!parse(args).help) return;
  console.log(usage());
  process.exit(0);
}

function parse(args: string[]) {
  const options = { version: { type: "boolean" }, help: { type: "boolean", short: "h", default: false } } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new MigrationError(`${(error as Error).message}\n\n${usage()}`);
  }
}

import { parseArgs } from "node:util";
import { migrateCommand } from "../../config/config.js";
import { MigrationError } from "./migrate.js";

const usage = () => `${migrateCommand("")}

Brings the database of DATABASE_URL to this version, and renews the rights of the roles of the processes. Run it again at any time.

  --to MIGRATION        applies no later ones, and leaves the roles as they are: to load the rows of a database of then
  --version             tells the version
  --help                tells this`;

interface MigrationOptions {
  /** Name of the last migration to apply. */
  to?: string | undefined;
}

/**
 * Reads the arguments of the command. Asked for help, it tells it and ends the process.
 * @throws MigrationError on what it does not know
 */
export function readOptions(args: string[]): MigrationOptions {
  const { help, to } = parse(args);
  if (!help) return { to };
  console.log(usage());
  process.exit(0);
}

function parse(args: string[]) {
  const options = {
    to: { type: "string" },
    version: { type: "boolean" },
    help: { type: "boolean", short: "h", default: false },
  } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new MigrationError(`${(error as Error).message}\n\n${usage()}`);
  }
}

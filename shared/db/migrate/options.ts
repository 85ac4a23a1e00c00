import { parseArgs } from "node:util";
import { migrateCommand } from "../../config.js";
import { PartitionsError, readPartitions } from "./partitions/keep-partitions.js";

const usage = () => `${migrateCommand("[--partitions NUMBER]")}

Brings the database of DATABASE_URL to this version, and renews the rights of the roles of the processes. Run it again at any time.

  --partitions NUMBER   splits vouchers, issuances and what hangs on them into so many parts by company: a power of two from 2 to 256.
                        Only in a database without vouchers, and for ever: later runs keep it. Left out: as the database is.
                        When it pays, and how to come from one shape to another: shared/deploy/SCALE.md, "Partitions by company"
  --version             tells the version
  --help                tells this`;

/**
 * Reads the arguments of the command. Asked for help, it tells it and ends the process.
 * @throws PartitionsError on what it does not know
 */
export async function readOptions(args: string[]): Promise<{ partitions: number | undefined }> {
  const { partitions, help } = parse(args);
  if (help) {
    console.log(usage());
    process.exit(0);
  }
  return { partitions: partitions === undefined ? undefined : readPartitions(partitions) };
}

function parse(args: string[]) {
  const options = {
    partitions: { type: "string" },
    version: { type: "boolean" },
    help: { type: "boolean", short: "h", default: false },
  } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new PartitionsError(`${(error as Error).message}\n\n${usage()}`);
  }
}

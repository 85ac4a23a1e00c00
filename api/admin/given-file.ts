import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";

/** As a name of a file: standard input, or standard output. In a container there is no other way, and the user may not write everywhere. */
export const standardStream = "-";

/** The whole file that a command was given. */
export const readGivenFile = (file: string): Promise<Buffer> =>
  file === standardStream ? buffer(process.stdin) : readFile(file);

import { Readable } from "node:stream";
import { readPadron } from "../../../api/admin/sircip/read-padron.js";
import { type LoadedPadron, loadPadron } from "../../../shared/db/sircip/load-padron.js";
import { padronFile } from "../samples/sircip.js";

/** Loads a padrón of SIRCIP of these lines. */
export const loadLines = (databaseUrl: string, lines: string[]): Promise<LoadedPadron | undefined> =>
  loadPadron(databaseUrl, () => readPadron(Readable.from([Buffer.from(padronFile(lines))], { objectMode: true })));

import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

/** Writes a file while its content is made. Under its name it is whole, or what it was before. Only its owner may read it. */
export async function writeWholeFile(file: string, content: AsyncIterable<Buffer>): Promise<void> {
  const aside = `${file}.${process.pid}.part`;
  try {
    await pipeline(content, createWriteStream(aside, { mode: 0o600, flags: "wx" }));
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { standardStream } from "./given-file.js";

/**
 * Writes a file while its content is made. Under its name it is whole, or what it was before. Only its owner may read it. Standard output has
 * it as it is made.
 */
export async function writeWholeFile(file: string, content: AsyncIterable<Buffer>): Promise<void> {
  if (file === standardStream) return pipeline(content, process.stdout, { end: false });
  const aside = `${file}.${process.pid}.part`;
  try {
    await pipeline(content, createWriteStream(aside, { mode: 0o600, flags: "wx" }));
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw sayWhereTo(error);
  }
}

/** Whether the file can be written, found out before there is something to write. It is there afterwards. */
export async function requireWritable(file: string): Promise<void> {
  if (file === standardStream) return;
  const opened = await open(file, "a").catch((error) => {
    throw sayWhereTo(error);
  });
  await opened.close();
}

/** The shell of who runs the command may write where the command's user may not. */
function sayWhereTo(error: unknown): unknown {
  const isForbidden = error instanceof Error && "code" in error && ["EACCES", "EROFS"].includes(String(error.code));
  return isForbidden ? new Error(`${error.message}. Use --out - > FILE`, { cause: error }) : error;
}

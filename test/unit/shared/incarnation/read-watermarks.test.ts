import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readWatermarks } from "../../../../shared/incarnation/read-watermarks.js";
import { storageWatermarks } from "../../../../shared/incarnation/watermark-stores.js";
import { openFileStorage } from "../../../../shared/storage/file-storage.js";
import { keptLog } from "../../../support/readers/kept-log.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "talonario-witness-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const place = "1/5";
const seenAt = (position: bigint) => ({ place, history: 5, earlier: [4], position, writtenMs: 1_000 });
const signing = { key: Buffer.alloc(32, 7), isDiscarded: () => false };

function open() {
  const { log, lines } = keptLog();
  const witness = storageWatermarks(openFileStorage(folder));
  const { ask, tell } = readWatermarks([witness], log);
  const messages = () => lines.map(({ msg }) => msg);
  return {
    ask: () => ask(place, signing.key),
    keep: (position: bigint) => tell(witness, seenAt(position), signing),
    messages,
  };
}

const refused = "the storage of the PDFs keeps nothing of this process: a database that goes back may not be noticed";
const keptAgain = "the storage of the PDFs keeps again how far the database has got";

test("a storage that can be read and takes nothing is told once, and so is its end", async () => {
  // A file in the folder's place: nothing is stored, and nothing can be.
  writeFileSync(path.join(folder, "database"), "");
  const { ask, keep, messages } = open();
  for (let round = 1n; round <= 3n; round++) {
    expect(await ask()).toMatchObject([{ seen: undefined }]);
    await keep(round);
  }
  expect(messages()).toEqual([refused]);

  rmSync(path.join(folder, "database"));
  await keep(4n);
  await keep(5n);
  expect(messages()).toEqual([refused, keptAgain]);
  expect(await ask()).toMatchObject([{ seen: seenAt(5n) }]);
});

test("what another process has kept does not show that this one can", async () => {
  writeFileSync(path.join(folder, "database"), "");
  const { ask, keep, messages } = open();
  await keep(1n);
  rmSync(path.join(folder, "database"));
  await open().keep(9n);
  await keep(2n);
  expect(messages()).toEqual([refused]);
  expect(await ask()).toMatchObject([{ seen: seenAt(9n) }]);
});

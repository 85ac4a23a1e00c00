import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { NotStoredError } from "./not-stored-error.js";
import type { Storage, StoredFile } from "./storage.js";
import { checkStorageKey } from "./storage-key.js";

/**
 * The service's alone, and its group's: PDFs hold names, tax ids and amounts. The usual umask lets the group read. The units' lets it
 * write, because there each process is a user of its own and two of them keep the same file.
 */
const [folderMode, fileMode] = [0o770, 0o660];

/** Stores each key as a file below one folder. Creates the folder at the first write. */
export function openFileStorage(folder: string): Storage {
  const root = path.resolve(folder);
  const fileOf = (key: string) => path.join(root, checkStorageKey(key));

  return {
    write: async (key, bytes) => writeAtomically(fileOf(key), bytes),
    read: async (key) => unlessAbsent(readFile(fileOf(key)), () => notStored(key)),
    open: async (key) => unlessAbsent(openFile(fileOf(key)), () => notStored(key)),
    exists: async (key) =>
      unlessAbsent(
        stat(fileOf(key)).then((found) => found.isFile()),
        () => false,
      ),
    remove: async (key) => rm(fileOf(key), { force: true }),
  };
}

/** A file that is replaced meanwhile is read to its end. */
async function openFile(file: string): Promise<StoredFile> {
  const handle = await open(file, "r");
  const { size } = await handle.stat().catch(async (error) => {
    await handle.close();
    throw error;
  });
  async function* content() {
    yield* handle.createReadStream() as AsyncIterable<Uint8Array>;
  }
  return { sizeBytes: size, content: content() };
}

/** Writes a temporary file and renames it. Flushes the folder too, because a power cut could undo the rename. */
async function writeAtomically(file: string, bytes: Uint8Array): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: folderMode });
  const temporary = path.join(folder, `.${path.basename(file)}.${randomUUID()}.tmp`);
  try {
    await flushed(temporary, "wx", (handle) => handle.writeFile(bytes));
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await flushed(folder, "r", async () => undefined);
}

async function flushed(file: string, flags: string, use: (handle: Awaited<ReturnType<typeof open>>) => Promise<void>) {
  const handle = await open(file, flags, fileMode);
  try {
    await use(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const notStored = (key: string): never => {
  throw new NotStoredError(key);
};

const unlessAbsent = <Result>(task: Promise<Result>, otherwise: () => Result): Promise<Result> =>
  task.catch((error: unknown) => {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return otherwise();
    throw error;
  });

import type { Storage, StoredFile } from "./storage.js";

/** Opens a stored file. Whatever fails, also while it is read, fails with what `toThrow` makes of it. */
export async function openWith(
  storage: Storage,
  key: string,
  toThrow: (error: unknown) => unknown,
): Promise<StoredFile> {
  try {
    const { sizeBytes, content } = await storage.open(key);
    return { sizeBytes, content: read(content, toThrow) };
  } catch (error) {
    throw toThrow(error);
  }
}

async function* read(content: StoredFile["content"], toThrow: (error: unknown) => unknown): StoredFile["content"] {
  try {
    yield* content;
  } catch (error) {
    throw toThrow(error);
  }
}

import path from "node:path";
import { fileURLToPath } from "node:url";
import { openFileStorage } from "./file-storage.js";
import { openS3Storage } from "./s3-storage.js";
import type { Storage } from "./storage.js";

/**
 * Opens the storage of `PDF_STORAGE_URL`: `file:folder`, `file:/folder`, `file:///folder` or
 * `s3://bucket/prefix` (see openS3Storage).
 * @throws Error for any other scheme
 */
export function openStorage(url: string): Storage {
  const folder = folderOf(url);
  if (folder) return openFileStorage(folder);
  if (url.startsWith("s3://")) return openS3Storage(url);
  throw new Error("storage is named by a URL such as file:/var/lib/talonario/pdf or s3://bucket/prefix");
}

/** The folder of a storage of files; undefined of any other. */
export function folderOf(url: string): string | undefined {
  if (url.startsWith("file://")) return path.resolve(fileURLToPath(url));
  return url.startsWith("file:") ? path.resolve(url.slice("file:".length)) : undefined;
}

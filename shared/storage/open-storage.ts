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
  if (url.startsWith("file://")) return openFileStorage(fileURLToPath(url));
  if (url.startsWith("file:")) return openFileStorage(url.slice("file:".length));
  if (url.startsWith("s3://")) return openS3Storage(url);
  throw new Error("storage is named by a URL such as file:/var/lib/talonario/pdf or s3://bucket/prefix");
}

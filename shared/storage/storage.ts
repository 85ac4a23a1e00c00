import { fileURLToPath } from "node:url";
import { openFileStorage } from "./file-storage.js";
import { openS3Storage } from "./s3-storage.js";

/** Where PDFs and logos are kept. A key is a relative path such as "3/120/1.pdf". */
export interface Storage {
  /** All or nothing: a reader sees the old bytes or the new ones, and what was written survives a power cut. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** @throws NotStoredError when there is nothing under the key. */
  read(key: string): Promise<Buffer>;
  exists(key: string): Promise<boolean>;
  /** Removing what is not there changes nothing. */
  remove(key: string): Promise<void>;
}

/**
 * Opens the storage that `PDF_STORAGE_URL` names: `file:folder`, `file:/folder`, `file:///folder` or
 * `s3://bucket/prefix` (see openS3Storage).
 * @throws Error for a scheme that is not available.
 */
export function openStorage(url: string): Storage {
  if (url.startsWith("file://")) return openFileStorage(fileURLToPath(url));
  if (url.startsWith("file:")) return openFileStorage(url.slice("file:".length));
  if (url.startsWith("s3://")) return openS3Storage(url);
  throw new Error("storage is named by a URL such as file:/var/lib/talonario/pdf or s3://bucket/prefix");
}

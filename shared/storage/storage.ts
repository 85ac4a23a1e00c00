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

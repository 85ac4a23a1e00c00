/** Stores PDFs and logos. A key is a relative path such as "3/120/1.pdf". */
export interface Storage {
  /** Atomic and durable: a reader sees the old bytes or the new ones, and a power cut loses nothing that was written. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** @throws NotStoredError when nothing is stored under the key */
  read(key: string): Promise<Buffer>;
  /** For whoever reads it at a pace of its own: what is read is in memory, and little more. @throws as `read` */
  open(key: string): Promise<StoredFile>;
  exists(key: string): Promise<boolean>;
  /** Does nothing when the key does not exist. */
  remove(key: string): Promise<void>;
}

/** A stored file that is being read. It is closed at the end of `content`, also when that is left early; so it must be begun. */
export interface StoredFile {
  sizeBytes: number;
  content: AsyncGenerator<Uint8Array, void>;
}

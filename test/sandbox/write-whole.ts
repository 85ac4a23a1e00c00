import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Writes a file atomically: a reader sees the old or the new content, never a part. Only the owner may read it. */
export function writeWhole(file: string, content: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const written = `${file}.${process.pid}.new`;
  writeFileSync(written, content, { mode: 0o600 });
  renameSync(written, file);
}

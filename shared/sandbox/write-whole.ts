import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Writes a file readable by its owner alone, so that whoever reads it sees the old or the new content, never a part. */
export function writeWhole(file: string, content: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const written = `${file}.${process.pid}.new`;
  writeFileSync(written, content, { mode: 0o600 });
  renameSync(written, file);
}

import { appendFileSync, closeSync, existsSync, openSync, readFileSync, truncateSync } from "node:fs";

/** Drops an incomplete last line: the process died while it wrote it, so nobody was ever told of it. */
function readLines<Row>(file: string): Row[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  const end = text.lastIndexOf("\n") + 1;
  const whole = text.slice(0, end);
  if (end < text.length) truncateSync(file, Buffer.byteLength(whole));
  return whole
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row);
}

export type JsonLines<Row> = {
  /** The rows that the file had when it was opened. */
  stored: Row[];
  /** Writes to disk before it returns. */
  append: (rows: Row[]) => void;
  clear: () => void;
  close: () => void;
};

/** A file of JSON lines that is only appended to. Without a file nothing is written. */
export function openJsonLines<Row>(file: string | undefined): JsonLines<Row> {
  const stored = file === undefined ? [] : readLines<Row>(file);
  const descriptor = file === undefined ? undefined : openSync(file, "a");
  let isClosed = false;
  return {
    stored,
    append(rows) {
      // A call delayed by a fault may outlive its server, and by then the descriptor may belong to another file.
      if (isClosed) throw new Error("the file is closed");
      if (descriptor !== undefined && rows.length > 0)
        appendFileSync(descriptor, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    },
    clear() {
      if (file !== undefined) truncateSync(file);
    },
    close() {
      isClosed = true;
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}

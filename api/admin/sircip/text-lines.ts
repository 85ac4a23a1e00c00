import type { ByteRange } from "../../../shared/db/sircip/padron-block.js";

/** A line longer than this is none of a padrón. In bytes. */
const maxLine = 1_000;

const newline = 10;
const carriageReturn = 13;

/** Lines without their ends, or the number of the one that is too long. */
export type TextLines = AsyncGenerator<{ first: number; lines: ByteRange[] } | { badLine: number; expected: string }>;

/** Reads the lines of a text chunk by chunk: no more is held than a chunk. */
export async function* readTextLines(chunks: AsyncIterable<Buffer>): TextLines {
  let begun: Buffer = Buffer.alloc(0);
  let number = 1;
  for await (const chunk of withEnd(chunks)) {
    const first = number;
    const lines: ByteRange[] = [];
    let start = 0;
    let end = chunk.indexOf(newline);
    for (; end >= 0 && begun.length + end - start <= maxLine; end = chunk.indexOf(newline, start)) {
      // Only the line that was begun is put together: a copy of each chunk would be twice the memory.
      const line = { bytes: chunk, start, end };
      lines.push(withoutReturn(begun.length > 0 ? join(begun, line) : line));
      begun = Buffer.alloc(0);
      start = end + 1;
    }
    number += lines.length;
    yield { first, lines };
    begun = join(begun, { bytes: chunk, start, end: chunk.length }).bytes;
    if (begun.length > maxLine) {
      yield { badLine: number, expected: `a line of at most ${maxLine} bytes` };
      return;
    }
  }
}

function join(begun: Buffer, { bytes, start, end }: ByteRange): ByteRange {
  const whole = Buffer.concat([begun, bytes.subarray(start, end)]);
  return { bytes: whole, start: 0, end: whole.length };
}

const withoutReturn = ({ bytes, start, end }: ByteRange): ByteRange => ({
  bytes,
  start,
  end: end > start && bytes[end - 1] === carriageReturn ? end - 1 : end,
});

/** Ends the last line, which may lack its end. */
async function* withEnd(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let last: number | undefined;
  for await (const chunk of chunks) {
    if (chunk.length > 0) last = chunk[chunk.length - 1];
    yield chunk;
  }
  if (last !== undefined && last !== newline) yield Buffer.of(newline);
}

/** A line longer than this is none of a padrón. In bytes. */
const maxLine = 1_000;

const newline = 10;
const carriageReturn = 13;

/** Lines without their ends, or the number of the one that is too long. */
export type TextLines = AsyncGenerator<{ first: number; lines: Buffer[] } | { badLine: number; expected: string }>;

/** Reads the lines of a text chunk by chunk: no more is held than a chunk. */
export async function* readTextLines(chunks: AsyncIterable<Buffer>): TextLines {
  let rest: Buffer = Buffer.alloc(0);
  let number = 1;
  for await (const chunk of withEnd(chunks)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      lines.push(bytes.subarray(start, bytes[end - 1] === carriageReturn && end > start ? end - 1 : end));
      start = end + 1;
    }
    const tooLong = lines.findIndex((line) => line.length > maxLine);
    yield { first: number, lines: tooLong < 0 ? lines : lines.slice(0, tooLong) };
    number += tooLong < 0 ? lines.length : tooLong;
    rest = bytes.subarray(start);
    if (tooLong >= 0 || rest.length > maxLine) {
      yield { badLine: number, expected: `a line of at most ${maxLine} bytes` };
      return;
    }
  }
}

/** Ends the last line, which may lack its end. */
async function* withEnd(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let last: number | undefined;
  for await (const chunk of chunks) {
    if (chunk.length > 0) last = chunk[chunk.length - 1];
    yield chunk;
  }
  if (last !== undefined && last !== newline) yield Buffer.of(newline);
}

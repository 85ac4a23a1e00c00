import { isUtf8 } from "node:buffer";

/** A line longer than this is none of a padrón. In bytes. */
const maxLine = 1_000;

const newline = 10;
const carriageReturn = 13;

/** Lines of a text, or the number of the one that is no text. */
export type TextLines = AsyncGenerator<{ first: number; lines: string[] } | { badLine: number; expected: string }>;

/**
 * Lines of a text in UTF-8 or ISO 8859-1, chunk by chunk: no more is held than a chunk. The first line with another letter than those of ASCII
 * decides which of the two it is. The bytes 80 to 9F are no letters of ISO 8859-1: a text with them is in neither.
 */
export async function* readTextLines(chunks: AsyncIterable<Buffer>): TextLines {
  const decode = createDecoder();
  let rest: Buffer = Buffer.alloc(0);
  let number = 1;
  for await (const chunk of withEnd(chunks)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const first = number;
    const lines: string[] = [];
    let start = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      const line = end - start > maxLine ? undefined : decode(bytes.subarray(start, end));
      if (line === undefined) {
        yield { first, lines };
        yield { badLine: number, expected: end - start > maxLine ? tooLong : noText };
        return;
      }
      lines.push(line);
      number += 1;
      start = end + 1;
    }
    yield { first, lines };
    rest = bytes.subarray(start);
    if (rest.length > maxLine) {
      yield { badLine: number, expected: tooLong };
      return;
    }
  }
}

const tooLong = `a line of at most ${maxLine} bytes`;
const noText = "text in UTF-8 or ISO 8859-1";

/** Ends the last line, which may lack its end. */
async function* withEnd(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let last: number | undefined;
  for await (const chunk of chunks) {
    if (chunk.length > 0) last = chunk[chunk.length - 1];
    yield chunk;
  }
  if (last !== undefined && last !== newline) yield Buffer.of(newline);
}

/** Gives a line without its carriage return, or undefined when it is no text. */
function createDecoder(): (bytes: Buffer) => string | undefined {
  let encoding: "utf8" | "latin1" | undefined;
  return (bytes) => {
    const text = bytes.toString("latin1", 0, bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length);
    if (text.includes("\0")) return undefined;
    if (!/[\x80-\xff]/.test(text)) return text;
    encoding ??= isUtf8(bytes) ? "utf8" : "latin1";
    if (encoding === "latin1") return /[\x80-\x9f]/.test(text) ? undefined : text;
    return isUtf8(bytes) ? bytes.toString("utf8").replace(/\r$/, "") : undefined;
  };
}

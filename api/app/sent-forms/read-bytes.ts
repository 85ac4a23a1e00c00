interface Bounds {
  maxBytes: number;
  /** How long the body may take to arrive. */
  longestMs: number;
  /** How many bytes are looked at before the rest is read. */
  beginningBytes: number;
  /** Looks at the beginning, or at all of a short body. What it throws ends the reading. */
  judge(beginning: Buffer): void;
}

/** A body that was larger, or came slower, than its sender may send it. The rest of it is not read. */
export class BodyOutOfBounds extends Error {
  readonly why: "large" | "slow";

  constructor(why: "large" | "slow") {
    super(`the body is too ${why}`);
    this.why = why;
  }
}

/**
 * Reads a body, never more of it than the bounds. What is not read stays with the server, which ends the connection after the answer:
 * to cancel it would end the connection before.
 * @throws BodyOutOfBounds, and what `judge` throws
 */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, longestMs, beginningBytes, judge }: Bounds,
): Promise<Buffer<ArrayBuffer>> {
  const reader = body?.getReader();
  const read = createGrowing(maxBytes);
  let isJudged = false;
  let isLate = false;
  // A read under way fails by that.
  const timer = setTimeout(() => {
    isLate = true;
    reader?.releaseLock();
  }, longestMs);
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (value && !read.add(value)) throw new BodyOutOfBounds("large");
      if (!isJudged && (done || read.bytes().length >= beginningBytes)) {
        judge(read.bytes().subarray(0, beginningBytes));
        isJudged = true;
      }
      if (done) return read.bytes();
    }
  } catch (error) {
    throw isLate ? new BodyOutOfBounds("slow") : error;
  } finally {
    clearTimeout(timer);
    if (!isLate) reader?.releaseLock();
  }
}

/** Bytes in one piece, however small the pieces are that they come in: a piece of one byte takes a hundred. */
function createGrowing(maxBytes: number) {
  let kept = Buffer.alloc(0);
  let length = 0;
  return {
    /** False when there are too many. */
    add(piece: Uint8Array): boolean {
      if (length + piece.length > maxBytes) return false;
      if (length + piece.length > kept.length) {
        const larger = Buffer.alloc(Math.min(maxBytes, Math.max(4_096, 2 * kept.length, length + piece.length)));
        kept.copy(larger, 0, 0, length);
        kept = larger;
      }
      kept.set(piece, length);
      length += piece.length;
      return true;
    },
    bytes: () => kept.subarray(0, length),
  };
}

import { startTimer } from "../../shared/concurrency/with-timeout.js";
import type { Pace } from "./pace.js";

interface BodyReadOptions {
  maxBytes: number;
  pace: Pace;
  /** Whether who is too slow goes on, until the place is another's. */
  isUntimed?: boolean;
  /** Aborted when the place of this body is another's. */
  gaveWay: AbortSignal;
  /** How many bytes are looked at before the rest is read. */
  beginningBytes?: number;
  /** Looks at the beginning, or at all of a short body. What it throws ends the reading. */
  judge?(beginning: Buffer): void;
}

type OutOfBoundsReason = "large" | "slow" | "gaveWay";

/** A body that was larger, or came slower, than its sender may send it, or that gave way to another. The rest of it is not read. */
export class BodyOutOfBounds extends Error {
  readonly why: OutOfBoundsReason;

  constructor(why: OutOfBoundsReason) {
    super(`the body was not read: ${why}`);
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
  { maxBytes, pace, isUntimed = false, gaveWay, beginningBytes = 0, judge }: BodyReadOptions,
): Promise<Buffer<ArrayBuffer>> {
  const reader = body?.getReader();
  const read = createGrowing(maxBytes);
  let isJudged = false;
  let ended: OutOfBoundsReason | undefined;
  // A read under way fails by that.
  function end(why: OutOfBoundsReason): void {
    ended ??= why;
    reader?.releaseLock();
  }
  const timer = isUntimed ? undefined : endWhenLate(pace, () => end("slow"));
  const giveWay = () => end("gaveWay");
  gaveWay.addEventListener("abort", giveWay);
  try {
    if (gaveWay.aborted) throw new BodyOutOfBounds("gaveWay");
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (value) pace.come(value.length, performance.now());
      if (value && !read.add(value)) throw new BodyOutOfBounds("large");
      if (!isJudged && (done || read.bytes().length >= beginningBytes)) {
        judge?.(read.bytes().subarray(0, beginningBytes));
        isJudged = true;
      }
      if (done) return read.bytes();
    }
  } catch (error) {
    throw ended ? new BodyOutOfBounds(ended) : error;
  } finally {
    timer?.callOff();
    gaveWay.removeEventListener("abort", giveWay);
    if (!ended) reader?.releaseLock();
  }
}

/** Ends a body once it is too slow. Bytes that have come by then count, however late this process gets to read them. */
function endWhenLate(pace: Pace, end: () => void): { callOff(): void } {
  let callOff: () => void;
  function wait(): void {
    callOff = startTimer(Math.max(1, pace.lateMs() - performance.now()), () => {
      if (performance.now() >= pace.lateMs()) end();
      else wait();
    });
  }
  wait();
  return { callOff: () => callOff() };
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

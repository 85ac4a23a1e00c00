import { Worker } from "node:worker_threads";
import type { RewriteAnswer } from "./rewrite-here.js";

/** Rewrites an image (`rewriteImage`) beside the process's own work. Rejects when it takes too long, or dies. */
export type Rewriter = (bytes: Uint8Array) => Promise<RewriteAnswer>;

/** The largest image takes a second or two of a processor that has nothing else to do. */
const longestMs = 20_000;

/**
 * @param program that calls `rewriteHere`. Each image has a thread of its own, one after the other: so the memory that one takes is given
 *   back, and never taken twice.
 */
export function createRewriter(program: string, { maxMs = longestMs } = {}): Rewriter {
  let last: Promise<unknown> = Promise.resolve();
  return (bytes) => {
    const rewriting = last.then(() => rewriteIn(program, bytes, maxMs));
    last = rewriting.catch(() => undefined);
    return rewriting;
  };
}

function rewriteIn(program: string, bytes: Uint8Array, maxMs: number): Promise<RewriteAnswer> {
  return new Promise((resolve, reject) => {
    // It needs no setting, and so sees none.
    const thread = new Worker(program, { env: {}, resourceLimits: { maxOldGenerationSizeMb: 256 } });
    const timer = setTimeout(
      () => end(() => reject(new Error(`an image was not rewritten within ${maxMs} ms`))),
      maxMs,
    );
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      void thread.terminate();
    };
    thread
      .once("message", ({ ...answer }: RewriteAnswer) => end(() => resolve(withBuffer(answer))))
      .once("error", (error) => end(() => reject(error)))
      .once("exit", () => end(() => reject(new Error("the thread ended before it had rewritten an image"))));
    thread.postMessage(bytes);
  });
}

/** Between threads a buffer becomes plain bytes. */
function withBuffer(answer: RewriteAnswer): RewriteAnswer {
  if ("unreadable" in answer) return answer;
  const { bytes } = answer.image;
  return { image: { ...answer.image, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) } };
}

import { parentPort } from "node:worker_threads";
import { UnreadableImageError } from "./pixels.js";
import { type RewrittenImage, rewriteImage } from "./rewrite-image.js";

/** Answer of the thread to an image. */
export type RewriteAnswer = { image: RewrittenImage } | { unreadable: string };

/** Waits in a thread for one image, answers with it or with why not, and ends. Any other error ends the thread by itself. */
export function rewriteHere(): void {
  parentPort?.once("message", (bytes: Uint8Array) => {
    parentPort?.postMessage(answerTo(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
  });
}

function answerTo(bytes: Buffer): RewriteAnswer {
  try {
    return { image: rewriteImage(bytes) };
  } catch (error) {
    if (!(error instanceof UnreadableImageError)) throw error;
    return { unreadable: error.message };
  }
}

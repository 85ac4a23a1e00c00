import type { ServerResponse } from "node:http";
import type { Context } from "hono";
import { asFile } from "./as-file.js";
import type { ApiEnv } from "./env.js";
import type { Reading } from "./reading.js";

/** How long an answer may wait for somebody who begins to read it: it may have come too late, and then nobody does. */
const beginMs = 30_000;

interface SentFile {
  name: string;
  contentType: string;
  /** When that is known beforehand. */
  sizeBytes?: number;
  content: AsyncGenerator<Uint8Array, void>;
}

/** Source of a file, kept while it is read. */
interface FileSource {
  /** Is told how its reader gets on. */
  reading: Pick<Reading, "offer" | "take">;
  /** Once aborted, the file is cut off. */
  signal: AbortSignal;
  /** Called once or more often. Never fails. */
  end(): void | Promise<void>;
}

/**
 * Answers with a file while it is made or read, at the client's pace, and ends its source with it. The first piece is there before the
 * answer begins, so that most failures still are answers. After that a failure cuts the connection: half a file must not look whole.
 * A client that does not read is cut off as with any answer (`watchReaders`).
 *
 * @param failed is told why a file was cut off
 */
export async function streamFile(
  c: Context<ApiEnv>,
  source: FileSource,
  { name, contentType, sizeBytes, content }: SentFile,
  failed: (error: unknown) => void,
): Promise<Response> {
  const headers = {
    ...asFile(contentType, name),
    ...(sizeBytes !== undefined && { "Content-Length": String(sizeBytes) }),
  };
  let next: IteratorResult<Uint8Array, void> | undefined;
  try {
    next = await content.next();
  } catch (error) {
    await source.end();
    throw error;
  }
  if (c.req.method === "HEAD") {
    await Promise.all([content.return(), source.end()]);
    return c.body(null, 200, headers);
  }

  let over = false;
  async function end(): Promise<void> {
    over = true;
    clearTimeout(unread);
    source.signal.removeEventListener("abort", abort);
    // A piece under way fails with its source, and only then the generator can end.
    await source.end();
    await content.return().catch(() => undefined);
  }

  let cut = (_error: unknown): void => undefined;
  function breakOff(error: unknown): void {
    if (over) return;
    failed(error);
    cut(error);
    end();
  }
  const abort = () => breakOff(source.signal.reason);
  const offer = (piece: IteratorResult<Uint8Array, void>) => source.reading.offer(piece.value?.length ?? 0);
  const unread = setTimeout(() => breakOff(new Error(`nobody began to read for ${beginMs} ms`)), beginMs);

  offer(next);
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        cut = (error) => {
          // With a server, the connection is cut. To tell the stream would let the server write an end.
          const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse };
          if (outgoing) outgoing.destroy();
          else controller.error(error);
        };
        source.signal.addEventListener("abort", abort);
      },
      async pull(controller) {
        clearTimeout(unread);
        try {
          next ??= await makeNext();
        } catch (error) {
          return breakOff(error);
        }
        if (over) return;
        const { done, value } = next;
        next = undefined;
        if (!done) return controller.enqueue(value);
        await end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
  async function makeNext() {
    source.reading.take();
    const made = await content.next();
    offer(made);
    return made;
  }
  if (source.signal.aborted) abort();
  return c.body(body, 200, headers);
}

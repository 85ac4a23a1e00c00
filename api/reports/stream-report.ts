import type { ServerResponse } from "node:http";
import type { Context } from "hono";
import type { ApiEnv } from "../environment.js";
import { asFile } from "../request/as-file.js";
import type { Report } from "./open-reports.js";

/** How long the client of a report may read nothing of it. */
const stalledMs = 60_000;

/** How much of it the client must read in each minute that we wait for it: a tenth of what a slow telephone reads. */
const leastBytes = 512 * 1_024;

interface ReportFile {
  name: string;
  contentType: string;
  content: AsyncGenerator<Buffer>;
}

/**
 * Answers with a file while it is made, at the client's pace, and ends the report with it. The first piece is made before the answer
 * begins, so that most failures still are answers. After that a failure cuts the connection: half a file must not look whole.
 *
 * @param failed is told why a report was cut off
 */
export async function streamReport(
  c: Context<ApiEnv>,
  report: Report,
  { name, contentType, content }: ReportFile,
  failed: (error: unknown) => void,
): Promise<Response> {
  const headers = asFile(contentType, name);
  let next: IteratorResult<Buffer> | undefined;
  try {
    next = await content.next();
  } catch (error) {
    await report.end();
    throw error;
  }
  if (c.req.method === "HEAD") {
    await Promise.all([content.return(undefined), report.end()]);
    return c.body(null, 200, headers);
  }

  let stalled: NodeJS.Timeout | undefined;
  const pace = createPace();
  let over = false;

  async function end(): Promise<void> {
    over = true;
    clearTimeout(stalled);
    report.signal.removeEventListener("abort", abort);
    // A piece under way fails with its snapshot, and only then the generator can end.
    await report.end();
    await content.return(undefined).catch(() => undefined);
  }

  let cut = (_error: unknown): void => undefined;
  function fail(error: unknown): void {
    if (over) return;
    failed(error);
    cut(error);
    end();
  }
  const abort = () => fail(report.signal.reason);
  const watch = () => {
    stalled = setTimeout(() => fail(new Error(`nothing was read for ${stalledMs} ms`)), stalledMs);
    pace.wait();
  };

  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        cut = (error) => {
          // With a server, the connection is cut. To tell the stream would let the server write an end.
          const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse };
          if (outgoing) outgoing.destroy();
          else controller.error(error);
        };
        report.signal.addEventListener("abort", abort);
        watch();
      },
      async pull(controller) {
        clearTimeout(stalled);
        if (pace.isTooSlow()) return fail(new Error(`less than ${leastBytes} bytes were read in a minute`));
        try {
          next ??= await content.next();
        } catch (error) {
          return fail(error);
        }
        if (over) return;
        const { done, value } = next;
        next = undefined;
        if (!done) {
          pace.give(value.length);
          controller.enqueue(value);
          return watch();
        }
        await end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
  if (report.signal.aborted) abort();
  return c.body(body, 200, headers);
}

/** How fast a client reads. Only the time counts that we wait for it: making the file may take long, too. */
function createPace() {
  let [bytes, waitedMs, waitsSinceMs] = [0, 0, 0];
  return {
    give(length: number) {
      bytes += length;
    },
    wait() {
      waitsSinceMs = performance.now();
    },
    /** To be asked when the client goes on reading. */
    isTooSlow(): boolean {
      waitedMs += performance.now() - waitsSinceMs;
      if (waitedMs < stalledMs) return false;
      const isSlow = bytes < leastBytes;
      [bytes, waitedMs] = [0, 0];
      return isSlow;
    },
  };
}

import type { ServerResponse } from "node:http";
import type { Context } from "hono";
import type { ApiEnv } from "../environment.js";
import type { Report } from "./open-reports.js";

/** How long the client of a report may read nothing of it. */
const stalledMs = 60_000;

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
  const headers = { "Content-Type": contentType, "Content-Disposition": `attachment; filename="${name}"` };
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
        try {
          next ??= await content.next();
        } catch (error) {
          return fail(error);
        }
        if (over) return;
        const { done, value } = next;
        next = undefined;
        if (!done) {
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

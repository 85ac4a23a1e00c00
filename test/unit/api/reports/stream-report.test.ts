import { Hono } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ApiEnv } from "../../../../api/environment.js";
import type { Report } from "../../../../api/reports/open-reports.js";
import { streamReport } from "../../../../api/reports/stream-report.js";

// Source: api/README.md, "Limits".
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A file of `pieces` pieces under way: its stream, what ends it, and what became of it. */
async function openFile(pieces: number, bytes = 5) {
  const stop = new AbortController();
  const became = { made: 0, ended: 0, failures: [] as string[] };
  const report = { signal: stop.signal, end: async () => void became.ended++ } as unknown as Report;
  async function* content() {
    for (; became.made < pieces; became.made++) yield Buffer.alloc(bytes);
  }
  const app = new Hono<ApiEnv>().get("/", (c) =>
    streamReport(c, report, { name: "book.txt", contentType: "text/plain", content: content() }, (error) =>
      became.failures.push(`${error instanceof Error ? error.message : error}`),
    ),
  );
  const answer = await app.request("/");
  const reader = answer.body?.getReader();
  if (!reader) throw new Error("the answer has no body");
  return { reader, stop, became };
}

test("[B5] a client that reads nothing for a minute is cut off", async () => {
  const { reader, became } = await openFile(10);
  await reader.read();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(became).toMatchObject({ ended: 0, failures: [] });
  await vi.advanceTimersByTimeAsync(1);
  expect(became).toMatchObject({ ended: 1, failures: ["nothing was read for 60000 ms"] });
  await expect(reader.read()).rejects.toThrow("nothing was read");
  expect(became.made).toBeLessThan(10);
});

test("[B5] a client that reads half a megabyte a minute gets the whole file, and one that reads less is cut off", async () => {
  const readAll = async (bytes: number) => {
    const { reader, became } = await openFile(40, bytes);
    let read = 0;
    try {
      for (; !(await reader.read()).done; read++) await vi.advanceTimersByTimeAsync(10_000);
    } catch {
      // Cut off.
    }
    return { read, ...became };
  };
  expect(await readAll(512 * 1_024)).toMatchObject({ read: 40, ended: 1, failures: [] });
  expect(await readAll(90 * 1_024)).toMatchObject({ read: 40, ended: 1, failures: [] });
  const cut = await readAll(60 * 1_024);
  expect(cut).toMatchObject({ ended: 1, failures: ["less than 524288 bytes were read in a minute"] });
  expect(cut.read).toBeLessThan(10);
});

test("[B5] a file that takes too long, or whose process stops, is cut off at once", async () => {
  const { reader, stop, became } = await openFile(10);
  await reader.read();
  stop.abort(new Error("it took 10 minutes"));
  await expect(reader.read()).rejects.toThrow("10 minutes");
  await vi.advanceTimersByTimeAsync(120_000);
  expect(became).toMatchObject({ ended: 1, failures: ["it took 10 minutes"] });
});

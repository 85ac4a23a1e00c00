import { Hono } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ApiEnv } from "../../../../api/http/env.js";
import { createReading } from "../../../../api/http/reading.js";
import { streamFile } from "../../../../api/http/stream-file.js";

// Source: api/README.md, "Limits". That a client reads on is watch-readers.test.ts.
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A file under way, what ends it, and what became of it. */
async function openFile({ pieces = 10, method = "GET", failsAt = Number.POSITIVE_INFINITY, sizeBytes = 50 } = {}) {
  const stop = new AbortController();
  const became = { made: 0, left: 0, ended: 0, failures: [] as string[] };
  const reading = createReading({ firstMs: 0, againMs: 0 }, Date.now);
  const source = { reading, signal: stop.signal, end: async () => void became.ended++ };
  async function* content() {
    try {
      for (; became.made < pieces; became.made++) {
        if (became.made === failsAt) throw new Error("the disk is broken");
        yield Buffer.alloc(5);
      }
    } finally {
      became.left++;
    }
  }
  const app = new Hono<ApiEnv>()
    .get("/", (c) =>
      streamFile(c, source, { name: "book.txt", contentType: "text/plain", sizeBytes, content: content() }, (error) =>
        became.failures.push(`${error instanceof Error ? error.message : error}`),
      ),
    )
    .onError((error, c) => c.text(error.message, 500));
  const answer = await app.request("/", { method });
  return { answer, stop, became, reading };
}

const readerOf = ({ body }: Response) => {
  if (!body) throw new Error("the answer has no body");
  return body.getReader();
};

test("a file is made as it is read, and ends with its last piece", async () => {
  const { answer, became } = await openFile();
  expect(Object.fromEntries(answer.headers)).toEqual({
    "content-type": "text/plain",
    "content-disposition": 'attachment; filename="book.txt"',
    "content-length": "50",
  });
  const reader = readerOf(answer);
  await reader.read();
  await reader.read();
  expect(became).toMatchObject({ made: 1, ended: 0 });
  let pieces = 2;
  while (!(await reader.read()).done) pieces += 1;
  expect({ pieces, ...became }).toEqual({ pieces: 10, made: 10, left: 1, ended: 1, failures: [] });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(became.failures).toEqual([]);
});

test("a file that nobody begins to read is ended", async () => {
  const { became } = await openFile();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(became).toMatchObject({ ended: 0, failures: [] });
  await vi.advanceTimersByTimeAsync(1);
  expect(became).toMatchObject({ left: 1, ended: 1, failures: ["nobody began to read for 30000 ms"] });
});

test("its reader is waited for from the first piece on, and each piece that is taken counts", async () => {
  const { answer, reading } = await openFile();
  const beganMs = reading.standing(true);
  expect(beganMs).toBeLessThan(Number.POSITIVE_INFINITY);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reading.standing(true)).toBe(beganMs);
  const reader = readerOf(answer);
  for (let read = 0; read < 3; read += 1) await reader.read();
  expect(reading.standing(true)).toBeGreaterThan(beganMs);
});

test("[B5] a file that takes too long, or whose process stops, is cut off at once", async () => {
  const { answer, stop, became } = await openFile();
  const reader = readerOf(answer);
  await reader.read();
  stop.abort(new Error("it took 10 minutes"));
  await expect(reader.read()).rejects.toThrow("10 minutes");
  await vi.advanceTimersByTimeAsync(120_000);
  expect(became).toMatchObject({ left: 1, ended: 1, failures: ["it took 10 minutes"] });
});

test("a reader that goes away ends the file", async () => {
  const { answer, became } = await openFile();
  const reader = readerOf(answer);
  await reader.read();
  await reader.cancel();
  expect(became).toMatchObject({ left: 1, ended: 1, failures: [] });
});

test("what fails before the first piece is an answer, and later it cuts the file off", async () => {
  const early = await openFile({ failsAt: 0 });
  expect([early.answer.status, await early.answer.text()]).toEqual([500, "the disk is broken"]);
  expect(early.became).toMatchObject({ left: 1, ended: 1 });
  const { answer, became } = await openFile({ failsAt: 2 });
  await expect(answer.text()).rejects.toThrow("the disk is broken");
  expect(became).toMatchObject({ left: 1, ended: 1, failures: ["the disk is broken"] });
});

test("HEAD tells the headers, and leaves nothing open", async () => {
  const { answer, became } = await openFile({ method: "HEAD" });
  expect([answer.status, answer.headers.get("content-length"), answer.body]).toEqual([200, "50", null]);
  expect(became).toMatchObject({ left: 1, ended: 1, failures: [] });
});

import { expect, test } from "vitest";
import { createPace } from "../../../../api/parsing/pace.js";
import { readBytes } from "../../../../api/parsing/read-bytes.js";

const paceOf = (longestMs = 60_000) => createPace(performance.now(), longestMs);
const gaveWay = new AbortController().signal;
const bounds = { maxBytes: 1_000, pace: paceOf(), gaveWay, beginningBytes: 100, judge: () => undefined };

/** A body in pieces, which tells how many were taken. */
function bodyOf(pieces: Iterable<string>) {
  let taken = 0;
  const left = pieces[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = left.next();
        if (done) return controller.close();
        taken += 1;
        controller.enqueue(Buffer.from(value));
      },
    },
    { highWaterMark: 0 },
  );
  return { body, taken: () => taken };
}
const pieces = (count: number) => Array.from({ length: count }, (_, n) => String(n % 10).repeat(100));

test("a body of just the largest size is read whole, in pieces of any size", async () => {
  for (const all of [pieces(10), [..."x".repeat(1_000)], ["x".repeat(1_000)], [], [""]])
    expect((await readBytes(bodyOf(all).body, bounds)).toString()).toBe(all.join(""));
  expect(await readBytes(null, bounds)).toHaveLength(0);
});

test("of a larger body nothing more is read than shows that it is larger", async () => {
  const { body, taken } = bodyOf(pieces(5_000));
  await expect(readBytes(body, bounds)).rejects.toMatchObject({ why: "large" });
  expect(taken()).toBe(11);
});

test("the beginning is judged before anything else is read", async () => {
  const { body, taken } = bodyOf(pieces(8));
  const judged: string[] = [];
  const judge = (beginning: Buffer) => {
    judged.push(beginning.toString());
    throw new Error("no token");
  };
  await expect(readBytes(body, { ...bounds, judge })).rejects.toThrow("no token");
  expect([judged, taken()]).toEqual([["0".repeat(100)], 1]);
  await expect(readBytes(bodyOf(["short"]).body, { ...bounds, judge })).rejects.toThrow("no token");
  expect(judged[1]).toBe("short");
});

test("a body that stops coming is given up when its time is over", async () => {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from("half")) });
  await expect(readBytes(body, { ...bounds, pace: paceOf(20) })).rejects.toMatchObject({ why: "slow" });
});

test("a body whose place is another's is given up at once, also before it was read", async () => {
  const half = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from("half")) });
  const ending = new AbortController();
  const reading = readBytes(half(), { ...bounds, pace: paceOf(), gaveWay: ending.signal });
  ending.abort();
  await expect(reading).rejects.toMatchObject({ why: "gaveWay" });
  await expect(readBytes(half(), { ...bounds, gaveWay: ending.signal })).rejects.toMatchObject({ why: "gaveWay" });
});

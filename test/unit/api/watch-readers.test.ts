import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { type ReadingLimits, watchReaders } from "../../../shared/serving/watch-readers.js";
import { whoGivesWay } from "../../../shared/serving/who-gives-way.js";
import { keptLog } from "../../support/readers/kept-log.js";

// Source: api/README.md, "Limits".

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

const mb = 1_048_576;

async function open(listener: RequestListener, limits: ReadingLimits) {
  const logged = keptLog();
  const server = createServer(listener);
  watchReaders(server, logged.log, ({ url = "" }) => url, { lookEveryMs: 20, ...limits });
  await once(server.listen(0, "127.0.0.1"), "listening");
  opened.push(() => {
    server.closeAllConnections();
    server.close();
  });
  /** A client that asks, and reads nothing by itself. */
  async function ask(path = "/"): Promise<{ socket: Socket; ended: Promise<unknown>; isEnded(): boolean }> {
    const asked = once(server, "request");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => undefined);
    opened.push(() => socket.destroy());
    socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const [request, response] = await asked;
    return { socket, ended: once(response, "close"), isEnded: () => request.socket.destroyed };
  }
  return { ask, logged };
}

const large: RequestListener = (_request, response) => {
  response.setHeader("X-Request-Id", "of the answer");
  response.end(Buffer.alloc(32 * mb));
};

test("a client that reads nothing of its answer is cut off, and the log says so", async () => {
  const { ask, logged } = await open(large, { stalledMs: 300 });
  const startedMs = performance.now();
  const { ended, isEnded } = await ask();
  await ended;
  expect(isEnded()).toBe(true);
  expect(performance.now() - startedMs).toBeGreaterThan(250);
  expect(logged.lines).toEqual([
    expect.objectContaining({ requestId: "of the answer", msg: "an answer was cut off: nothing was read for 300 ms" }),
  ]);
});

test("a client that reads on gets all of it, however long it takes", async () => {
  const { ask, logged } = await open(large, { stalledMs: 1_000 });
  const { socket, ended, isEnded } = await ask();
  let isDone = false;
  ended.then(() => {
    isDone = true;
  });
  // Reading slowly is what this is about.
  while (!isDone) {
    socket.read();
    await delay(3);
  }
  expect([isEnded(), logged.lines]).toEqual([false, []]);
  expect(socket.bytesRead).toBeGreaterThan(16 * mb);
});

test("a client for which nothing is there to be read is cut off by nobody", async () => {
  const { ask } = await open(
    (_request, response) => {
      response.write("begun");
      setTimeout(() => response.end("made at last"), 600);
    },
    { stalledMs: 100, paceMs: 200 },
  );
  const { ended, isEnded } = await ask();
  await ended;
  expect(isEnded()).toBe(false);
});

test("a client that takes next to nothing in a minute of waiting is cut off, and one that takes half a megabyte is not", async () => {
  const { ask, logged } = await open(large, { stalledMs: 60_000, paceMs: 1_000, maxBytes: 80 * mb });
  const quick = await ask();
  const slow = await ask();
  let isCut = false;
  slow.ended.then(() => {
    isCut = true;
  });
  while (!isCut) {
    quick.socket.read();
    slow.socket.read(1);
    await delay(3);
  }
  expect([quick.isEnded(), slow.isEnded()]).toEqual([false, true]);
  expect(logged.lines).toHaveLength(1);
  expect(logged.lines[0]).toMatchObject({ msg: "an answer was cut off: less than 524288 bytes were read in a minute" });
});

test("when more waits than there is room for, the client with the most gives way, and not the one who comes", async () => {
  const { ask } = await open(large, { maxBytes: 80 * mb });
  const [first, second] = [await ask("/many"), await ask("/many")];
  const small = await ask("/one");
  await Promise.race([first.ended, second.ended, small.ended]);
  expect([first, second].filter((one) => one.isEnded())).toHaveLength(1);
  expect(small.isEnded()).toBe(false);
});

test("of a client's connections the one gives way of which nothing was taken for the longest", () => {
  const of = (whose: string, bytes: number, stalledForMs: number) => ({ whose, bytes, stalledForMs });
  const [early, late, other] = [of("a", 4, 20), of("a", 4, 10), of("b", 5, 30)];
  expect(whoGivesWay([late, other, early], 13)).toEqual([]);
  expect(whoGivesWay([late, other, early], 12)).toEqual([early]);
  expect(whoGivesWay([late, other, early], 8)).toEqual([early, other]);
  expect(whoGivesWay([late, other, early], 0)).toEqual([early, other, late]);
});

import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { programFile } from "../../../shared/assets/assets.js";
import { findFreePort, isPortFree } from "../../sandbox/servers/free-port.js";

const range = { from: 14_000, to: 14_060 };

const askTwenty = [programFile("test/support/processes/ask-ports-main"), `${range.from}`, `${range.to}`];

test("simultaneous processes never get the same port, and a port is free again when its process has ended", async () => {
  const asking = [1, 2, 3].map(() => {
    const promise = promisify(execFile)(process.execPath, askTwenty);
    const first = once(promise.child.stdout ?? promise.child, "data").then(([text]) => JSON.parse(String(text)));
    return { promise, first, end: () => promise.child.stdin?.end("end") };
  });
  const given: number[] = (await Promise.all(asking.map(({ first }) => first))).flat();
  expect(new Set(given).size).toBe(60);
  await expect(findFreePort(range)).rejects.toThrow("no port from 14000 to 14060 is free");

  for (const { end } of asking) end();
  await Promise.all(asking.map(({ promise }) => promise));
  expect(given).toContain(await findFreePort(range));
});

test("a free port is outside the range of outgoing connections and has no listener", async () => {
  const port = await findFreePort();
  expect(port).toBeLessThan(32_768);
  expect(await isPortFree(port)).toBe(true);

  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  expect(await isPortFree(port)).toBe(false);
  await expect(findFreePort({ from: port, to: port + 1 })).rejects.toThrow("is free");
  server.close();
});

import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { beginInTurn } from "../../../api/server/begin-in-turn.js";

/** Sends requests, named "key/number", and gives those that began, by turn of the event loop. */
function open() {
  const begun: string[] = [];
  const listener = beginInTurn((request) => begun.push(String(request.url)));
  const requests = new Map<string, { destroyed: boolean }>();
  return {
    send(...names: string[]) {
      for (const name of names) {
        const [authorization] = name.split("/");
        const request = { url: name, headers: { authorization }, socket: {}, destroyed: false };
        requests.set(name, request);
        listener(request as unknown as IncomingMessage, {} as ServerResponse);
      }
    },
    leave: (name: string) => Object.assign(requests.get(name) ?? {}, { destroyed: true }),
    /** What began in the next turn. */
    async turn() {
      const before = begun.length;
      await new Promise((resolve) => setImmediate(resolve));
      return begun.slice(before);
    },
  };
}

test("one request begins in each turn of the event loop, of each key in turn", async () => {
  const { send, turn } = open();
  send("flood/1", "flood/2", "flood/3", "flood/4");
  expect(await turn()).toEqual(["flood/1"]);
  send("quiet/1", "other/1", "flood/5");
  const turns = [];
  for (let index = 0; index < 6; index++) turns.push(await turn());
  expect(turns).toEqual([["flood/2"], ["quiet/1"], ["other/1"], ["flood/3"], ["flood/4"], ["flood/5"]]);
  expect(await turn()).toEqual([]);
  send("flood/6");
  expect(await turn(), "and none waits once the line is empty").toEqual(["flood/6"]);
});

test("a request whose client went away does not begin", async () => {
  const { send, leave, turn } = open();
  send("key/1", "key/2", "key/3");
  leave("key/2");
  expect([await turn(), await turn(), await turn()]).toEqual([["key/1"], [], ["key/3"]]);
});

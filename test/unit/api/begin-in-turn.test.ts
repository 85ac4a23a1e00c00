import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { clientKeyOf } from "../../../api/compose/client-key-of.js";
import { type ClientKeyOf, scheduleRoundRobin } from "../../../api/http/schedule-round-robin.js";

const byHeader: ClientKeyOf = ({ headers }) => `${headers.authorization}`;

/** Sends requests, named "key/number", and gives those that began, by turn of the event loop. */
function open(whoseIs = byHeader) {
  const begun: string[] = [];
  const listener = scheduleRoundRobin((request) => begun.push(String(request.url)), whoseIs);
  const requests = new Map<string, { destroyed: boolean }>();
  return {
    send(...names: string[]) {
      for (const name of names) {
        const [authorization] = name.split("/");
        const [, , forwarded] = name.split("/");
        const headers = { authorization, ...(forwarded && { "x-forwarded-for": forwarded }) };
        const request = { url: name, headers, socket: { remoteAddress: "10.0.0.1" }, destroyed: false };
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

test("who makes up keys has the turns of one address, behind the proxy too; a key that was right has its own", async () => {
  const right = "Bearer TEST_right";
  const { send, turn } = open(clientKeyOf({ wasValid: (secret) => secret === "TEST_right" }, 1));
  const flood = Array.from({ length: 4 }, (_, n) => `Bearer TEST_made-up-${n}/${n}/203.0.113.6`);
  const people = ["undefined/1/198.51.100.1", "undefined/2/198.51.100.2"];
  send(...flood, ...people, `${right}/1/203.0.113.6`);
  const turns = [];
  for (let index = 0; index < 7; index++) turns.push(...(await turn()));
  expect(turns).toEqual([flood[0], ...people, `${right}/1/203.0.113.6`, ...flood.slice(1)]);
});

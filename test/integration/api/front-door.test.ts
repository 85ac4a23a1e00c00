import { afterAll, beforeAll, expect, test } from "vitest";
import { type IssuingApp, openIssuingApp } from "../../support/processes/issuing-app.js";
import { publicCase } from "../../support/public-case.js";

let system: IssuingApp;
beforeAll(async () => {
  system = await openIssuingApp();
});
afterAll(() => system[Symbol.asyncDispose]());

publicCase(
  {
    kind: "Somebody knows the address alone",
    sent: "GET / and GET /favicon.ico",
    right: "the pages; without them the documents; an icon",
    rule: "api/README.md, Further paths",
  },
  async () => {
    const answer = await system.app.request("/");
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/app"]);
    const icon = await system.app.request("/favicon.ico");
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
    // The bytes of an icon.
    expect([...new Uint8Array(await icon.arrayBuffer()).slice(0, 4)]).toEqual([0, 0, 1, 0]);
    expect((await system.app.request("/", { method: "POST" })).status).toBe(405);
  },
);

test("without pages, / leads to the documents", async () => {
  await using api = await openIssuingApp({ APP: "off" });
  const answer = await api.app.request("/");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/docs"]);
});

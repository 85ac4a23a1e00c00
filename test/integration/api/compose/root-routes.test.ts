import fc from "fast-check";
import { expect, test } from "vitest";
import { openForFile } from "../../../support/open-for-file.js";
import { openIssuingApp } from "../../../support/processes/issuing-app.js";
import { publicCase } from "../../../support/public-case.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

const system = await openForFile(openIssuingApp);

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

const kind = "Somebody knows the address alone";
const rule = "api/README.md, Further paths";

publicCase({ kind, sent: "GET / where there are no pages (APP=off)", right: "the documents", rule }, async () => {
  await using api = await openIssuingApp({ APP: "off" });
  const answer = await api.app.request("/");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/docs"]);
});

publicCase(
  { kind, sent: "HEAD / and HEAD /favicon.ico, as monitors ask", right: "as GET, without a body", rule },
  async () => {
    for (const [path, status] of [
      ["/", 302],
      ["/favicon.ico", 200],
    ] as const) {
      const answer = await system.app.request(path, { method: "HEAD" });
      expect([path, answer.status, await answer.text()]).toEqual([path, status, ""]);
    }
  },
);

publicCase({ kind, sent: "GET /?utm_source=mail", right: "the pages all the same", rule }, async () => {
  const answer = await system.app.request("/?utm_source=mail");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/app"]);
});

publicCase({ kind, sent: "a path that is nothing, /index.html", right: "404, and no redirect", rule }, async () => {
  expect((await system.app.request("/index.html")).status).toBe(404);
});

test("whatever is asked behind the bare address, it leads to the pages and nowhere else", async () => {
  await fc.assert(
    fc.asyncProperty(fc.webQueryParameters(), fc.constantFrom("GET", "HEAD"), async (query, method) => {
      const answer = await system.app.request(`/?${query}`, { method });
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/app"]);
    }),
    propertyRuns(300),
  );
});

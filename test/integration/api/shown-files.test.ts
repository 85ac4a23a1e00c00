import { expect, test } from "vitest";
import { docs } from "../../../api/docs/docs-routes.js";

test("of the documentation's package those files are served that its page loads, and no other", async () => {
  const app = docs("/api");
  const page = await (await app.request("/docs")).text();
  const loaded = [...page.matchAll(/(?:src|href)="(\/docs\/[^"]+\.\w+(?:\?[^"]+)?)"/g)].map(([, path = ""]) => path);
  expect(loaded.length).toBeGreaterThan(3);
  for (const path of loaded) expect([path, (await app.request(path)).status]).toEqual([path, 200]);
  for (const path of [
    "package.json",
    "index.html",
    "swagger-initializer.js",
    "oauth2-redirect.html",
    "swagger-ui-bundle.js.map",
    "../package.json",
  ])
    expect([path, (await app.request(`/docs/${path}`)).status]).toEqual([path, 404]);
});

import { afterEach, expect, test, vi } from "vitest";
import { docs } from "../../../api/docs/docs-routes.js";
import { openApp } from "../../support/app/app-client.js";

afterEach(() => vi.unstubAllEnvs());

test("in production the samples of the application's parts are not served", async () => {
  await using here = await openApp();
  expect((await here.visitor().get("/app/styles")).status).toBe(200);
  vi.stubEnv("NODE_ENV", "production");
  await using deployed = await openApp();
  for (const path of ["/app/styles", "/app/styles/plain"])
    expect((await deployed.visitor().get(path)).status).toBe(404);
  expect((await deployed.visitor().get("/app/sign-in")).status).toBe(200);
});

test("of the documentation's package those files are served that its page loads, and no other", async () => {
  const app = docs("/api");
  const page = await (await app.request("/docs")).text();
  const loaded = [...page.matchAll(/(?:src|href)="(\/docs\/[^"]+\.\w+)"/g)].map(([, path = ""]) => path);
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

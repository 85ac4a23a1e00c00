import { expect, test } from "vitest";
import { openIssuingApp } from "../../support/issuing-app.js";

test("every route of the API is in the OpenAPI document, and every operation of it is served", async () => {
  await using system = await openIssuingApp();
  const document = (await (await system.app.request("/openapi.json")).json()) as {
    openapi: string;
    paths: Record<string, object>;
  };
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} /api${path}`),
  );
  const served = system.app.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/"))
    .map(({ method, path }) => `${method} ${path.replace(/:company/, "{company_id}").replace(/:(\w+)/g, "{$1}")}`);
  expect(document.openapi).toBe("3.1.0");
  expect([...new Set(served)].sort()).toEqual(documented.sort());
});

test("the documentation page and all that it loads come from our own files", async () => {
  await using system = await openIssuingApp();
  const page = await (await system.app.request("/docs")).text();
  const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = ""]) => url);
  expect(loaded.length).toBeGreaterThan(2);
  for (const url of [...loaded, "/openapi.json"]) {
    expect(url).toMatch(/^\/(?!\/)/);
    expect([url, (await system.app.request(url)).status]).toEqual([url, 200]);
  }
});

import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { staticFiles } from "../../../api/app/static-files.js";
import { docs } from "../../../api/docs/docs-routes.js";
import { securityHeaders } from "../../../api/middleware/security-headers.js";
import { leastCpuMsOf } from "../../support/cpu-time.js";

// Source: api/README.md, "The OpenAPI document".
const app = docs("/api", "https://talonario.example");
const paths = [
  "/openapi.json",
  "/postman.json",
  "/llms.txt",
  "/docs",
  "/docs/start.js",
  "/docs/menu.css",
  "/docs/swagger-ui.css",
  "/docs/swagger-ui-bundle.js",
  "/docs/guides",
  "/docs/guides/first-voucher",
  "/docs/guides/first-voucher.md",
];

test.each(paths)("%s is compressed for who can read that, and not sent again to who has it", async (path) => {
  const plain = await app.request(path);
  const bytes = Buffer.from(await plain.arrayBuffer());
  const zipped = await app.request(path, { headers: { "accept-encoding": "br, gzip;q=0.9" } });
  expect(zipped.headers.get("content-encoding")).toBe("gzip");
  expect(zipped.headers.get("content-type")).toBe(plain.headers.get("content-type"));
  expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).equals(bytes)).toBe(true);
  for (const { headers } of [plain, zipped]) {
    expect(headers.get("vary")).toMatch(/(^|, )Accept-Encoding$/);
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("etag")).toBe(zipped.headers.get("etag"));
  }
  for (const refused of ["gzip;q=0", "gzip;q=0.000", "identity", "notgzip"]) {
    const answer = await app.request(path, { headers: { "accept-encoding": refused } });
    expect([refused, answer.headers.get("content-encoding")]).toEqual([refused, null]);
  }

  const tag = plain.headers.get("etag") ?? "";
  expect(tag).toMatch(/^W\/"[\w-]{16}"$/);
  for (const known of [tag, `"other", ${tag}`, tag.slice(2), "*"]) {
    const again = await app.request(path, { headers: { "if-none-match": known } });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);
    expect(again.headers.get("vary")).toBe(plain.headers.get("vary"));
  }
  const other = await app.request(path, { headers: { "if-none-match": 'W/"AAAAAAAAAAAAAAAA"' } });
  expect(other.status).toBe(200);
});

test("each language has its own tag", async () => {
  for (const path of ["/openapi.json", "/llms.txt", "/docs", "/docs/start.js"]) {
    const [en, es] = await Promise.all(["en", "es"].map((language) => app.request(`${path}?lang=${language}`)));
    expect(en?.headers.get("etag")).not.toBe(es?.headers.get("etag"));
  }
});

test("a document costs a process next to nothing once it was made", async () => {
  const all = [...paths.map((path) => [app, path] as const), [staticFiles(), "/app/static/htmx.js"] as const];
  for (const [of, path] of all) {
    await of.request(path);
    const ms = await leastCpuMsOf(async () => of.request(path), 25);
    expect(ms, `milliseconds for ${path}`).toBeLessThan(2);
  }
});

test("a document names the address at which it is asked for, however many there are", async () => {
  const nameless = docs("/api");
  for (let n = 0; n < 20; n += 1) {
    const origin = `http://host-${n}.example`;
    const collection = await (await nameless.request(`${origin}/postman.json`)).json();
    expect(JSON.stringify(collection)).toContain(`"value":"${origin}/api"`);
    const text = await (
      await nameless.request(`${origin}/llms.txt`, { headers: { "accept-encoding": "gzip" } })
    ).arrayBuffer();
    const read = Buffer.from(text);
    expect(`${read[0] === 0x1f ? gunzipSync(read) : read}`).toContain(`](${origin}/openapi.json)`);
  }
  const quoted = await nameless.request('http://a"b.example/postman.json');
  expect(JSON.stringify(await quoted.json())).toContain('a\\"b.example/api');
});

test("caches keep what is the same for everybody, and nothing else", async () => {
  const whole = new Hono()
    .use(securityHeaders)
    .get("/api/x", (c) => c.json({}))
    .route("/", app);
  const kept = async (path: string) => (await whole.request(path)).headers.get("cache-control");
  expect([await kept("/openapi.json"), await kept("/docs"), await kept("/api/x"), await kept("/none")]).toEqual([
    "no-cache",
    "no-cache",
    "no-store",
    "no-store",
  ]);
});

import { expect, test } from "vitest";
import { addressOf, staticFiles } from "../../../../api/app/static-files.js";

const app = staticFiles();
const ask = (address: string, headers: Record<string, string> = {}) => app.request(address, { headers });

test("an address with the content's hash is kept for a year, any other is asked for again", async () => {
  const named = await ask(addressOf("app.js"));
  expect(named.status).toBe(200);
  expect(named.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(named.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  for (const address of ["/app/static/app.js", "/app/static/app.js?v=before"])
    expect((await ask(address)).headers.get("cache-control")).toBe("no-cache");
});

test("a browser that has the file already gets no body", async () => {
  const etag = (await ask(addressOf("app.css"))).headers.get("etag") ?? "";
  const again = await ask(addressOf("app.css"), { "if-none-match": etag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("text is compressed for who can read that, and fonts never are", async () => {
  const gzip = { "accept-encoding": "gzip, br" };
  const plain = await ask(addressOf("htmx.js"));
  const zipped = await ask(addressOf("htmx.js"), gzip);
  expect([plain.headers.get("content-encoding"), zipped.headers.get("content-encoding")]).toEqual([null, "gzip"]);
  expect((await zipped.arrayBuffer()).byteLength).toBeLessThan((await plain.arrayBuffer()).byteLength / 2);
  expect((await ask(addressOf("noto-sans-latin-400.woff2"), gzip)).headers.get("content-encoding")).toBeNull();
});

test("the style sheet loads its fonts from us, by their content", async () => {
  const css = await (await ask(addressOf("app.css"))).text();
  const cited = [...css.matchAll(/url\("([^"]+)"\)/g)].map(([, address = ""]) => address);
  expect(cited.length).toBe(4);
  for (const address of cited) {
    expect(address).toMatch(/^\/app\/static\/noto-sans-.*\?v=[\w-]{16}$/);
    const font = await ask(address);
    expect([font.status, font.headers.get("content-type")]).toEqual([200, "font/woff2"]);
  }
});

test("only the listed files are served", async () => {
  for (const name of ["tokens.css", "css/tokens.css", "..%2fstatic-files.ts", "toString", "__proto__", ""])
    expect((await ask(`/app/static/${name}`)).status).toBe(404);
});

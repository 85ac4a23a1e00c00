import { Hono } from "hono";
import { expect, test } from "vitest";
import { languageOf, localize } from "../../../../api/http/answer-language.js";

test.each([
  ["es", "es"],
  ["es-AR", "es"],
  ["ES-ar", "es"],
  ["es-AR,es;q=0.9,en;q=0.8", "es"],
  ["fr, es;q=0.5", "es"],
  ["fr;q=1, de, es;q=0.1, en;q=0.05", "es"],
  ["en;q=0.5, es-419;q=0.6", "es"],
  ["es;q=0.5, es-AR;q=0.9, en;q=0.7", "es"],
  ["es ; q=0.9 , en ; q=0.1", "es"],
  ["en", "en"],
  ["es, en", "en"],
  ["es;q=0.8, en", "en"],
  ["es;q=0", "en"],
  ["es;q=2", "en"],
  ["es;q=nothing", "en"],
  ["est", "en"],
  ["fr, de", "en"],
  ["*", "en"],
  ["", "en"],
  [undefined, "en"],
  [`es${",x".repeat(1_000)}`, "en"],
])("Accept-Language: %s is answered in %s", (header, language) => {
  expect(languageOf(header)).toBe(language);
});

const words = { en: "It is here.", es: "Está acá.", app: "Acá." };
const app = new Hono()
  .get("/said", (c) => c.json({ error: localize(c)(words) }))
  .get("/silent", (c) => {
    localize(c);
    return c.json({});
  });

test("what is said tells its language, and that it depends on the header; what says nothing does not", async () => {
  const ask = async (path: string, language: string) => {
    const { headers } = await app.request(path, { headers: { "accept-language": language } });
    return [headers.get("content-language"), headers.get("vary")];
  };
  expect(await ask("/said", "es")).toEqual(["es-AR", "Accept-Language"]);
  expect(await ask("/said", "en")).toEqual([null, "Accept-Language"]);
  expect(await ask("/silent", "es")).toEqual([null, null]);
});

test("a call from within says who reads, whatever its request asks for", async () => {
  const request = () => new Request("http://own/said", { headers: { "accept-language": "en" } });
  expect(await (await app.fetch(request(), { reader: "app" })).json()).toEqual({ error: "Acá." });
  expect(await (await app.fetch(request(), { reader: "es" })).json()).toEqual({ error: "Está acá." });
  expect(await (await app.fetch(request(), {})).json()).toEqual({ error: "It is here." });
});

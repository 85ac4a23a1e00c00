import { Hono } from "hono";
import { readAsset } from "../../shared/assets.js";
import type { Language } from "./read-guide.js";

/** Loaded with the first page: nothing else needs a reader of Markdown. */
const load = async () => ({ ...(await import("./guide-pages.js")), ...(await import("./read-guide.js")) });

/** Each page is made once, when it is first asked for. There are no more than guides times languages. */
const pages = new Map<string, string>();

function keptPage(name: string, language: Language, make: () => string): string {
  const key = `${name} ${language}`;
  const known = pages.get(key) ?? make();
  pages.set(key, known);
  return known;
}

const chosen = (known: Language[], language: string | undefined): Language =>
  known.find((one) => one === language) ?? "curl";

/** The guides for those who call the API: `/docs/guides`, `/docs/guides/{name}`, the same as Markdown under `{name}.md`, and the style sheets of the documentation. */
export function guides(): Hono {
  const routes = new Hono()
    .get("/docs/guides", async (c) => {
      const { languageNames, startPage } = await load();
      const language = chosen(languageNames, c.req.query("language"));
      return c.html(keptPage("", language, () => startPage(language)));
    })
    .get("/docs/guides/:file{[a-z-]+\\.md}", async (c) => {
      const { guideNames, readGuideText } = await load();
      const name = guideNames.find((one) => `${one}.md` === c.req.param("file"));
      return name ? c.body(readGuideText(name), 200, { "Content-Type": "text/markdown; charset=utf-8" }) : c.notFound();
    })
    .get("/docs/guides/:name", async (c) => {
      const { guideNames, languageNames, guidePage } = await load();
      const name = guideNames.find((one) => one === c.req.param("name"));
      const language = chosen(languageNames, c.req.query("language"));
      return name ? c.html(keptPage(name, language, () => guidePage(name, language))) : c.notFound();
    });
  for (const sheet of ["menu.css", "guides.css"]) {
    const style = readAsset(`api/docs/guides/${sheet}`);
    routes.get(`/docs/${sheet}`, (c) => c.body(style, 200, { "Content-Type": "text/css; charset=utf-8" }));
  }
  return routes;
}

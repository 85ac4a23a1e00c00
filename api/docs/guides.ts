import { Hono } from "hono";
import { readAsset } from "../../shared/assets/assets.js";
import { giveKept, keepAnswer } from "../http/kept-answer.js";
import { createKeeper } from "./keeper.js";
import type { CodeLanguage } from "./read-guide.js";

/** Loaded with the first page: nothing else needs a reader of Markdown. */
const load = async () => ({ ...(await import("./guide-pages.js")), ...(await import("./read-guide.js")) });

const types = {
  page: "text/html; charset=UTF-8",
  text: "text/markdown; charset=utf-8",
  style: "text/css; charset=utf-8",
};

/** There are no more than guides times languages. */
const kept = createKeeper();

const keptPage = (name: string, language: CodeLanguage, make: () => string) =>
  kept(`${name} ${language}`, async () => keepAnswer(make(), types.page));

const chosen = (known: CodeLanguage[], language: string | undefined): CodeLanguage =>
  known.find((one) => one === language) ?? "curl";

/** The guides for those who call the API: `/docs/guides`, `/docs/guides/{name}`, the same as Markdown under `{name}.md`, and the style sheets of the documentation. */
export function guides(): Hono {
  const routes = new Hono()
    .get("/docs/guides", async (c) => {
      const { languageNames, startPage } = await load();
      const language = chosen(languageNames, c.req.query("language"));
      return giveKept(c, await keptPage("", language, () => startPage(language)));
    })
    .get("/docs/guides/:file{[a-z-]+\\.md}", async (c) => {
      const { guideNames, readGuideText } = await load();
      const name = guideNames.find((one) => `${one}.md` === c.req.param("file"));
      if (!name) return c.notFound();
      return giveKept(c, await kept(`${name}.md`, async () => keepAnswer(readGuideText(name), types.text)));
    })
    .get("/docs/guides/:name", async (c) => {
      const { guideNames, languageNames, guidePage } = await load();
      const name = guideNames.find((one) => one === c.req.param("name"));
      const language = chosen(languageNames, c.req.query("language"));
      return name ? giveKept(c, await keptPage(name, language, () => guidePage(name, language))) : c.notFound();
    });
  for (const sheet of ["menu.css", "guides.css"]) {
    const style = keepAnswer(readAsset(`api/docs/guides/${sheet}`), types.style);
    routes.get(`/docs/${sheet}`, (c) => giveKept(c, style));
  }
  return routes;
}

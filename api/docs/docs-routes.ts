import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { type Context, Hono } from "hono";
import type { Language } from "../../shared/domain/localized-text.js";
import { languageHeaders } from "../http/answer-language.js";
import { giveKept, keepAnswer } from "../http/kept-answer.js";
import { createAddressed } from "./addressed.js";
import type { OpenApiDocument } from "./docs.js";
import type { OperationDocument } from "./documented-operations.js";
import { guides } from "./guides.js";
import { createKeeper } from "./keeper.js";
import { readDocument } from "./made-document.js";
import { referencePage, startScript } from "./reference-page.js";
import { shownHeaders, shownLanguage } from "./shown-language.js";

const swaggerFolder = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

const types = {
  json: "application/json",
  text: "text/plain; charset=UTF-8",
  page: "text/html; charset=UTF-8",
  style: "text/css; charset=utf-8",
  script: "text/javascript; charset=utf-8",
};

/** Files of Swagger that the page loads. The package has others, among them a page of its own. */
const shownFiles = { "swagger-ui.css": types.style, "swagger-ui-bundle.js": types.script };

/**
 * `/openapi.json`, what is made from it for programs (`/postman.json`, `/llms.txt`), the page that shows it, and the guides: all from
 * our own files, so that they work without the internet. Each is made with the first request for it, once for each language: they
 * are the largest answers that a stranger gets.
 * @param publicUrl where the service is reached, without a path; without it, the address of the request counts
 */
export function docs(basePath: string, publicUrl?: string): Hono {
  const documents = createKeeper<OpenApiDocument>();
  const documentIn = (language: Language) => documents(language, () => readDocument(basePath, publicUrl, language));
  const described = async (language: Language) => (await documentIn(language)) as unknown as OperationDocument;
  const originOf = (c: Context) => publicUrl ?? new URL(c.req.url).origin;
  const kept = createKeeper();
  const collection = createAddressed(types.json, async (_language, origin) => {
    const { postmanCollection } = await import("./postman.js");
    return JSON.stringify(postmanCollection(await described("en"), `${origin}${basePath}`));
  });
  const text = createAddressed(types.text, async (language, origin) => {
    const { llmsText } = await import("./llms.js");
    return llmsText(await described(language), origin, language);
  });
  const routes = new Hono()
    .get("/openapi.json", async (c) => {
      const language = shownLanguage(c);
      const document = await kept(`document ${language}`, async () =>
        keepAnswer(JSON.stringify(await documentIn(language)), types.json),
      );
      return giveKept(c, document, shownHeaders("/openapi.json", language));
    })
    .get("/postman.json", async (c) => giveKept(c, await collection("en", originOf(c))))
    .get("/llms.txt", async (c) => {
      const language = shownLanguage(c);
      return giveKept(c, await text(language, originOf(c)), shownHeaders("/llms.txt", language));
    })
    .get("/docs", async (c) => {
      const language = shownLanguage(c);
      const page = await kept(`page ${language}`, async () => {
        const { menu } = await import("./guide-pages.js");
        return keepAnswer(referencePage(`${menu("/docs", "curl", language)}`, language), types.page);
      });
      return giveKept(c, page, shownHeaders("/docs", language));
    })
    .get("/docs/start.js", async (c) => {
      const language = shownLanguage(c);
      const script = await kept(`script ${language}`, async () => keepAnswer(startScript(language), types.script));
      return giveKept(c, script, languageHeaders(language));
    })
    .route("/", guides());
  for (const [file, type] of Object.entries(shownFiles))
    routes.get(`/docs/${file}`, async (c) =>
      giveKept(c, await kept(file, async () => keepAnswer(await readFile(path.join(swaggerFolder, file)), type))),
    );
  return routes;
}

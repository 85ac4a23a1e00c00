import { createRequire } from "node:module";
import path from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import type { Language } from "../../shared/domain/words.js";
import { languageHeaders } from "../answer-language.js";
import type { OpenApiDocument } from "./docs.js";
import type { OperationDocument } from "./documented-operations.js";
import { guides } from "./guides.js";
import { readDocument } from "./made-document.js";
import { referencePage, startScript } from "./reference-page.js";
import { shownHeaders, shownLanguage } from "./shown-language.js";

const swaggerFolder = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

/** What the page loads of Swagger's files. The package has others, among them a page of its own. */
const shownFiles = ["swagger-ui.css", "swagger-ui-bundle.js"];

/**
 * `/openapi.json`, what is made from it for programs (`/postman.json`, `/llms.txt`), the page that shows it, and the guides: all from
 * our own files, so that they work without the internet. What makes an answer is loaded with the first request for it.
 * @param publicUrl where the service is reached, without a path; without it, the address of the request counts
 */
export function docs(basePath: string, publicUrl?: string): Hono {
  const made = new Map<Language, Promise<OpenApiDocument>>();
  const documentIn = (language: Language) => {
    const known = made.get(language) ?? readDocument(basePath, publicUrl, language);
    made.set(language, known);
    return known;
  };
  const described = async (language: Language) => (await documentIn(language)) as unknown as OperationDocument;
  const originOf = (c: Context) => publicUrl ?? new URL(c.req.url).origin;
  return new Hono()
    .get("/openapi.json", async (c) => {
      const language = shownLanguage(c);
      return c.json(await documentIn(language), 200, shownHeaders("/openapi.json", language));
    })
    .get("/postman.json", async (c) => {
      const { postmanCollection } = await import("./postman.js");
      return c.json(postmanCollection(await described("en"), `${originOf(c)}${basePath}`));
    })
    .get("/llms.txt", async (c) => {
      const { llmsText } = await import("./llms.js");
      const language = shownLanguage(c);
      const text = llmsText(await described(language), originOf(c), language);
      return c.text(text, 200, shownHeaders("/llms.txt", language));
    })
    .get("/docs", async (c) => {
      const { menu } = await import("./guide-pages.js");
      const language = shownLanguage(c);
      const page = referencePage(`${menu("/docs", "curl", language)}`, language);
      return c.html(page, 200, shownHeaders("/docs", language));
    })
    .get("/docs/start.js", (c) => {
      const language = shownLanguage(c);
      const headers = { ...languageHeaders(language), "Content-Type": "text/javascript; charset=utf-8" };
      return c.body(startScript(language), 200, headers);
    })
    .route("/", guides())
    .on(
      "GET",
      shownFiles.map((file) => `/docs/${file}`),
      serveStatic({
        root: path.relative(process.cwd(), swaggerFolder) || ".",
        rewriteRequestPath: (file) => file.replace(/^\/docs/, ""),
      }),
    );
}

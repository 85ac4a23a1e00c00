import { createRequire } from "node:module";
import path from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import type { OpenApiDocument } from "./docs.js";
import type { OperationDocument } from "./documented-operations.js";
import { guides } from "./guides.js";
import { readDocument } from "./made-document.js";

const swaggerFolder = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

/** What the page loads of Swagger's files. The package has others, among them a page of its own. */
const shownFiles = ["swagger-ui.css", "swagger-ui-bundle.js"];

const page = (menu: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Talonario API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/menu.css">
    <link rel="icon" href="/favicon.ico">
  </head>
  <body>
    ${menu}
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const startScript = `// Swagger's page has lists and buttons without a name.
new MutationObserver(() => {
  for (const list of document.querySelectorAll("select:not([aria-label]):not([id])"))
    list.setAttribute("aria-label", list.closest(".servers") ? "Server" : "Media type");
}).observe(document.documentElement, { childList: true, subtree: true });
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

/**
 * `/openapi.json`, what is made from it for programs (`/postman.json`, `/llms.txt`), the page that shows it, and the guides: all from
 * our own files, so that they work without the internet. What makes an answer is loaded with the first request for it.
 * @param publicUrl where the service is reached, without a path; without it, the address of the request counts
 */
export function docs(basePath: string, publicUrl?: string): Hono {
  let made: Promise<OpenApiDocument> | undefined;
  const document = () => {
    made ??= readDocument(basePath, publicUrl);
    return made;
  };
  const described = async () => (await document()) as unknown as OperationDocument;
  const originOf = (c: Context) => publicUrl ?? new URL(c.req.url).origin;
  return new Hono()
    .get("/openapi.json", async (c) => c.json(await document()))
    .get("/postman.json", async (c) => {
      const { postmanCollection } = await import("./postman.js");
      return c.json(postmanCollection(await described(), `${originOf(c)}${basePath}`));
    })
    .get("/llms.txt", async (c) => {
      const { llmsText } = await import("./llms.js");
      return c.text(llmsText(await described(), originOf(c)));
    })
    .get("/docs", async (c) => {
      const { menu } = await import("./guide-pages.js");
      return c.html(page(`${menu("/docs")}`));
    })
    .get("/docs/start.js", (c) => c.body(startScript, 200, { "Content-Type": "text/javascript; charset=utf-8" }))
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

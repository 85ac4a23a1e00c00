import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Hono } from "hono";
import { projectFolder } from "../../shared/assets/assets.js";
import { giveKept, type KeptAnswer, keepAnswer } from "../http/kept-answer.js";

const require = createRequire(import.meta.url);

const own = (name: string) => path.join(projectFolder, "api", "app", "static", name);
/** The parts of the style sheet, in the order in which they count. */
const sheets = "tokens type spacing frame environment navigation buttons forms notices tables parts bars voucher"
  .split(" ")
  .map((name) => own(`css/${name}.css`));
const font = (subset: string, weight: number) =>
  require.resolve(`@fontsource/noto-sans/files/noto-sans-${subset}-${weight}-normal.woff2`);
const types = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

/** Every file that `/app/static` has, and what it is made of. Nothing else is served. The style sheet comes last: it cites fonts. */
const sources = {
  "noto-sans-latin-400.woff2": [font("latin", 400)],
  "noto-sans-latin-600.woff2": [font("latin", 600)],
  "noto-sans-latin-ext-400.woff2": [font("latin-ext", 400)],
  "noto-sans-latin-ext-600.woff2": [font("latin-ext", 600)],
  "icon.svg": [own("icon.svg")],
  "htmx.js": [require.resolve("htmx.org/dist/htmx.min.js")],
  "app.js": [own("app.js")],
  "app.css": sheets,
};
type StaticFileName = keyof typeof sources;

const files = new Map<string, KeptAnswer>();
for (const [name, parts] of Object.entries(sources))
  files.set(name, toStatic(name, Buffer.concat(parts.map((part) => readFileSync(part)))));

function toStatic(name: string, content: Buffer<ArrayBuffer>): KeptAnswer {
  const extension = path.extname(name).slice(1) as keyof typeof types;
  const bytes = extension === "css" ? citeByHash(content.toString("utf8")) : content;
  return keepAnswer(bytes, types[extension], { isZipped: extension === "woff2" });
}

/** The style sheet names fonts by their file; a browser asks for them by their content too. */
function citeByHash(css: string): string {
  return css.replaceAll(/url\("([^"]+)"\)/g, (_, name: StaticFileName) => `url("${addressOf(name)}")`);
}

/** The address of a file. It changes with the content, so that a browser may keep what it has for a year. */
export function addressOf(name: StaticFileName): string {
  return `/app/static/${name}?v=${files.get(name)?.hash}`;
}

/** `/app/static/*`: read once, when the process starts. */
export const staticFiles = (): Hono =>
  new Hono().get("/app/static/:name", (c) => {
    const file = files.get(c.req.param("name"));
    if (!file) return c.notFound();
    const isOfThisVersion = c.req.query("v") === file.hash;
    return giveKept(c, file, isOfThisVersion ? { "Cache-Control": "public, max-age=31536000, immutable" } : {});
  });

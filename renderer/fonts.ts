import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(import.meta.url);
const weights = [400, 600];

/** The `@font-face` rules of Noto Sans with embedded files, so that printing needs neither network nor system fonts. */
export const embeddedFontFaces = ["latin", "latin-ext", "greek", "cyrillic"].map(facesOf).join("\n");

function facesOf(subset: string): string {
  return weights.map((weight) => fontFace(subset, weight)).join("\n");
}

/** Takes the range of characters from the package's own style sheet. */
function fontFace(subset: string, weight: number): string {
  const sheetPath = require.resolve(`@fontsource/noto-sans/${subset}-${weight}.css`);
  const allSubsets = readFileSync(require.resolve(`@fontsource/noto-sans/${weight}.css`), "utf8");
  const file = `noto-sans-${subset}-${weight}-normal.woff2`;
  const range = new RegExp(`${file}[^}]*unicode-range:\\s*([^;]+);`).exec(allSubsets)?.[1];
  if (!range) throw new Error(`the style sheet of Noto Sans has no range for ${file}`);
  const bytes = readFileSync(path.join(path.dirname(sheetPath), "files", file));
  const source = `url(data:font/woff2;base64,${bytes.toString("base64")}) format("woff2")`;
  return `@font-face{font-family:"Noto Sans";font-style:normal;font-weight:${weight};src:${source};unicode-range:${range}}`;
}

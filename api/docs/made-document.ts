import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { projectFolder } from "../../shared/assets/assets.js";
import type { Language } from "../../shared/domain/localized-text.js";
import type { OpenApiDocument } from "./docs.js";
import { withAddress } from "./document-address.js";
import { sayDocument } from "./say-document.js";

/** Where the build leaves the document in both languages (`write-document-main.ts`). */
export const documentFile = path.join(projectFolder, "dist", "api", "openapi.json");

const isBundle = fileURLToPath(import.meta.url).startsWith(path.join(projectFolder, "dist", path.sep));

/**
 * The OpenAPI document for this address, as `openApiDocument` makes it. That takes 0.3 s in which a process answers nothing else, so
 * a bundle reads what the build made.
 */
export async function readDocument(
  basePath: string,
  publicUrl?: string,
  language: Language = "en",
): Promise<OpenApiDocument> {
  if (!isBundle || !existsSync(documentFile))
    return (await import("./docs.js")).openApiDocument(basePath, publicUrl, language);
  const made = JSON.parse(await readFile(documentFile, "utf8")) as OpenApiDocument;
  return sayDocument(withAddress(made, basePath, publicUrl), language);
}

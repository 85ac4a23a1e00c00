import { readFileSync } from "node:fs";
import path from "node:path";
import { Hono } from "hono";
import { projectFolder } from "../../shared/assets/assets.js";

const icon = new Uint8Array(readFileSync(path.join(projectFolder, "api/app/static/favicon.ico")));

/** Root: the pages, or without them the documents, for somebody who knows the address alone. And the icon, which browsers ask for there. */
export const rootRoutes = (hasPages: boolean): Hono =>
  new Hono()
    .get("/", (c) => c.redirect(hasPages ? "/app" : "/docs"))
    .get("/favicon.ico", (c) =>
      c.body(icon, 200, { "Content-Type": "image/x-icon", "Cache-Control": "public, max-age=86400" }),
    );

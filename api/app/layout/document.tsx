import { raw } from "hono/html";
import type { PropsWithChildren } from "hono/jsx";
import { addressOf } from "../static-files.js";

/**
 * Limits of htmx: it may not write style into the page, run code from attributes, or keep pages with a company's figures in the browser. A
 * form with faults is answered with 400, and is shown.
 */
const htmxConfig = {
  includeIndicatorStyles: false,
  allowEval: false,
  historyCacheSize: 0,
  attributesToSettle: ["class", "width", "height"],
  refreshOnHistoryMiss: true,
  responseHandling: [
    { code: "204", swap: false },
    { code: "[23]..", swap: true },
    { code: "400", swap: true },
    { code: "[45]..", swap: false, error: true },
  ],
};

/** A whole HTML document. The first script is not deferred: it sets the chosen colours before anything is painted. */
export const Document = ({ title, children }: PropsWithChildren<{ title: string }>) => (
  <>
    {raw("<!doctype html>")}
    <html lang="es-AR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta name="htmx-config" content={JSON.stringify(htmxConfig)} />
        <title>{title} · Talonario</title>
        <link rel="icon" type="image/svg+xml" href={addressOf("icon.svg")} />
        {(["noto-sans-latin-400.woff2", "noto-sans-latin-600.woff2"] as const).map((font) => (
          <link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href={addressOf(font)} />
        ))}
        <link rel="stylesheet" href={addressOf("app.css")} />
        <script src={addressOf("app.js")} />
        <script src={addressOf("htmx.js")} defer />
      </head>
      <body>
        <a class="skip" href="#content">
          Ir al contenido
        </a>
        {children}
      </body>
    </html>
  </>
);

import type { Context } from "hono";
import { html } from "hono/html";
import type { Child, PropsWithChildren } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnv } from "../frame/app-env.js";
import { Document } from "./document.js";
import { Footer } from "./footer.js";
import { Layout } from "./layout.js";
import type { SectionKey } from "./sections.js";

interface Head {
  title: string;
  section?: SectionKey;
  /** Flash messages after a redirect to the page (`back`), by their keys. */
  said?: Record<string, string>;
}

type PageResponse = Response | Promise<Response>;

/** A page of a company. */
export function show(
  c: Context<AppEnv>,
  { title, section, said = {} }: Head,
  children: Child,
  status: ContentfulStatusCode = 200,
): PageResponse {
  const key = c.req.query("said") ?? "";
  const flash = Object.hasOwn(said, key) ? said[key] : undefined;
  return c.html(
    <Layout visit={c.get("visit")} title={title} {...(section && { section })} {...(flash && { flash })}>
      {children}
    </Layout>,
    status,
  );
}

/** A page without a company: signing in, and what goes with it. */
export const showPlain = (
  c: Context<AppEnv>,
  title: string,
  children: Child,
  status: ContentfulStatusCode = 200,
): PageResponse => c.html(<PlainLayout title={title}>{children}</PlainLayout>, status);

/** A part of a page, which htmx puts into it. */
export const showPartial = (c: Context<AppEnv>, children: Child, status: ContentfulStatusCode = 200): PageResponse =>
  c.html(html`${children}`, status);

/** Goes on to a page of the company, which says what was done. `said` is a key of that page's own words. */
export function back(c: Context<AppEnv>, path: string, said?: string): Response {
  const address = `${c.get("visit").base}${path}`;
  return c.redirect(said ? `${address}${address.includes("?") ? "&" : "?"}said=${said}` : address, 303);
}

/** A page that belongs to no company: signing in, choosing a company. */
export const PlainLayout = ({ title, children }: PropsWithChildren<{ title: string }>) => (
  <Document title={title}>
    <header class="top plain">
      <a class="brand" href="/app">
        <span class="mark" aria-hidden="true">
          T
        </span>
        <span class="company">Talonario</span>
      </a>
    </header>
    <main id="content" class="plain" tabindex={-1}>
      {children}
    </main>
    <Footer />
  </Document>
);

import type { PropsWithChildren } from "hono/jsx";
import { Document } from "./document.js";
import { Footer } from "./footer.js";

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

import type { Child, PropsWithChildren } from "hono/jsx";

/** A part of a page, under a rule. Several stand side by side in a `<div class="cards">`. */
export const Card = ({ title, children }: PropsWithChildren<{ title?: Child | undefined }>) => (
  <section class="card">
    {title && <h2>{title}</h2>}
    {children}
  </section>
);

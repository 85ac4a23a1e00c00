import type { Child, PropsWithChildren } from "hono/jsx";

/** The title of a page, with what one can do there as children. */
export const Heading = ({ title, children }: PropsWithChildren<{ title: Child }>) => (
  <div class="heading">
    <h1>{title}</h1>
    {children && <div class="cluster">{children}</div>}
  </div>
);

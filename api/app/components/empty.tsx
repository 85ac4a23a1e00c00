import type { Child, PropsWithChildren } from "hono/jsx";

/** In place of a list that has nothing yet: says what to do first. */
export const Empty = ({ title, children, action }: PropsWithChildren<{ title: Child; action?: Child | undefined }>) => (
  <div class="empty">
    <p class="title">{title}</p>
    {children && <div>{children}</div>}
    {action && <div class="cluster">{action}</div>}
  </div>
);

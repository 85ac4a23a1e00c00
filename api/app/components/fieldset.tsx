import type { Child, PropsWithChildren } from "hono/jsx";

/** Fields that belong together. With `columns` they stand side by side where there is room. */
export const Fieldset = ({
  legend,
  columns,
  children,
  ...rest
}: PropsWithChildren<{ legend: Child; columns?: boolean | undefined; [attribute: string]: unknown }>) => (
  <fieldset class="group" {...rest}>
    <legend>{legend}</legend>
    <div class={columns ? "columns" : "stack"}>{children}</div>
  </fieldset>
);

import type { PropsWithChildren } from "hono/jsx";

export type ButtonKind = "primary" | "secondary" | "danger" | "quiet";

type Props = PropsWithChildren<{
  kind?: ButtonKind | undefined;
  name?: string | undefined;
  value?: string | number | undefined;
  formaction?: string | undefined;
  type?: "submit" | "button" | "reset" | undefined;
  [attribute: string]: unknown;
}>;

/** Does something. One of a page's buttons at most is `primary`; `danger` takes something away. */
export const Button = ({ kind = "primary", type = "submit", children, ...rest }: Props) => (
  <button type={type} class={`button ${kind}`} {...rest}>
    {children}
  </button>
);

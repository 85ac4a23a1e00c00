import type { PropsWithChildren } from "hono/jsx";
import type { ButtonKind } from "./button.js";

type Props = PropsWithChildren<{ href: string; kind?: ButtonKind | undefined; [attribute: string]: unknown }>;

/** Leads to another page, and looks like a button. */
export const LinkButton = ({ href, kind = "secondary", children, ...rest }: Props) => (
  <a href={href} class={`button ${kind}`} {...rest}>
    {children}
  </a>
);

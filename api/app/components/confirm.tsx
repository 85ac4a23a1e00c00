import type { Child, PropsWithChildren } from "hono/jsx";
import type { ButtonKind } from "./button.js";

type Props = PropsWithChildren<{ summary: Child; kind?: ButtonKind | undefined }>;

/** A button that opens what it would do, with the form that does it as children. It needs no script. */
export const Confirm = ({ summary, kind = "secondary", children }: Props) => (
  <details class="confirm">
    <summary class={`button ${kind}`}>{summary}</summary>
    <div class="stack">{children}</div>
  </details>
);

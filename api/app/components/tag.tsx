import type { PropsWithChildren } from "hono/jsx";

export type TagTone = "neutral" | "success" | "warning" | "error" | "info";

/** A state in one or two words. The words say it; the colour only helps. */
export const Tag = ({ tone, children }: PropsWithChildren<{ tone: TagTone }>) => (
  <span class={`tag ${tone}`}>{children}</span>
);

import type { Child, PropsWithChildren } from "hono/jsx";

export type NoticeTone = "info" | "success" | "warning" | "error";

/** The tone in words, for who sees no colour. */
const words: Record<NoticeTone, string> = { info: "Para saber", success: "Listo", warning: "Atención", error: "Error" };

/** Says something about the page as a whole. Without a title it begins with its tone. */
export const Notice = ({
  tone,
  title,
  children,
  ...rest
}: PropsWithChildren<{ tone: NoticeTone; title?: Child | undefined; [attribute: string]: unknown }>) => (
  <div class={`notice ${tone}`} {...rest}>
    <p class="title">
      {title ? (
        <>
          <span class="unseen">{words[tone]}: </span>
          {title}
        </>
      ) : (
        words[tone]
      )}
    </p>
    {children && <div>{children}</div>}
  </div>
);

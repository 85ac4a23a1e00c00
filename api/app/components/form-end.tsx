import type { PropsWithChildren } from "hono/jsx";
import { Button } from "./button.js";
import { LinkButton } from "./link-button.js";

/** The end of a form on a page of its own: its button, and the way back without it. */
export const FormEnd = ({ cancel, children }: PropsWithChildren<{ cancel: string }>) => (
  <div class="cluster">
    <Button>{children}</Button>
    <LinkButton href={cancel} kind="quiet">
      Cancelar
    </LinkButton>
  </div>
);

import type { Child } from "hono/jsx";
import { Button } from "./button.js";

/** Something that is shown this once, such as a new API key. With the script it can be copied by a button. */
export const Secret = ({ label, value }: { label: Child; value: string }) => (
  <div class="secret">
    <p class="label">{label}</p>
    <code>{value}</code>
    <Button kind="secondary" type="button" data-copy={value} hidden>
      Copiar
    </Button>
    <p class="hint">Guardalo ahora: no se vuelve a mostrar.</p>
  </div>
);

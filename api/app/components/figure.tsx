import type { Child } from "hono/jsx";

/** One number that matters. Several stand side by side in a `<div class="figures">`. */
export const Figure = ({ label, value, hint }: { label: Child; value: Child; hint?: Child | undefined }) => (
  <div class="figure">
    <p class="label">{label}</p>
    <p class="value">{value}</p>
    {hint && <p class="hint">{hint}</p>}
  </div>
);

import type { Child } from "hono/jsx";

/** Props that every control of a form has: a label always, a hint and a fault when there is one. */
export interface ControlProps {
  name: string;
  label: Child;
  hint?: Child | undefined;
  /** Fault, in the reader's words. It stands beside the control. */
  error?: Child | undefined;
  /** `false` says "(opcional)" after the label. */
  required?: boolean | undefined;
  /** Overrides the id that is made of the name: for a page that has two forms with the same names. */
  id?: string | undefined;
  /** Any other attribute goes to the control: `hx-get`, `data-…`, `disabled`. */
  [attribute: string]: unknown;
}

/** The id of the control of this name, so that a fault can link to it: `items.0.price` → `field-items.0.price`. */
export const idOf = (name: string): string => `field-${name}`;

/** The attributes that tie a control to its hint and its fault. */
export function describedBy(id: string, { hint, error }: Pick<ControlProps, "hint" | "error">) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return { "aria-describedby": ids || undefined, "aria-invalid": error ? "true" : undefined };
}

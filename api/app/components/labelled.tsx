import type { PropsWithChildren } from "hono/jsx";
import type { ControlProps } from "./control.js";

type Props = PropsWithChildren<Pick<ControlProps, "label" | "hint" | "error" | "required"> & { id: string }>;

/** A control with its label and hint above it and its fault below it. */
export const Labelled = ({ id, label, hint, error, required, children }: Props) => (
  <div class="field">
    <label for={id}>
      {label}
      {required === false && <span class="optional"> (opcional)</span>}
    </label>
    <Hint id={id} hint={hint} />
    {children}
    <Fault id={id} error={error} />
  </div>
);

export const Hint = ({ id, hint }: Pick<Props, "id" | "hint">) =>
  hint ? (
    <p class="hint" id={`${id}-hint`}>
      {hint}
    </p>
  ) : null;

export const Fault = ({ id, error }: Pick<Props, "id" | "error">) =>
  error ? (
    <p class="fault" id={`${id}-error`}>
      <span class="unseen">Error: </span>
      {error}
    </p>
  ) : null;

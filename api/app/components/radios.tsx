import type { Child } from "hono/jsx";
import { describedBy, idOf } from "./control.js";
import { Fault, Hint } from "./labelled.js";

interface RadioOption {
  value: string | number;
  label: Child;
  hint?: Child | undefined;
}

interface Props {
  name: string;
  label: Child;
  value?: string | number | undefined;
  options: RadioOption[];
  hint?: Child | undefined;
  error?: Child | undefined;
  [attribute: string]: unknown;
}

/** Radio group: one of a few options, all of them visible. The first has the id that a fault links to. */
export function Radios({ name, label, value, options, hint, error, ...rest }: Props) {
  const id = idOf(name);
  return (
    <fieldset class="field radios" {...describedBy(id, { hint, error })}>
      <legend>{label}</legend>
      <Hint id={id} hint={hint} />
      {options.map((option, index) => {
        const own = index === 0 ? id : `${id}-${option.value}`;
        const isChosen = String(option.value) === String(value ?? "");
        return (
          <div class="choice">
            <label for={own}>
              <input
                id={own}
                name={name}
                type="radio"
                value={option.value}
                checked={isChosen}
                aria-describedby={option.hint ? `${own}-more` : undefined}
                {...rest}
              />
              <span>{option.label}</span>
            </label>
            {option.hint && (
              <p class="hint" id={`${own}-more`}>
                {option.hint}
              </p>
            )}
          </div>
        );
      })}
      <Fault id={id} error={error} />
    </fieldset>
  );
}

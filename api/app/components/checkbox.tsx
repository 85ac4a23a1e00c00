import { type ControlProps, describedBy, idOf } from "./control.js";
import { Fault, Hint } from "./labelled.js";

interface Props extends Omit<ControlProps, "required"> {
  name: string;
  label: ControlProps["label"];
  hint?: ControlProps["hint"];
  error?: ControlProps["error"];
  id?: string | undefined;
  /** Value that the form sends when it is ticked. */
  value?: string | undefined;
  checked?: boolean | undefined;
}

/** Yes or no. A form sends nothing for "no". */
export function Checkbox({ name, label, hint, error, id = idOf(name), value = "true", ...rest }: Props) {
  return (
    <div class="field choice">
      <label for={id}>
        <input id={id} name={name} type="checkbox" value={value} {...describedBy(id, { hint, error })} {...rest} />
        <span>{label}</span>
      </label>
      <Hint id={id} hint={hint} />
      <Fault id={id} error={error} />
    </div>
  );
}

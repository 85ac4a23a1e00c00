import { type ControlProps, describedBy, idOf } from "./control.js";
import { Labelled } from "./labelled.js";

interface Props extends ControlProps {
  value?: string | number | undefined;
  type?: string | undefined;
  inputmode?: "decimal" | "numeric" | "email" | "tel" | "url" | "search" | "text" | undefined;
  autocomplete?: string | undefined;
  maxlength?: number | undefined;
  placeholder?: string | undefined;
}

/** One line of input. Amounts: `inputmode="decimal"`, which also aligns them to the right. */
export function Field({ name, label, hint, error, required, id = idOf(name), type = "text", ...rest }: Props) {
  return (
    <Labelled id={id} label={label} hint={hint} error={error} required={required}>
      <input id={id} name={name} type={type} required={required} {...describedBy(id, { hint, error })} {...rest} />
    </Labelled>
  );
}

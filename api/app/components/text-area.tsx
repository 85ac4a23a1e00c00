import { type ControlProps, describedBy, idOf } from "./control.js";
import { Labelled } from "./labelled.js";

interface Props extends ControlProps {
  value?: string | undefined;
  rows?: number | undefined;
  maxlength?: number | undefined;
}

/** Several lines of input. */
export function TextArea({ name, label, value, hint, error, required, id = idOf(name), rows = 4, ...rest }: Props) {
  return (
    <Labelled id={id} label={label} hint={hint} error={error} required={required}>
      {/* A line break at the start is left out by browsers: this one, and none of the value's. */}
      <textarea id={id} name={name} rows={rows} required={required} {...describedBy(id, { hint, error })} {...rest}>
        {`\n${value ?? ""}`}
      </textarea>
    </Labelled>
  );
}

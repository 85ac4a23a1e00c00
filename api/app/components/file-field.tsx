import { type ControlProps, describedBy, idOf } from "./control.js";
import { Labelled } from "./labelled.js";

interface Props extends ControlProps {
  /** ".csv,text/csv". */
  accept?: string | undefined;
}

/** A file. Its form needs `enctype="multipart/form-data"`. */
export function FileField({ name, label, hint, error, required, id = idOf(name), ...rest }: Props) {
  return (
    <Labelled id={id} label={label} hint={hint} error={error} required={required}>
      <input id={id} name={name} type="file" required={required} {...describedBy(id, { hint, error })} {...rest} />
    </Labelled>
  );
}

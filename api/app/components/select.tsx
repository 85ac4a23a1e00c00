import { type ControlProps, describedBy, idOf } from "./control.js";
import { Labelled } from "./labelled.js";

interface SelectOption {
  value: string | number;
  label: string;
  /** Mark of the choice, which the style sheet asks for. */
  "data-is"?: string;
}

interface Props extends ControlProps {
  value?: string | number | undefined;
  options: SelectOption[];
}

/** Drop-down list. An option with the value "" first stands for no choice; without it there is always one, and nothing to require. */
export function Select({ name, label, value, options, hint, error, required, id = idOf(name), ...rest }: Props) {
  const canBeEmpty = options[0]?.value === "";
  return (
    <Labelled id={id} label={label} hint={hint} error={error} required={required}>
      <select id={id} name={name} required={required && canBeEmpty} {...describedBy(id, { hint, error })} {...rest}>
        {options.map(({ label: own, ...option }) => (
          <option {...option} selected={String(option.value) === String(value ?? "")}>
            {own}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

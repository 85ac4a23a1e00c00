import { valuesOf } from "../../../shared/domain/optionals/optionals.js";
import { fieldsOf } from "../../../shared/domain/optionals/regimes.js";
import { Fieldset } from "../components/fieldset.js";
import type { Desk } from "./desk.js";
import type { FormProps } from "./field-props.js";
import { OptionalField } from "./optional-field.js";
import { read } from "./typed.js";

/** What the regimes of the point of sale ask for: a school, a landlord and a broker have their fields in sight. */
export function RegimeFields({ desk, ...form }: FormProps & { desk: Desk }) {
  const pos = desk.pointsOfSale.find(({ number }) => String(number) === read(form.typed, "posNumber"));
  const defaults = pos?.optionals ?? null;
  const kinds = fieldsOf(defaults);
  return (
    <div id="regime">
      {kinds.length > 0 && (
        <Fieldset legend="Datos que pide ARCA" columns>
          {kinds.map((kind) => (
            <OptionalField
              form={form}
              name={`optional.${kind.id}`}
              kind={kind}
              fallback={valuesOf(defaults ?? [], kind.id)[0]}
            />
          ))}
        </Fieldset>
      )}
    </div>
  );
}

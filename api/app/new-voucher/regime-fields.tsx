import { valuesOf } from "../../../shared/domain/optionals/optionals.js";
import { fieldsOf } from "../../../shared/domain/optionals/regimes.js";
import { Fieldset } from "../components/fieldset.js";
import { read } from "../fields/typed.js";
import type { VoucherFormOptions } from "./form-options.js";
import { type FormProps, inputs } from "./inputs.js";
import { OptionalField } from "./optional-field.js";

/** Fields that the regimes of the point of sale ask for: a school, a landlord and a broker have theirs in sight. */
export function RegimeFields({ desk, ...form }: FormProps & { desk: VoucherFormOptions }) {
  const pos = desk.pointsOfSale.find(({ number }) => String(number) === read(form.typed, "posNumber"));
  const defaults = pos?.optionals ?? null;
  const [Input, kinds] = [inputs(form), fieldsOf(defaults)];
  return (
    <div id="regime">
      {kinds.length > 0 && (
        <Fieldset legend="Datos que pide ARCA" columns>
          {kinds.map((kind) => (
            <OptionalField
              Input={Input}
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

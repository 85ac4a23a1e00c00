import { unitLabel } from "../../../shared/domain/code-labels.js";
import { units } from "../../../shared/domain/code-tables/units.js";
import { Button } from "../components/button.js";
import { Fieldset } from "../components/fieldset.js";
import { placesOf, read } from "../fields/typed.js";
import { vatRateName } from "../spanish/names.js";
import { type FormProps, inputs, isInUse } from "./inputs.js";

interface Props extends FormProps {
  path: string;
  /** A company that issues letter C itemizes no VAT. */
  hasVat: boolean;
  /** The line that was just added. */
  newPlace: number | undefined;
}

const rates = [5, 4, 6, 3, 8, 9, 2, 1].map((code) => ({ value: code, label: vatRateName(code) }));
const unitOptions = units
  .filter(({ description }) => description !== "")
  .toSorted((one, other) => Number(other.id === "7") - Number(one.id === "7"))
  .map(({ id }) => ({ value: id, label: unitLabel(Number(id)) }));

/** Lines of the form: what is sold. */
export function LineRows({ path, hasVat, newPlace, ...form }: Props) {
  const refresh = {
    "hx-post": path,
    "hx-target": "#lines",
    "hx-select": "#lines",
    "hx-swap": "outerHTML",
  };
  const [Input, places] = [inputs(form), placesOf(form.typed, "items")];
  return (
    <Fieldset legend="Qué vendés" id="lines">
      {places.map((place, index) => {
        const line = `items.${place}`;
        const isMore = (name: string) =>
          [`${line}.discount`, `${line}.code`].includes(name) ||
          (name === `${line}.unitType` && !["", "7"].includes(read(form.typed, name)));
        const onEnter = index === places.length - 1 ? { "data-enter": "add-line" } : {};
        return (
          <fieldset class={hasVat ? "line with-vat" : "line"}>
            <legend>Línea {index + 1}</legend>
            <div class="cells">
              <Input name={`${line}.description`} autofocus={place === newPlace} {...onEnter} />
              <Input name={`${line}.quantity`} {...onEnter} />
              <Input name={`${line}.price`} label="Precio unitario" {...onEnter} />
              {hasVat && <Input name={`${line}.taxType`} label="IVA" options={rates} {...onEnter} />}
            </div>
            <div class="cluster">
              <details open={isInUse(form, isMore)}>
                <summary>Descuento, código y unidad</summary>
                <div class="columns">
                  <Input name={`${line}.discount`} />
                  <Input
                    name={`${line}.discountType`}
                    options={[
                      { value: "percentage", label: "%" },
                      { value: "amount", label: "Importe, de toda la línea" },
                    ]}
                  />
                  <Input name={`${line}.code`} />
                  <Input name={`${line}.unitType`} label="Unidad" options={unitOptions} />
                </div>
              </details>
              {places.length > 1 && (
                <Button kind="quiet" name="intent" value={`remove-line:${place}`} {...refresh}>
                  Quitar la línea {index + 1}
                </Button>
              )}
            </div>
          </fieldset>
        );
      })}
      <p>
        <Button kind="secondary" id="add-line" name="intent" value="add-line" {...refresh}>
          Agregar línea
        </Button>
      </p>
    </Fieldset>
  );
}

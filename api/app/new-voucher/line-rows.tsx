import { units } from "../../../shared/domain/code-tables/units.js";
import { Button } from "../components/button.js";
import { Field } from "../components/field.js";
import { Fieldset } from "../components/fieldset.js";
import { Select } from "../components/select.js";
import { unitName, vatRateName } from "../spanish/names.js";
import { type FormProps, fieldProps, isInUse } from "./field-props.js";
import { placesOf, read } from "./typed.js";

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
  .map(({ id }) => ({ value: id, label: unitName(Number(id)) }));

/** What is sold. */
export function LineRows({ path, hasVat, newPlace, ...form }: Props) {
  const refresh = {
    "hx-post": path,
    "hx-target": "#lines",
    "hx-select": "#lines",
    "hx-swap": "outerHTML",
    "hx-select-oob": "#summary,#total",
  };
  const places = placesOf(form.typed, "items");
  return (
    <Fieldset legend="Qué vendés" id="lines">
      {places.map((place, index) => {
        const field = (name: string) => fieldProps(form, `items.${place}.${name}`);
        const isMore = (name: string) =>
          new RegExp(`^items\\.${place}\\.(discount|code)$`).test(name) ||
          (name === `items.${place}.unitType` && !["", "7"].includes(read(form.typed, name)));
        const onEnter = index === places.length - 1 ? { "data-enter": "add-line" } : {};
        return (
          <fieldset class={hasVat ? "line with-vat" : "line"}>
            <legend>Línea {index + 1}</legend>
            <div class="cells">
              <Field {...field("description")} autocomplete="off" autofocus={place === newPlace} {...onEnter} />
              <Field {...field("quantity")} inputmode="decimal" autocomplete="off" {...onEnter} />
              <Field {...field("price")} label="Precio unitario" inputmode="decimal" autocomplete="off" {...onEnter} />
              {hasVat && <Select {...field("taxType")} label="IVA" options={rates} {...onEnter} />}
            </div>
            <div class="cluster">
              <details open={isInUse(form, isMore)}>
                <summary>Descuento, código y unidad</summary>
                <div class="columns">
                  <Field {...field("discount")} inputmode="decimal" autocomplete="off" />
                  <Select
                    {...field("discountType")}
                    options={[
                      { value: "percentage", label: "%" },
                      { value: "amount", label: "Importe, de toda la línea" },
                    ]}
                  />
                  <Field {...field("code")} autocomplete="off" />
                  <Select {...field("unitType")} label="Unidad" options={unitOptions} />
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

import { offeredOptionals } from "../../../shared/domain/optionals/regimes.js";
import { Field } from "../components/field.js";
import { Fieldset } from "../components/fieldset.js";
import { Select } from "../components/select.js";
import { documentName } from "../spanish/names.js";
import { AddRow } from "./add-row.js";
import { type FormProps, fieldProps } from "./field-props.js";
import { filledPlacesOf, read } from "./typed.js";

const kinds = [
  { value: "", label: "Elegí uno" },
  ...offeredOptionals.map(({ id, label }) => ({ value: id, label: `${id} · ${label}` })),
];

const documents = [80, 86, 87].map((type) => ({ value: type, label: documentName(type) }));

/** All optional fields, activities and several buyers. */
export const FurtherMore = ({ form, path }: { form: FormProps; path: string }) => (
  <>
    <Fieldset legend="Datos opcionales de ARCA">
      {rowsOf(form, "optionals").map((place) => (
        <div class="columns">
          <Select {...fieldProps(form, `optionals.${place}.id`)} label="Dato" options={withTyped(form, place)} />
          <Field {...fieldProps(form, `optionals.${place}.value`)} label="Valor" required={false} autocomplete="off" />
        </div>
      ))}
      <AddRow path={path} intent="add-optional" label="Agregar dato opcional" />
      <Field
        {...fieldProps(form, "activities")}
        label="Actividades que se informan a ARCA"
        required={false}
        autocomplete="off"
        hint="Solo si la operación lo pide: los códigos, separados por espacios."
      />
    </Fieldset>
    <Fieldset legend="Varios compradores">
      <p class="hint">
        De bienes que compran en conjunto: todos, también el receptor, que es el de la parte más grande. Suman 100 %.
      </p>
      {rowsOf(form, "buyers").map((place) => (
        <div class="columns">
          <Select {...fieldProps(form, `buyers.${place}.docType`)} label="Documento" options={documents} />
          <Field
            {...fieldProps(form, `buyers.${place}.docNumber`)}
            label="Número"
            inputmode="numeric"
            autocomplete="off"
            required={false}
          />
          <Field
            {...fieldProps(form, `buyers.${place}.share`)}
            label="Parte, en %"
            inputmode="decimal"
            autocomplete="off"
            required={false}
          />
        </div>
      ))}
      <AddRow path={path} intent="add-buyer" label="Agregar comprador" />
    </Fieldset>
  </>
);

/** One blank row, and one more after those that were filled in. */
function rowsOf({ typed }: FormProps, list: "optionals" | "buyers"): number[] {
  const filled = filledPlacesOf(typed, list);
  return filled.length === 0 ? [0] : [...filled, Math.max(...filled) + 1];
}

/** An id that the table does not have stays what it is. */
function withTyped({ typed }: FormProps, place: number) {
  const id = read(typed, `optionals.${place}.id`);
  return kinds.some(({ value }) => value === id) ? kinds : [...kinds, { value: id, label: id }];
}

import { taxIdTypes } from "../../../shared/domain/document-type.js";
import { Fieldset } from "../components/fieldset.js";
import { optionalChoices } from "../fields/choices.js";
import { read } from "../fields/typed.js";
import { documentName } from "../spanish/names.js";
import { AddRow } from "./add-row.js";
import { type FormProps, inputs } from "./inputs.js";
import { rowsOf } from "./lines.js";

const documents = taxIdTypes.map((type) => ({ value: type, label: documentName(type) }));

/** All optional fields, activities and several buyers. */
export function FurtherMore({ path, ...form }: FormProps & { path: string }) {
  const Input = inputs(form);
  return (
    <>
      <Fieldset legend="Datos opcionales de ARCA">
        {rowsOf(form.typed, "optionals").map((place) => (
          <div class="columns">
            <Input
              name={`optionals.${place}.id`}
              label="Dato"
              options={optionalChoices("Elegí uno", read(form.typed, `optionals.${place}.id`))}
            />
            <Input name={`optionals.${place}.value`} label="Valor" required={false} />
          </div>
        ))}
        <AddRow path={path} intent="add-optional" label="Agregar dato opcional" />
        <Input
          name="activities"
          label="Actividades que se informan a ARCA"
          required={false}
          hint="Solo si la operación lo pide: los códigos, separados por espacios."
        />
      </Fieldset>
      <Fieldset legend="Varios compradores">
        <p class="hint">
          De bienes que compran en conjunto: todos, también el receptor, que es el de la parte más grande. Suman 100 %.
        </p>
        {rowsOf(form.typed, "buyers").map((place) => (
          <div class="columns">
            <Input name={`buyers.${place}.docType`} label="Documento" options={documents} />
            <Input name={`buyers.${place}.docNumber`} label="Número" inputmode="numeric" required={false} />
            <Input name={`buyers.${place}.share`} label="Parte, en %" required={false} />
          </div>
        ))}
        <AddRow path={path} intent="add-buyer" label="Agregar comprador" />
      </Fieldset>
    </>
  );
}

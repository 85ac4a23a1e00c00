import { pdfLayouts } from "../../../shared/domain/pdf-form.js";
import { printedTextNames } from "../../../shared/domain/printed-texts.js";
import { Field } from "../components/field.js";
import { Fieldset } from "../components/fieldset.js";
import { optionalChoices } from "../fields/choices.js";
import { placesOf, read } from "../fields/typed.js";
import { LegendRows } from "../settings/legend-rows.js";
import { type FormErrors, faultOf } from "../settings/refusal.js";
import { layoutWords } from "../spanish/layouts.js";
import { textHints } from "../spanish/printed-texts.js";
import { form, type ListedPointOfSale, type PointOfSaleValues } from "./values.js";

interface FieldsProps {
  values: PointOfSaleValues;
  refused: FormErrors | undefined;
  /** The points of sale that can stand in for it. */
  substitutes: ListedPointOfSale[];
}

/** Everything of a point of sale but its number. */
export function Fields({ values, refused, substitutes }: FieldsProps) {
  const Input = form.inputs(values, refused);
  return (
    <>
      <Input name="name" hint="Para reconocerlo acá: no se imprime. Por ejemplo: Local de Rivadavia." />
      <Input
        name="printedName"
        hint="Se imprime en sus comprobantes, arriba del domicilio. Por ejemplo: Sucursal Centro."
      />
      <Input name="address" hint="Se imprime en sus comprobantes en lugar del domicilio de la empresa." />
      <Input
        name="exclusive"
        hint="Marcalo si nadie usa este punto de venta en otro sistema ni en la web de ARCA. Un número que ocupó otro no se toma entonces como ajeno sin que lo decida una persona."
      />
      <Input name="layout" radios={layouts} />
      <Input
        name="activity"
        hint="Código de 6 dígitos de ARCA (CLAE), para los archivos de tu contador. Vacío: la actividad de la empresa."
        inputmode="numeric"
      />
      {printedTextNames.map((name) => (
        <Input name={name} hint={textHints[name].ofPos} />
      ))}
      <LegendRows Input={Input} values={values} refused={refused} whose="de este punto de venta" />
      <Fieldset legend="Cuando ARCA no responde">
        <Input name="authorization" label="Cómo autoriza ARCA sus comprobantes" radios={authorizations} />
        <Input
          name="contingencyPos"
          hint={
            substitutes.length === 0
              ? "Para elegir uno, agregá primero un punto de venta de CAEA."
              : "Un punto de venta de CAEA, que emite en su lugar mientras ARCA no responde."
          }
          options={[
            { value: "", label: "Ninguno" },
            ...substitutes.map(({ number, name }) => ({
              value: number,
              label: name === null ? `${number}` : `${number} · ${name}`,
            })),
          ]}
        />
      </Fieldset>
      <Further Input={Input} values={values} refused={refused} />
      <DataKeys Input={Input} values={values} refused={refused} />
    </>
  );
}

const layouts = pdfLayouts.map((layout) => ({ value: layout, label: layoutWords[layout] }));

const authorizations = [
  { value: "CAE", label: "CAE, uno por comprobante", hint: "Lo habitual." },
  {
    value: "CAEA",
    label: "CAEA, por adelantado",
    hint: "Para contingencias: reemplaza a otro punto de venta mientras ARCA no responde. No se emite ahí directamente.",
  },
];

interface PartProps extends Pick<FieldsProps, "values" | "refused"> {
  Input: ReturnType<typeof form.inputs>;
}

/** How many empty rows wait for more. */
const emptyRows = 2;

/** The rows of a list, and empty ones after them. */
const rowsOf = (values: PointOfSaleValues, list: string): number[] => {
  const filled = placesOf(values, list).length;
  return Array.from({ length: filled + emptyRows }, (_, place) => place);
};

/** Further data that its invoices tell the authority: a school, a landlord or a broker fills them in once. */
const Further = ({ Input, values, refused }: PartProps) => (
  <Fieldset legend="Datos que sus facturas informan a ARCA">
    <p class="hint">
      Para regímenes especiales, como colegios o alquileres. Cada factura los lleva si no dice otra cosa, y el
      formulario muestra los campos de su régimen. Para quitar uno, dejalo vacío.
    </p>
    {rowsOf(values, "optionals").map((place) => (
      <div class="columns">
        <Input
          name={`optionals.${place}.id`}
          options={optionalChoices("Ninguno", read(values, `optionals.${place}.id`))}
        />
        <Input name={`optionals.${place}.value`} label="Valor" autocomplete="off" required={false} />
      </div>
    ))}
    <Field
      name="activities"
      label="Actividades que se informan"
      hint="Códigos de ARCA, separados por espacios. Solo si la operación lo pide."
      value={read(values, "activities")}
      error={faultOf(refused, "activities") ?? activityFaultOf(refused)}
      autocomplete="off"
      required={false}
    />
  </Fieldset>
);

/** One field holds them all. */
const activityFaultOf = (refused: FormErrors | undefined) =>
  Array.from({ length: 50 }, (_, index) => faultOf(refused, `activities.${index}.id`)).find(Boolean);

/** Keys of additional data that the vouchers of the point of sale may carry (`additionalData`). */
function DataKeys({ Input, values, refused }: PartProps) {
  const whole = faultOf(refused, "additionalDataKeys");
  return (
    <Fieldset legend="Datos adicionales de sus comprobantes">
      <p class="hint">
        Por ejemplo el vendedor o la orden de compra. El programa que emite usa la clave (vendedor); el comprobante
        muestra el título (Vendedor). Para quitar uno, dejalo vacío. Al guardar aparecen más renglones.
      </p>
      {whole && (
        <p class="fault" id="field-additionalDataKeys">
          {whole}
        </p>
      )}
      {rowsOf(values, "additionalDataKeys").map((place) => (
        <Fieldset legend={`Dato ${place + 1}`} columns>
          <Input name={`additionalDataKeys.${place}.key`} autocomplete="off" />
          <Input name={`additionalDataKeys.${place}.label`} label="Título impreso" autocomplete="off" />
          <Input name={`additionalDataKeys.${place}.printed`} />
        </Fieldset>
      ))}
    </Fieldset>
  );
}

import { tributes } from "../../../shared/domain/code-tables/tributes.js";
import { Checkbox } from "../components/checkbox.js";
import { Field } from "../components/field.js";
import { Fieldset } from "../components/fieldset.js";
import { Select } from "../components/select.js";
import { TextArea } from "../components/text-area.js";
import { tributeName } from "../spanish/names.js";
import { AddRow } from "./add-row.js";
import type { Desk } from "./desk.js";
import { type FormProps, fieldProps, isInUse } from "./field-props.js";
import { FurtherMore } from "./further-more.js";
import { filledPlacesOf, read } from "./typed.js";

const mostEmails = 3;
const names =
  /^(saleCondition|legend|comments|externalReference|activityCode|contingency)$|^activities$|^(emails|tributes|settings|additionalData|optionals|buyers)\./;

const decimals = [
  { value: "", label: "2, lo usual" },
  { value: 4, label: "4" },
  { value: 6, label: "6" },
];

const tributeTypes = [
  { value: "", label: "Elegí uno" },
  ...tributes.map(({ id }) => ({ value: id, label: tributeName(Number(id)) })),
];

/** What few vouchers have. It is open when one of these fields holds something. */
export function More({ desk, path, ...form }: FormProps & { desk: Desk; path: string }) {
  const pos = desk.pointsOfSale.find(({ number }) => String(number) === read(form.typed, "posNumber"));
  const tributePlaces = [...new Set([...filledPlacesOf(form.typed, "tributes"), 0])].toSorted((one, two) => one - two);
  const next = Math.max(...tributePlaces) + 1;
  const rows = filledPlacesOf(form.typed, "tributes").length > 0 ? [...tributePlaces, next] : tributePlaces;
  const { value: contingency, ...never } = fieldProps(form, "contingency");
  return (
    <details id="more" open={isInUse(form, (name) => names.test(name) && read(form.typed, name) !== "2")}>
      <summary>Más datos</summary>
      <div class="stack">
        <Fieldset legend="Correos que reciben el PDF" columns>
          {Array.from({ length: mostEmails }, (_, place) => (
            <Field
              {...fieldProps(form, `emails.${place}.email`)}
              label={`Correo ${place + 1}`}
              type="email"
              autocomplete="off"
              required={false}
            />
          ))}
        </Fieldset>
        {pos && pos.additionalDataKeys.length > 0 && (
          <Fieldset legend="Datos del punto de venta" columns>
            {pos.additionalDataKeys.map(({ key, label, printed }) => (
              <Field
                {...fieldProps(form, `additionalData.${key}`)}
                label={label}
                required={false}
                hint={printed ? undefined : "No se imprime."}
              />
            ))}
          </Fieldset>
        )}
        <Fieldset legend="Textos">
          <Field
            {...fieldProps(form, "saleCondition")}
            required={false}
            hint={
              pos?.saleCondition
                ? `Se imprime. Vacía: «${pos.saleCondition}», la del punto de venta.`
                : "Se imprime. Por ejemplo: Contado, Cuenta corriente."
            }
          />
          <Field {...fieldProps(form, "legend")} label="Leyenda que se imprime" required={false} />
          <TextArea {...fieldProps(form, "comments")} label="Observaciones internas" required={false} rows={2} />
          <Field {...fieldProps(form, "externalReference")} label="Tu referencia" required={false} />
        </Fieldset>
        <Fieldset legend="Tributos y percepciones">
          {rows.map((place) => (
            <div class="columns">
              <Select {...fieldProps(form, `tributes.${place}.type`)} label="Tributo" options={tributeTypes} />
              <Field {...fieldProps(form, `tributes.${place}.baseAmount`)} inputmode="decimal" />
              <Field {...fieldProps(form, `tributes.${place}.aliquot`)} label="Alícuota, en %" inputmode="decimal" />
              <Field {...fieldProps(form, `tributes.${place}.subtotal`)} inputmode="decimal" />
            </div>
          ))}
          <AddRow path={path} intent="add-tribute" label="Agregar tributo" />
        </Fieldset>
        <FurtherMore form={form} path={path} />
        <Fieldset legend="Impresión y actividad" columns>
          <Select
            {...fieldProps(form, "settings.quantityPrecision")}
            label="Decimales de la cantidad"
            options={decimals}
          />
          <Select {...fieldProps(form, "settings.pricePrecision")} label="Decimales del precio" options={decimals} />
          <Field
            {...fieldProps(form, "activityCode")}
            required={false}
            inputmode="numeric"
            hint="6 dígitos. Vacía: la de la empresa."
          />
        </Fieldset>
        <Checkbox
          {...never}
          value="never"
          checked={contingency === "never"}
          label="Emitir solo con CAE"
          hint="En una contingencia espera a ARCA, en vez de salir con CAEA."
        />
      </div>
    </details>
  );
}

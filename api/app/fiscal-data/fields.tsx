import { provinces } from "../../../shared/domain/code-tables/provinces.js";
import { fceTransfers } from "../../../shared/domain/fce.js";
import { issuerConditions } from "../../../shared/domain/issuer-conditions.js";
import { Button } from "../components/button.js";
import { Checkbox } from "../components/checkbox.js";
import { Field } from "../components/field.js";
import { Fieldset } from "../components/fieldset.js";
import { Form } from "../components/form.js";
import { Radios } from "../components/radios.js";
import { Select } from "../components/select.js";
import type { Visit } from "../frame/app-env.js";
import { LegendRows } from "../settings/legend-rows.js";
import { faultOf, type Refused } from "../settings/refusal.js";
import type { TypedLegend } from "../settings/typed-legends.js";
import { cuit } from "../spanish/formats.js";
import { taxTypeName, transferName } from "../spanish/names.js";
import type { Values } from "./fiscal-data.js";
import { roundings } from "./words.js";

interface Props {
  visit: Visit;
  taxId: string;
  values: Values;
  legends: TypedLegend[];
  refused: Refused | undefined;
}

/** What a company that issues can be. Source: api/README.md, "Further paths". */
const taxTypes = issuerConditions.map((value) => ({ value, label: taxTypeName(value) }));

const states = [
  { value: "", label: "Sin informar" },
  ...provinces.map(({ id, description }) => ({ value: id, label: description })),
];

const transfers = fceTransfers.map((value) => ({ value, label: transferName(value) }));

export function FiscalDataForm({ visit, taxId, values, legends, refused }: Props) {
  const about = (name: keyof Values) => ({ name, value: values[name], error: faultOf(refused, name) });
  return (
    <Form visit={visit}>
      <Fieldset legend="Quién emite">
        <Field {...about("name")} label="Razón social" maxlength={200} autocomplete="organization" required />
        <Field
          name="cuit"
          label="CUIT"
          hint="No se puede cambiar: otro CUIT es otra empresa."
          value={cuit(taxId)}
          error={faultOf(refused, "cuit")}
          readonly
        />
        <Select
          {...about("taxType")}
          label="Condición de IVA"
          hint="Decide la letra: responsable inscripto emite A y B; los demás, C."
          options={taxTypes}
          required
        />
      </Fieldset>
      <Fieldset legend="Lo que llevan los comprobantes">
        <Field
          {...about("address")}
          label="Domicilio comercial"
          hint="Como está en ARCA. Un punto de venta puede tener otro."
          maxlength={300}
          autocomplete="address-line1"
        />
        <div class="columns">
          <Select {...about("stateId")} label="Provincia" options={states} required={false} />
          <Field {...about("grossIncome")} label="Ingresos brutos" maxlength={50} autocomplete="off" />
          <Field {...about("activityStart")} label="Inicio de actividades" type="date" />
        </div>
      </Fieldset>
      <Fieldset legend="Cómo se imprimen">
        <Checkbox
          name="cbuLegend"
          label="Leyenda «PAGO EN CBU INFORMADA» en los comprobantes A"
          hint="Solo si la empresa eligió en ARCA cobrar en una CBU informada."
          checked={values.cbuLegend === "true"}
          error={faultOf(refused, "cbuLegend")}
        />
        <Checkbox
          name="withheldA"
          label="Clase A «OPERACIÓN SUJETA A RETENCIÓN» (51, 52 y 53)"
          hint="Solo si ARCA le asignó esa clase a la empresa. Las facturas A pasan a ser del tipo 51."
          checked={values.withheldA === "true"}
          error={faultOf(refused, "withheldA")}
        />
        <Field
          {...about("consumerComplaints")}
          label="Reclamos de consumidores"
          hint="Va al pie de cada comprobante, si lo pide tu provincia: por ejemplo, un teléfono."
          maxlength={200}
          autocomplete="off"
          required={false}
        />
        <Field
          {...about("footerText")}
          label="Texto al pie"
          hint="En letra chica, en cada comprobante."
          maxlength={200}
          autocomplete="off"
          required={false}
        />
        <Field
          {...about("accentColor")}
          label="Color"
          hint="Del nombre, el título, la letra y el total: uno oscuro, como #1F4E79. Vacío: en negro."
          maxlength={7}
          autocomplete="off"
          required={false}
        />
      </Fieldset>
      <LegendRows legends={legends} refused={refused} whose="de la empresa" />
      <Fieldset legend="Para tu contador">
        <Field
          {...about("activityCode")}
          label="Actividad"
          hint="Código de 6 dígitos de ARCA (CLAE). Un punto de venta o un comprobante puede tener otra."
          inputmode="numeric"
          maxlength={6}
          autocomplete="off"
          required={false}
        />
        <Radios
          {...about("vatRounding")}
          legend="Redondeo del IVA"
          options={(Object.keys(roundings) as (keyof typeof roundings)[]).map((value) => ({
            value,
            label: roundings[value].name,
            hint: roundings[value].hint,
          }))}
        />
      </Fieldset>
      <Fieldset legend="Facturas de crédito (FCE MiPyME)">
        <p class="hint">
          Solo si la empresa está registrada como MiPyME y vende a empresas grandes. Sin CBU no las emite.
        </p>
        {faultOf(refused, "fce") && <p class="fault">{faultOf(refused, "fce")}</p>}
        <Field
          {...about("fce.cbu")}
          label="CBU"
          hint="22 dígitos, de una cuenta de la empresa que esté informada en ARCA."
          inputmode="numeric"
          autocomplete="off"
          required={false}
        />
        <Field {...about("fce.alias")} label="Alias del CBU" maxlength={20} autocomplete="off" required={false} />
        <Select {...about("fce.transfer")} label="Forma de transferencia" options={transfers} />
      </Fieldset>
      <Button>Guardar</Button>
    </Form>
  );
}

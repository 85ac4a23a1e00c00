import { taxConditionLabel } from "../../../shared/domain/code-labels.js";
import { fceTransfers } from "../../../shared/domain/fce.js";
import { issuerConditions } from "../../../shared/domain/issuer-conditions.js";
import { monotributoCategories } from "../../../shared/domain/monotributo/caps.js";
import { Button } from "../components/button.js";
import { idOf } from "../components/control.js";
import { Fieldset } from "../components/fieldset.js";
import { Form } from "../components/form.js";
import { stateChoices } from "../fields/choices.js";
import type { PageContext } from "../frame/app-env.js";
import { LegendRows } from "../settings/legend-rows.js";
import { type FormErrors, faultOf } from "../settings/refusal.js";
import { cuit } from "../spanish/formats.js";
import { transferName } from "../spanish/names.js";
import { type FiscalDataValues, form } from "./fiscal-data.js";
import { roundings } from "./words.js";

interface Props {
  visit: PageContext;
  taxId: string;
  values: FiscalDataValues;
  refused: FormErrors | undefined;
}

/** VAT conditions of companies that issue. Source: api/README.md, "Further paths". */
const taxTypes = issuerConditions.map((value) => ({ value, label: taxConditionLabel(value) }));

const categories = monotributoCategories.map((value) => ({ value, label: value }));

const transfers = fceTransfers.map((value) => ({ value, label: transferName(value) }));

const modes = Object.entries(roundings).map(([value, { name, hint }]) => ({ value, label: name, hint }));

export function FiscalDataForm({ visit, taxId, values, refused }: Props) {
  const Input = form.inputs({ ...values, cuit: cuit(taxId) }, refused);
  return (
    <Form visit={visit}>
      <Fieldset legend="Quién emite">
        <Input name="name" label="Razón social" autocomplete="organization" required />
        <Input name="cuit" hint="No se puede cambiar: otro CUIT es otra empresa." readonly required={undefined} />
        <Input
          name="taxType"
          hint="Decide la letra: responsable inscripto emite A y B; los demás, C."
          options={taxTypes}
          required
        />
        <Input
          name="monotributoCategory"
          hint="Solo de monotributistas: con ella el resumen dice cuánto falta para su tope."
          options={categories}
          required={false}
        />
      </Fieldset>
      <Fieldset legend="Lo que llevan los comprobantes">
        <Input
          name="address"
          label="Domicilio comercial"
          hint="Como está en ARCA. Un punto de venta puede tener otro."
          autocomplete="address-line1"
          required={undefined}
        />
        <div class="columns">
          <Input name="stateId" options={stateChoices} required={false} />
          <Input name="grossIncome" autocomplete="off" required={undefined} />
          <Input name="activityStart" type="date" required={undefined} />
        </div>
      </Fieldset>
      <Fieldset legend="Cómo se imprimen">
        <Input
          name="cbuLegend"
          label="Leyenda «PAGO EN CBU INFORMADA» en los comprobantes A"
          hint="Solo si la empresa eligió en ARCA cobrar en una CBU informada."
        />
        <Input
          name="withheldA"
          label="Clase A «OPERACIÓN SUJETA A RETENCIÓN» (51, 52 y 53)"
          hint="Solo si ARCA le asignó esa clase a la empresa. Las facturas A pasan a ser del tipo 51."
        />
        <Input
          name="consumerComplaints"
          hint="Va al pie de cada comprobante, si lo pide tu provincia: por ejemplo, un teléfono."
          autocomplete="off"
        />
        <Input name="footerText" hint="En letra chica, en cada comprobante." autocomplete="off" />
        <div class="beside">
          <Input
            name="accentColor"
            hint="Del nombre, el título, la letra y el total: uno oscuro, como #1F4E79. Vacío: en negro."
            autocomplete="off"
          />
          <ColourPicker of="accentColor" label="Elegirlo" />
        </div>
      </Fieldset>
      <Fieldset legend="Correos con los comprobantes">
        <Input
          name="mail.senderName"
          hint="Con este nombre los recibe tu cliente. La dirección sigue siendo la del servicio."
          autocomplete="organization"
          required={false}
        />
        <Input
          name="mail.replyTo"
          hint="Adónde llega la respuesta de tu cliente."
          type="email"
          autocomplete="email"
          required={false}
        />
      </Fieldset>
      <LegendRows Input={Input} values={values} refused={refused} whose="de la empresa" />
      <Fieldset legend="Para tu contador">
        <Input
          name="activityCode"
          hint="Código de 6 dígitos de ARCA (CLAE). Un punto de venta o un comprobante puede tener otra."
          inputmode="numeric"
          autocomplete="off"
        />
        <Input name="vatRounding" radios={modes} />
      </Fieldset>
      <Fieldset legend="Facturas de crédito (FCE MiPyME)">
        <p class="hint">
          Solo si la empresa está registrada como MiPyME y vende a empresas grandes. Sin CBU no las emite.
        </p>
        {faultOf(refused, "fce") && <p class="fault">{faultOf(refused, "fce")}</p>}
        <Input
          name="fce.cbu"
          hint="22 dígitos, de una cuenta de la empresa que esté informada en ARCA."
          inputmode="numeric"
          autocomplete="off"
          required={false}
        />
        <Input name="fce.alias" autocomplete="off" />
        <Input name="fce.transfer" options={transfers} />
      </Fieldset>
      <Button>Guardar</Button>
    </Form>
  );
}

/** The browser's own choice of a colour, for the field of this name, which takes it as `#RRGGBB`. Only the script fills the field from it. */
const ColourPicker = ({ of, label }: { of: string; label: string }) => (
  <label class="picker" data-colour-of={idOf(of)} hidden>
    {label}
    <input type="color" />
  </label>
);

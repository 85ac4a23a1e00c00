import { Button } from "../../../../api/app/components/button.js";
import { Card } from "../../../../api/app/components/card.js";
import { Checkbox } from "../../../../api/app/components/checkbox.js";
import { FaultSummary } from "../../../../api/app/components/fault-summary.js";
import { Field } from "../../../../api/app/components/field.js";
import { Fieldset } from "../../../../api/app/components/fieldset.js";
import { FileField } from "../../../../api/app/components/file-field.js";
import { Form } from "../../../../api/app/components/form.js";
import { LinkButton } from "../../../../api/app/components/link-button.js";
import { Radios } from "../../../../api/app/components/radios.js";
import { Select } from "../../../../api/app/components/select.js";
import { TextArea } from "../../../../api/app/components/text-area.js";

const visit = { csrf: "" };

const taxTypes = [
  { value: "", label: "Elegí una" },
  { value: 1, label: "Responsable Inscripto" },
  { value: 5, label: "Consumidor Final" },
];

export const FormSamples = () => (
  <>
    <Card title="Formulario">
      <Form visit={visit} action="/app/styles" enctype="multipart/form-data">
        <Field name="receiver.name" label="Nombre o razón social" value="Ana María Gómez" required />
        <Field
          name="receiver.email"
          label="Correo"
          type="email"
          required={false}
          hint="Le mandamos el PDF cuando ARCA lo autoriza."
          placeholder="ana@example.com"
          autocomplete="off"
        />
        <Fieldset legend="Línea 1" columns>
          <Field name="items.0.description" label="Descripción" value="Resma A4 75 g/m², 500 hojas" />
          <Field name="items.0.quantity" label="Cantidad" inputmode="decimal" value="3" />
          <Field name="items.0.price" label="Precio unitario" inputmode="decimal" value="8.450,50" />
          <Select
            name="items.0.vatRate"
            label="IVA"
            value={5}
            options={[
              { value: 4, label: "10,5 %" },
              { value: 5, label: "21 %" },
            ]}
          />
        </Fieldset>
        <Field name="voucherDate" label="Fecha del comprobante" type="date" value="2026-11-23" />
        <Select name="receiver.taxType" label="Condición frente al IVA" options={taxTypes} />
        <Radios
          name="concept"
          label="Concepto"
          value="1"
          options={[
            { value: 1, label: "Productos" },
            { value: 2, label: "Servicios", hint: "Pide las fechas del servicio y el vencimiento del pago." },
          ]}
        />
        <TextArea name="notes" label="Observaciones" value="Entregar por la tarde." required={false} />
        <FileField name="logo" label="Logo" accept="image/png,image/jpeg" hint="PNG o JPEG, hasta 500 KB." />
        <Checkbox name="enabled" label="Habilitado" checked hint="Sin tilde no se emite en este punto de venta." />
        <Field name="key" label="Clave" value="mostrador-2026-11-23-0007" readonly hint="La pone el sistema." />
        <Field name="off" label="Moneda" value="Pesos" disabled />
        <div class="cluster">
          <Button>Guardar</Button>
          <LinkButton href="#content" kind="quiet">
            Cancelar
          </LinkButton>
        </div>
      </Form>
    </Card>
    <Card title="Formulario con errores">
      <FaultSummary
        faults={[
          { field: "faulty.price", message: "Precio de la línea 1: tiene que ser mayor que cero." },
          { field: "faulty.taxType", message: "Condición frente al IVA: elegí una." },
          { field: "faulty.concept", message: "Concepto: elegí uno." },
          { field: null, message: "El total supera lo que se puede facturar sin identificar al comprador." },
        ]}
      />
      <Form visit={visit} action="/app/styles">
        <Field
          name="faulty.price"
          label="Precio de la línea 1"
          inputmode="decimal"
          value="-5"
          hint="Sin IVA."
          error="Tiene que ser mayor que cero."
        />
        <Select name="faulty.taxType" label="Condición frente al IVA" options={taxTypes} error="Elegí una." />
        <Radios
          name="faulty.concept"
          label="Concepto"
          options={[
            { value: 1, label: "Productos" },
            { value: 2, label: "Servicios" },
          ]}
          error="Elegí uno."
        />
        <TextArea name="faulty.notes" label="Observaciones" error="Puede tener hasta 500 letras." />
        <FileField name="faulty.file" label="Archivo" error="No es un CSV." />
        <Checkbox name="faulty.sure" label="Leí lo que va a pasar" error="Falta tildar." />
        <Button>Guardar</Button>
      </Form>
    </Card>
  </>
);

export const SignInSample = () => (
  <Form visit={visit} action="/app/styles">
    <Field name="email" label="Correo" type="email" autocomplete="username" required />
    <Field name="password" label="Contraseña" type="password" autocomplete="current-password" required />
    <Button>Ingresar</Button>
    <a href="/app/styles/plain">Olvidé mi contraseña</a>
  </Form>
);

import { scopes } from "../../../shared/db/company/caller.js";
import { Checkbox } from "../components/checkbox.js";
import { Field } from "../components/field.js";
import { Fieldset } from "../components/fieldset.js";
import { Form } from "../components/form.js";
import { FormEnd } from "../components/form-end.js";
import { Heading } from "../components/heading.js";
import { Fault } from "../components/labelled.js";
import type { PageContext } from "../frame/app-env.js";
import { type FormErrors, faultOf, Refusal } from "../settings/refusal.js";
import { scopeName } from "../spanish/words.js";
import type { ApiKeyValues } from "./api-key.js";

interface ApiKeyAdditionProps {
  visit: PageContext;
  values: ApiKeyValues;
  /** The newest key that was there when the form was shown. */
  newest: number;
  refused?: FormErrors | undefined;
}

const hints = {
  read: "Ver y descargar comprobantes, reportes y la configuración.",
  issue: "Emitir comprobantes y notas de crédito, y enviarlos por correo.",
  configure: "Cambiar puntos de venta, certificados, claves, webhooks y datos fiscales. Dalo solo si hace falta.",
};

export function Addition({ visit, values, newest, refused }: ApiKeyAdditionProps) {
  const fault = faultOf(refused, "scopes");
  return (
    <>
      <Heading title="Crear una clave de API" />
      <Refusal refused={refused} />
      <Form visit={visit}>
        <input type="hidden" name="newest" value={newest} />
        <Field
          name="name"
          label="Nombre"
          hint="Qué programa la va a usar. Por ejemplo: Tienda web."
          value={values.name}
          maxlength={100}
          autocomplete="off"
          error={faultOf(refused, "name")}
          required
        />
        <Fieldset legend="Qué puede hacer" aria-describedby={fault && "field-scopes-error"}>
          <Fault id="field-scopes" error={fault} />
          {scopes.map((scope, index) => (
            <Checkbox
              name="scopes"
              id={index === 0 ? "field-scopes" : `field-scopes-${scope}`}
              value={scope}
              label={scopeName(scope)}
              hint={hints[scope]}
              checked={values.scopes.includes(scope)}
            />
          ))}
        </Fieldset>
        <Field
          name="expires"
          label="Último día en que vale"
          hint="Vacío: vale hasta que la revoques. Después no se puede cambiar."
          type="date"
          value={values.expires}
          error={faultOf(refused, "expires")}
          required={false}
        />
        <FormEnd cancel={`${visit.base}/api-keys`}>Crear la clave</FormEnd>
      </Form>
    </>
  );
}

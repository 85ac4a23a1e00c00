import { Field } from "../components/field.js";
import { Form } from "../components/form.js";
import { FormEnd } from "../components/form-end.js";
import { Heading } from "../components/heading.js";
import { Steps } from "../components/steps.js";
import type { PageContext } from "../frame/app-env.js";
import { type FormErrors, faultOf, Refusal } from "../settings/refusal.js";
import { stepTitles } from "./step-titles.js";

interface RequestProps {
  visit: PageContext;
  alias: string;
  /** Whether it takes the place of one in use. */
  isRenewal: boolean;
  refused?: FormErrors | undefined;
}

/** The first step: the private key is made here, and never leaves. */
export function Request({ visit, alias, isRenewal, refused }: RequestProps) {
  const path = `${visit.base}/certificates`;
  const hint = isRenewal
    ? "Dejá el mismo: así los permisos que el certificado tiene en ARCA se mantienen."
    : "Un nombre corto que vas a reconocer en ARCA. Usá solo letras y números, por ejemplo facturacion.";
  return (
    <>
      <Heading title={isRenewal ? "Renovar el certificado" : "Pedir un certificado"} />
      <Refusal refused={refused} />
      <Steps
        steps={stepTitles(visit.production).map((title, index) => ({
          title,
          state: index === 0 ? "current" : "todo",
          ...(index === 0 && {
            children: (
              <>
                <p>
                  Preparamos una clave privada, que nunca sale de acá, y el pedido que vas a llevar a ARCA.
                  {isRenewal && " El certificado de ahora sigue en uso hasta que instales el nuevo."}
                </p>
                <Form visit={visit} action={`${path}/new${isRenewal ? "?renew" : ""}`}>
                  <Field
                    name="alias"
                    label="Alias"
                    hint={hint}
                    value={alias}
                    maxlength={64}
                    autocomplete="off"
                    spellcheck="false"
                    error={faultOf(refused, "alias")}
                    required
                  />
                  <FormEnd cancel={path}>Preparar el pedido</FormEnd>
                </Form>
              </>
            ),
          }),
        }))}
      />
    </>
  );
}

import { Button } from "../components/button.js";
import { Field } from "../components/field.js";
import { Form } from "../components/form.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import type { Visit } from "../frame/app-env.js";
import { faultOf, Refusal, type Refused } from "../settings/refusal.js";
import { type Hindrance, MailsWait } from "./mail-state.js";
import type { Values } from "./person.js";
import { RoleField } from "./role-field.js";

interface InvitationProps {
  visit: Visit;
  values: Values;
  hindrance: Hindrance | undefined;
  refused?: Refused | undefined;
}

/** The way in goes to the invited person alone, by mail: no page shows it. */
export const Invitation = ({ visit, values, hindrance, refused }: InvitationProps) => (
  <>
    <Heading title="Invitar a una persona" />
    <Refusal refused={refused} />
    <MailsWait hindrance={hindrance} />
    <p>
      Le mandamos un correo con un enlace que sirve una sola vez, durante 48 horas. Entra a la empresa cuando acepta la
      invitación.
    </p>
    <Form visit={visit}>
      <Field
        name="email"
        label="Correo"
        type="email"
        inputmode="email"
        value={values.email}
        maxlength={254}
        autocomplete="off"
        error={faultOf(refused, "email")}
        required
      />
      <Field
        name="name"
        label="Nombre"
        hint="Así aparece en esta empresa."
        value={values.name}
        maxlength={100}
        autocomplete="off"
        error={faultOf(refused, "name")}
        required={false}
      />
      <RoleField value={values.role} error={faultOf(refused, "role")} />
      <div class="cluster">
        <Button>Invitar</Button>
        <LinkButton href={`${visit.base}/people`} kind="quiet">
          Cancelar
        </LinkButton>
      </div>
    </Form>
  </>
);

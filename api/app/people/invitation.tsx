import { Form } from "../components/form.js";
import { FormEnd } from "../components/form-end.js";
import { Heading } from "../components/heading.js";
import type { PageContext } from "../frame/app-env.js";
import { type FormErrors, faultOf, Refusal } from "../settings/refusal.js";
import { type Hindrance, MailsWait } from "./mail-state.js";
import { form, type PersonValues } from "./person.js";
import { RoleField } from "./role-field.js";

interface InvitationProps {
  visit: PageContext;
  values: PersonValues;
  hindrance: Hindrance | undefined;
  refused?: FormErrors | undefined;
}

/** The way in goes to the invited person alone, by mail: no page shows it. */
export function Invitation({ visit, values, hindrance, refused }: InvitationProps) {
  const Input = form.inputs(values, refused);
  return (
    <>
      <Heading title="Invitar a una persona" />
      <Refusal refused={refused} />
      <MailsWait hindrance={hindrance} />
      <p>
        Le mandamos un correo con un enlace que sirve una sola vez, durante 48 horas. Entra a la empresa cuando acepta
        la invitación.
      </p>
      <Form visit={visit}>
        <Input name="email" type="email" inputmode="email" maxlength={254} autocomplete="off" required />
        <Input name="name" hint="Así aparece en esta empresa." maxlength={100} autocomplete="off" />
        <RoleField value={values.role} error={faultOf(refused, "role")} />
        <FormEnd cancel={`${visit.base}/people`}>Invitar</FormEnd>
      </Form>
    </>
  );
}

import { Form } from "../components/form.js";
import { FormEnd } from "../components/form-end.js";
import { Heading } from "../components/heading.js";
import type { PageContext } from "../frame/app-env.js";
import { type FormErrors, Refusal } from "../settings/refusal.js";
import { Fields } from "./fields.js";
import type { WebhookValues } from "./webhook.js";

interface WebhookAdditionProps {
  visit: PageContext;
  values: WebhookValues;
  /** The newest webhook that was there when the form was shown. */
  newest: number;
  refused?: FormErrors | undefined;
}

export const Addition = ({ visit, values, newest, refused }: WebhookAdditionProps) => (
  <>
    <Heading title="Agregar un webhook" />
    <Refusal refused={refused} />
    <Form visit={visit}>
      <input type="hidden" name="newest" value={newest} />
      <Fields values={values} refused={refused} />
      <FormEnd cancel={`${visit.base}/webhooks`}>Agregar</FormEnd>
    </Form>
  </>
);

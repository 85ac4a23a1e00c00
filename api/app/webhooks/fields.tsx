import { webhookEvents } from "../../../shared/domain/webhook-events.js";
import { Checkbox } from "../components/checkbox.js";
import { Fieldset } from "../components/fieldset.js";
import { Fault } from "../components/labelled.js";
import { type FormErrors, faultOf } from "../settings/refusal.js";
import { eventName } from "../spanish/words.js";
import { form, type WebhookValues } from "./webhook.js";

export function Fields({ values, refused }: { values: WebhookValues; refused: FormErrors | undefined }) {
  const [Input, fault] = [form.inputs(values.plain, refused), faultOf(refused, "events")];
  return (
    <>
      <Input
        name="url"
        label="Dirección (URL)"
        hint="La del programa que recibe los avisos, con https. Tiene que poder llegarse desde internet."
        type="url"
        inputmode="url"
        maxlength={2048}
        placeholder="https://example.com/talonario"
        autocomplete="off"
        required
      />
      <Input name="description" autocomplete="off" />
      <Fieldset legend="Qué se le avisa" aria-describedby={fault && "field-events-error"}>
        <Fault id="field-events" error={fault} />
        <Checkbox
          name="events"
          value="*"
          label={eventName("*")}
          hint="También los que se agreguen más adelante. Para elegir, sacale la marca."
          checked={values.events.includes("*")}
        />
        <div class="columns">
          {webhookEvents.map((event) => (
            <Checkbox
              name="events"
              id={`field-events-${event}`}
              value={event}
              label={
                <>
                  {eventName(event)} <code>{event}</code>
                </>
              }
              checked={values.events.includes(event)}
            />
          ))}
        </div>
      </Fieldset>
    </>
  );
}

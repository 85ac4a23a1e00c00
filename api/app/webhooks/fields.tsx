import { webhookEvents } from "../../../shared/domain/webhook-events.js";
import { Checkbox } from "../components/checkbox.js";
import { Field } from "../components/field.js";
import { Fieldset } from "../components/fieldset.js";
import { faultOf, type Refused } from "../settings/refusal.js";
import { eventName } from "../spanish/words.js";
import type { Values } from "./webhook.js";

export function Fields({ values, refused }: { values: Values; refused: Refused | undefined }) {
  const fault = faultOf(refused, "events");
  return (
    <>
      <Field
        name="url"
        label="Dirección (URL)"
        hint="La del programa que recibe los avisos, con https. Tiene que poder llegarse desde internet."
        type="url"
        inputmode="url"
        value={values.url}
        maxlength={2048}
        placeholder="https://example.com/talonario"
        autocomplete="off"
        error={faultOf(refused, "url")}
        required
      />
      <Field
        name="description"
        label="Descripción"
        value={values.description}
        maxlength={500}
        autocomplete="off"
        error={faultOf(refused, "description")}
        required={false}
      />
      <Fieldset legend="Qué se le avisa" aria-describedby={fault && "field-events-error"}>
        {fault && (
          <p class="fault" id="field-events-error">
            <span class="unseen">Error: </span>
            {fault}
          </p>
        )}
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

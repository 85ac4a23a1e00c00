import { Button } from "../components/button.js";
import { Card } from "../components/card.js";
import { Confirm } from "../components/confirm.js";
import { Facts } from "../components/facts.js";
import { Form } from "../components/form.js";
import { Heading } from "../components/heading.js";
import { Notice } from "../components/notice.js";
import type { PageContext } from "../frame/app-env.js";
import { type FormErrors, Refusal } from "../settings/refusal.js";
import { eventName } from "../spanish/words.js";
import { Deliveries, type DeliveriesProps } from "./deliveries.js";
import { Fields } from "./fields.js";
import { StateTag } from "./list.js";
import type { ListedWebhook, WebhookValues } from "./webhook.js";

interface WebhookProps {
  visit: PageContext;
  webhook: ListedWebhook;
  values: WebhookValues;
  /** The latest change of its secret that was known when the page was shown. */
  rotation: number;
  deliveries: Omit<DeliveriesProps, "visit" | "webhook" | "mayConfigure">;
  mayConfigure: boolean;
  refused?: FormErrors | undefined;
}

/** A webhook, with what was sent to it. */
export function One({ visit, webhook, values, rotation, deliveries, mayConfigure, refused }: WebhookProps) {
  const path = `${visit.base}/webhooks/${webhook.id}`;
  return (
    <>
      <p>
        <a href={`${visit.base}/webhooks`}>Webhooks</a>
      </p>
      <Heading title={`Webhook ${webhook.id}`}>
        <StateTag webhook={webhook} />
        {mayConfigure && webhook.enabled && (
          <Form visit={visit} action={`${path}/test`}>
            <Button kind="secondary">Enviar una prueba</Button>
          </Form>
        )}
      </Heading>
      <Refusal refused={refused} />
      {!webhook.enabled && <Disabled visit={visit} webhook={webhook} path={path} mayConfigure={mayConfigure} />}
      <Deliveries visit={visit} webhook={webhook} mayConfigure={mayConfigure && webhook.enabled} {...deliveries} />
      <Card title="Datos">
        {mayConfigure ? (
          <Form visit={visit} action={path}>
            <Fields values={values} refused={refused} />
            <Button>Guardar</Button>
          </Form>
        ) : (
          <WebhookFacts webhook={webhook} />
        )}
      </Card>
      {mayConfigure && <Further visit={visit} webhook={webhook} path={path} rotation={rotation} />}
    </>
  );
}

const WebhookFacts = ({ webhook: { url, description, events } }: { webhook: ListedWebhook }) => (
  <Facts
    facts={[
      { term: "Dirección", detail: url },
      { term: "Descripción", detail: description ?? "—" },
      { term: "Qué se le avisa", detail: events.map(eventName).join(", ") },
    ]}
  />
);

function Disabled({ visit, webhook, path, mayConfigure }: Omit<FurtherProps, "rotation"> & { mayConfigure: boolean }) {
  const isFailing = webhook.disabledReason !== null;
  return (
    <Notice
      tone={isFailing ? "error" : "warning"}
      title={isFailing ? "Lo desactivamos porque no recibía los avisos" : "Está desactivado"}
    >
      {isFailing && <p>{webhook.disabledReason} Corregilo en el programa que los recibe y activalo otra vez.</p>}
      <p>Mientras está así, lo que pasa no se le avisa, tampoco después.</p>
      {mayConfigure && (
        <Form visit={visit} action={`${path}/enabled`}>
          <Button kind="secondary" name="enabled" value="true">
            Activar
          </Button>
        </Form>
      )}
    </Notice>
  );
}

interface FurtherProps {
  visit: PageContext;
  webhook: ListedWebhook;
  path: string;
  rotation: number;
}

const Further = ({ visit, webhook, path, rotation }: FurtherProps) => (
  <div class="cards">
    <Card title="Secreto de firma">
      <p>Cambialo si pudo verlo alguien. Durante 24 horas firmamos con el nuevo y con el anterior.</p>
      <Confirm summary="Cambiar el secreto…">
        <p>Vas a ver el nuevo una sola vez. Si lo cambiaste hace menos de 24 horas, el más viejo deja de firmar ya.</p>
        <Form visit={visit} action={`${path}/secret`}>
          <input type="hidden" name="rotation" value={rotation} />
          <Button kind="danger">Sí, cambiarlo</Button>
        </Form>
      </Confirm>
    </Card>
    <Card title={webhook.enabled ? "Desactivar o borrar" : "Borrar"}>
      <p>Para una pausa, desactivalo: lo que pase mientras tanto no se le avisa.</p>
      <div class="cluster">
        {webhook.enabled && (
          <Confirm summary="Desactivar…">
            <p>Lo que estaba esperando sigue cuando lo actives otra vez.</p>
            <Form visit={visit} action={`${path}/enabled`}>
              <Button kind="danger" name="enabled" value="false">
                Sí, desactivarlo
              </Button>
            </Form>
          </Confirm>
        )}
        <Confirm summary="Borrar…" kind="danger">
          <p>Se borra con sus entregas, y no se puede deshacer.</p>
          <Form visit={visit} action={`${path}/removal`}>
            <Button kind="danger">Sí, borrarlo</Button>
          </Form>
        </Confirm>
      </div>
    </Card>
  </div>
);

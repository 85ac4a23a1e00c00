import { Button } from "../components/button.js";
import { Empty } from "../components/empty.js";
import { Form } from "../components/form.js";
import { LinkButton } from "../components/link-button.js";
import { Pager } from "../components/pager.js";
import { Table } from "../components/table.js";
import { Tag } from "../components/tag.js";
import type { PageContext } from "../frame/app-env.js";
import { instant } from "../spanish/formats.js";
import { deliveryStateName, eventName } from "../spanish/words.js";
import type { ListedWebhook, WebhookDelivery } from "./webhook.js";
import { attemptInSpanish } from "./words.js";

export interface DeliveriesProps {
  visit: PageContext;
  webhook: ListedWebhook;
  rows: WebhookDelivery[];
  total: number;
  limit: number;
  offset: number;
  /** Only those in this state. */
  state: WebhookDelivery["state"] | undefined;
  mayConfigure: boolean;
}

const states: WebhookDelivery["state"][] = ["pending", "delivered", "failed"];

export const readState = (text: string | undefined): WebhookDelivery["state"] | undefined =>
  states.find((state) => state === text);

/** Deliveries of a webhook, the newest first. */
export function Deliveries({ visit, webhook, rows, total, limit, offset, state, mayConfigure }: DeliveriesProps) {
  const path = `${visit.base}/webhooks/${webhook.id}`;
  const query = state ? `state=${state}&` : "";
  const retry = {
    head: "Acciones",
    cell: ({ id }: WebhookDelivery) => (
      <Form visit={visit} action={`${path}/deliveries/${id}/retry`}>
        <Button kind="quiet">Reintentar</Button>
      </Form>
    ),
  };
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Entregas</h2>
      <nav class="cluster" aria-label="Entregas por estado">
        <LinkButton href={path} kind="quiet" aria-current={state === undefined ? "true" : undefined}>
          Todas
        </LinkButton>
        {states.map((each) => (
          <LinkButton href={`${path}?state=${each}`} kind="quiet" aria-current={state === each ? "true" : undefined}>
            {deliveryStateName(each)}
          </LinkButton>
        ))}
      </nav>
      <Table<WebhookDelivery>
        caption="Entregas de los últimos 30 días, la más nueva primero"
        rows={rows}
        columns={[
          {
            head: "Aviso",
            primary: true,
            cell: ({ id, type }) => <a href={`${path}/deliveries/${id}`}>{eventName(type)}</a>,
          },
          { head: "Cuándo", cell: ({ created }) => instant(created) },
          { head: "Estado", cell: (delivery) => <DeliveryTag state={delivery.state} /> },
          { head: "Intentos", align: "end", cell: ({ attempts }) => attempts.length },
          { head: "Último intento", cell: ({ attempts }) => lastOf(attempts) },
          { head: "Próximo", cell: ({ nextAttempt }) => (nextAttempt === null ? "—" : instant(nextAttempt)) },
          ...(mayConfigure ? [retry] : []),
        ]}
        empty={
          state ? (
            <Empty title="No hay entregas en ese estado" />
          ) : (
            <Empty title="Todavía no se le avisó nada">
              <p>Enviá una prueba, o esperá a que pase algo. Las entregas se guardan 30 días.</p>
            </Empty>
          )
        }
      />
      <Pager total={total} limit={limit} offset={offset} hrefOf={(next) => `${path}?${query}offset=${next}`} />
    </section>
  );
}

function lastOf(attempts: WebhookDelivery["attempts"]): string {
  const last = attempts.at(-1);
  return last ? attemptInSpanish(last) : "—";
}

const tones = { pending: "info", delivered: "success", failed: "error" } as const;

export const DeliveryTag = ({ state }: { state: WebhookDelivery["state"] }) => (
  <Tag tone={tones[state]}>{deliveryStateName(state)}</Tag>
);

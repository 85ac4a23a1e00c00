import { Button } from "../components/button.js";
import { Card } from "../components/card.js";
import { Empty } from "../components/empty.js";
import { Facts } from "../components/facts.js";
import { Form } from "../components/form.js";
import { Heading } from "../components/heading.js";
import { Table } from "../components/table.js";
import type { PageContext } from "../frame/app-env.js";
import { type FormErrors, Refusal } from "../settings/refusal.js";
import { instant } from "../spanish/formats.js";
import { eventName } from "../spanish/words.js";
import { DeliveryTag } from "./deliveries.js";
import type { DeliveryDetails } from "./webhook.js";
import { attemptInSpanish } from "./words.js";

interface DeliveryProps {
  visit: PageContext;
  webhookId: number;
  delivery: DeliveryDetails;
  mayConfigure: boolean;
  refused?: FormErrors | undefined;
}

/** One delivery: what was sent, and what the other side answered. */
export function OneDelivery({ visit, webhookId, delivery, mayConfigure, refused }: DeliveryProps) {
  const { id, eventId, type, state, created, nextAttempt, attempts, payload } = delivery;
  const path = `${visit.base}/webhooks/${webhookId}`;
  return (
    <>
      <p>
        <a href={path}>Webhook {webhookId}</a>
      </p>
      <Heading title={`Entrega ${id}: ${eventName(type)}`}>
        <DeliveryTag state={state} />
        {mayConfigure && (
          <Form visit={visit} action={`${path}/deliveries/${id}/retry`}>
            <Button kind="secondary">Reintentar ahora</Button>
          </Form>
        )}
      </Heading>
      <Refusal refused={refused} />
      <Facts
        facts={[
          { term: "Aviso", detail: <code>{type}</code> },
          { term: "Identificador (webhook-id)", detail: <code>{eventId}</code> },
          { term: "Cuándo pasó", detail: instant(created) },
          { term: "Próximo intento", detail: nextAttempt === null ? "Ninguno" : instant(nextAttempt) },
        ]}
      />
      <Card title="Intentos">
        <Table<DeliveryDetails["attempts"][number]>
          caption="Intentos, el último abajo"
          rows={attempts}
          columns={[
            { head: "Cuándo", primary: true, cell: ({ at }) => instant(at) },
            { head: "Resultado", cell: attemptInSpanish },
            { head: "Respuesta", cell: ({ answer }) => (answer ? <code class="answer">{answer}</code> : "—") },
          ]}
          empty={<Empty title="Todavía no se intentó" />}
        />
      </Card>
      <Card title="Lo que se envía">
        {/* A region that scrolls must be reachable with the keyboard. */}
        <pre tabindex={0}>{JSON.stringify(payload, null, 2)}</pre>
      </Card>
    </>
  );
}

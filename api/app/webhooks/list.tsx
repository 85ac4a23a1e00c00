import { Empty } from "../components/empty.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { Table } from "../components/table.js";
import { Tag } from "../components/tag.js";
import type { PageContext } from "../frame/app-env.js";
import { instant } from "../spanish/formats.js";
import { eventName } from "../spanish/words.js";
import type { ListedWebhook } from "./webhook.js";

interface WebhookListProps {
  visit: PageContext;
  webhooks: ListedWebhook[];
  mayConfigure: boolean;
}

export function Webhooks({ visit, webhooks, mayConfigure }: WebhookListProps) {
  const path = `${visit.base}/webhooks`;
  const add = mayConfigure && (
    <LinkButton href={`${path}/new`} kind="primary">
      Agregar un webhook
    </LinkButton>
  );
  return (
    <>
      <Heading title="Webhooks">{webhooks.length > 0 && add}</Heading>
      <Table<ListedWebhook>
        caption="Webhooks de este ambiente"
        rows={webhooks}
        columns={[
          { head: "Dirección", primary: true, cell: ({ id, url }) => <a href={`${path}/${id}`}>{url}</a> },
          { head: "Descripción", cell: ({ description }) => description ?? "—" },
          { head: "Avisos", cell: ({ events }) => inShort(events) },
          { head: "Creado", cell: ({ created }) => instant(created) },
          { head: "Estado", cell: (webhook) => <StateTag webhook={webhook} /> },
        ]}
        empty={
          <Empty title="Todavía no hay webhooks" action={add || undefined}>
            <p>
              Un webhook le avisa a otro programa lo que pasa acá: que se emitió un comprobante, que terminó un lote,
              que vence el certificado. Agregá uno si un programador te dio una dirección.
            </p>
          </Empty>
        }
      />
    </>
  );
}

/** The first three, and how many more. */
function inShort(events: string[]): string {
  const shown = events.slice(0, 3).map(eventName).join(", ");
  return events.length > 3 ? `${shown} y ${events.length - 3} más` : shown;
}

export function StateTag({ webhook: { enabled, disabledReason } }: { webhook: ListedWebhook }) {
  if (enabled) return <Tag tone="success">Activo</Tag>;
  return disabledReason === null ? (
    <Tag tone="neutral">Desactivado</Tag>
  ) : (
    <Tag tone="error">Desactivado por fallas</Tag>
  );
}

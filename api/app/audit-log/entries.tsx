import type { z } from "zod";
import type { auditEntry } from "../../schemas/audit-entry.js";
import { Empty } from "../components/empty.js";
import { Facts } from "../components/facts.js";
import { Table } from "../components/table.js";
import { auditActionName } from "../spanish/audit-actions.js";
import { instant } from "../spanish/formats.js";
import { actorTypeName } from "../spanish/words.js";
import { changesInWords } from "./change-words.js";

export type ShownEntry = z.infer<typeof auditEntry>;

/** Entries of the audit log, in words. */
export const Entries = ({ base, rows, isFiltered }: { base: string; rows: ShownEntry[]; isFiltered: boolean }) => (
  <Table
    caption="Cambios, del más nuevo al más viejo"
    rows={rows}
    columns={[
      {
        head: "Qué",
        primary: true,
        cell: ({ action, resourceId }) => `${auditActionName(action)}${resourceId === null ? "" : ` (${resourceId})`}`,
      },
      { head: "Cuándo", cell: ({ created }) => instant(created) },
      { head: "Quién", cell: whoOf },
      { head: "Detalle", wide: true, cell: (entry) => <Change entry={entry} /> },
    ]}
    empty={
      isFiltered ? (
        <Empty title="Nada coincide" action={<a href={`${base}/audit-log`}>Quitar los filtros</a>}>
          Probá con menos filtros, o con otros días.
        </Empty>
      ) : (
        <Empty title="Todavía no hay cambios">
          Acá queda lo que cambie en la configuración: puntos de venta, certificados, claves, datos fiscales y webhooks.
          Los comprobantes que se emiten están en <a href={`${base}/invoices`}>Comprobantes</a>.
        </Empty>
      )
    }
  />
);

function whoOf({ actorType, actorEmail, actorApiKeyId, actorName }: ShownEntry): string {
  if (actorEmail !== null) return actorEmail;
  if (actorApiKeyId !== null) return `${actorTypeName(actorType)} ${actorApiKeyId}`;
  return actorName === null ? actorTypeName(actorType) : `${actorTypeName(actorType)} (${actorName})`;
}

function Change({ entry: { production, before, after } }: { entry: ShownEntry }) {
  const facts = changesInWords(before, after);
  return (
    <>
      {production === null && <p>En los dos ambientes.</p>}
      {facts.length > 0 && (
        <details>
          <summary>Ver {facts.length === 1 ? "el dato" : `los ${facts.length} datos`}</summary>
          <Facts facts={facts} />
        </details>
      )}
      {facts.length === 0 && production !== null && "—"}
    </>
  );
}

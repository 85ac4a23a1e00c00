import { Button } from "../components/button.js";
import { Confirm } from "../components/confirm.js";
import { Empty } from "../components/empty.js";
import { Form } from "../components/form.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { Pager } from "../components/pager.js";
import { Table } from "../components/table.js";
import { Tag } from "../components/tag.js";
import type { PageContext } from "../frame/app-env.js";
import { type FormErrors, Refusal } from "../settings/refusal.js";
import { instant } from "../spanish/formats.js";
import { scopeName } from "../spanish/words.js";
import { type KeyState, type ListedApiKey, stateOf } from "./api-key.js";

interface ApiKeyListProps {
  visit: PageContext;
  keys: ListedApiKey[];
  limit: number;
  offset: number;
  nowMs: number;
  mayConfigure: boolean;
  refused?: FormErrors | undefined;
}

/** The keys of the environment: those in force first, the newest first. */
export function ApiKeys({ visit, keys, limit, offset, nowMs, mayConfigure, refused }: ApiKeyListProps) {
  const path = `${visit.base}/api-keys`;
  const rows = keys
    .map((key) => ({ ...key, state: stateOf(key, nowMs) }))
    .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state) || other.id - one.id);
  const add = mayConfigure && (
    <LinkButton href={`${path}/new`} kind="primary">
      Crear una clave
    </LinkButton>
  );
  const action = {
    head: "Acciones",
    cell: (key: (typeof rows)[number]) => (key.state === "inForce" ? <Revocation visit={visit} apiKey={key} /> : "—"),
  };
  return (
    <>
      <Heading title="Claves de API">{keys.length > 0 && add}</Heading>
      <Refusal refused={refused} />
      <p>
        Con una clave, otro programa (una tienda web, un sistema de gestión) usa la API en nombre de la empresa. Las de
        este ambiente empiezan con <code>{visit.production ? "PROD_" : "TEST_"}</code>.
      </p>
      <Table
        caption="Claves de API de este ambiente"
        rows={rows.slice(offset, offset + limit)}
        columns={[
          { head: "Nombre", primary: true, cell: ({ name }) => name },
          { head: "Empieza con", cell: ({ prefix }) => <code>{prefix}…</code> },
          { head: "Permisos", cell: ({ scopes }) => scopes.map(scopeName).join(", ") },
          { head: "Creada", cell: ({ created }) => instant(created) },
          { head: "Vence", cell: ({ expires }) => (expires === null ? "Nunca" : instant(expires)) },
          { head: "Estado", cell: (key) => <StateTag state={key.state} revoked={key.revoked} /> },
          ...(mayConfigure ? [action] : []),
        ]}
        empty={
          <Empty title="Todavía no hay claves" action={add || undefined}>
            <p>Para emitir desde estas páginas no hace falta ninguna. Creá una cuando quieras conectar un programa.</p>
          </Empty>
        }
      />
      <Pager total={rows.length} limit={limit} offset={offset} hrefOf={(next) => `${path}?offset=${next}`} />
    </>
  );
}

const order: KeyState[] = ["inForce", "expired", "revoked"];

function StateTag({ state, revoked }: { state: KeyState; revoked: string | null }) {
  if (state === "inForce") return <Tag tone="success">Vigente</Tag>;
  if (state === "expired") return <Tag tone="neutral">Vencida</Tag>;
  return (
    <>
      <Tag tone="neutral">Revocada</Tag> {revoked && instant(revoked)}
    </>
  );
}

const Revocation = ({ visit, apiKey: { id, name } }: { visit: PageContext; apiKey: ListedApiKey }) => (
  <Confirm summary="Revocar…" kind="quiet">
    <p>El programa que usa «{name}» deja de funcionar en un segundo. No se puede deshacer.</p>
    <Form visit={visit} action={`${visit.base}/api-keys/${id}/revocation`}>
      <Button kind="danger">Sí, revocarla</Button>
    </Form>
  </Confirm>
);

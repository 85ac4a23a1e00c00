import type { OpenSession } from "../../../shared/db/people/own-account.js";
import type { Session } from "../../../shared/db/people/sessions.js";
import { Button } from "../components/button.js";
import { Field } from "../components/field.js";
import { Notice } from "../components/notice.js";
import { Table } from "../components/table.js";
import { NewPassword } from "../password/choose.js";
import { instant } from "../spanish/formats.js";

export interface AccountFaults {
  old?: string;
  password?: string;
  again?: string;
}

interface AccountProps {
  csrf: string;
  session: Session;
  sessions: OpenSession[];
  said: string | undefined;
  faults: AccountFaults;
}

/** Page of a person's own account: what they can change about themselves. */
export const Account = ({ csrf, session, sessions, said, faults }: AccountProps) => (
  <>
    <h1>Tu cuenta</h1>
    {said && (
      <Notice tone="success" title={said} role="status">
        {null}
      </Notice>
    )}
    <section class="stack">
      <h2>Nombre</h2>
      <form method="post" action="/app/account/name">
        <input type="hidden" name="csrf" value={csrf} />
        <p>Entrás con {session.email}.</p>
        <Field name="name" label="Cómo te llamás" value={session.name ?? ""} maxlength={100} autocomplete="name" />
        <Button kind="secondary">Guardar</Button>
      </form>
    </section>
    <section class="stack">
      <h2>Contraseña</h2>
      <form method="post" action="/app/account/password">
        <input type="hidden" name="csrf" value={csrf} />
        <input type="hidden" name="email" autocomplete="username" value={session.email} />
        <Field
          name="old"
          label="Contraseña actual"
          type="password"
          autocomplete="current-password"
          error={faults.old}
          required
        />
        <NewPassword faults={faults} />
        <p>Al cambiarla se cierran tus otras sesiones.</p>
        <Button kind="secondary">Cambiar la contraseña</Button>
      </form>
    </section>
    <section class="stack">
      <h2>Dónde está abierta tu sesión</h2>
      <Table
        caption="Sesiones abiertas"
        rows={sessions}
        columns={[
          { head: "Último uso", cell: ({ seen }) => instant(seen), primary: true },
          { head: "Desde", cell: ({ address, agent }) => `${address ?? ""} · ${browserOf(agent ?? "")}` },
          { head: "Sesión", cell: ({ id }) => (id === session.id ? "Esta" : "") },
        ]}
        empty="No hay ninguna."
      />
      {sessions.length > 1 && (
        <form method="post" action="/app/account/sessions">
          <input type="hidden" name="csrf" value={csrf} />
          <Button kind="danger">Cerrar las demás</Button>
        </form>
      )}
    </section>
    <p>
      <a href="/app">Volver</a>
    </p>
  </>
);

/** The browser's name, as its agent text tells it. Others pretend to be Safari or Chrome, so those come last. */
const browserOf = (agent: string): string =>
  (["Edg", "OPR", "Firefox", "Chrome", "Safari"] as const)
    .find((name) => agent.includes(name))
    ?.replace("Edg", "Edge")
    .replace("OPR", "Opera") ?? "otro navegador";

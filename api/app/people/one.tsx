import { Button } from "../components/button.js";
import { Card } from "../components/card.js";
import { Confirm } from "../components/confirm.js";
import { Facts } from "../components/facts.js";
import { Form } from "../components/form.js";
import { Heading } from "../components/heading.js";
import { Notice } from "../components/notice.js";
import type { PageContext } from "../frame/app-env.js";
import { type FormErrors, Refusal } from "../settings/refusal.js";
import { roleName } from "../spanish/words.js";
import { type Hindrance, MailsWait, PersonState } from "./mail-state.js";
import type { Person } from "./person.js";
import { RoleField } from "./role-field.js";

interface PersonProps {
  visit: PageContext;
  person: Person;
  /** Nobody else could configure the company. */
  isLast: boolean;
  hindrance: Hindrance | undefined;
  refused?: FormErrors | undefined;
}

/** A person of the company, as owners see them. */
export function One({ visit, person, isLast, hindrance, refused }: PersonProps) {
  const path = `${visit.base}/people/${person.placeId}`;
  const isSelf = person.id === visit.person.id;
  const isAwaited = !person.hasAccepted;
  return (
    <>
      <p>
        <a href={`${visit.base}/people`}>Personas</a>
      </p>
      <Heading title={person.name ?? person.email} />
      <Refusal refused={refused} />
      {isAwaited && <MailsWait hindrance={hindrance} />}
      <Facts
        facts={[
          { term: "Correo", detail: person.email },
          { term: "Rol", detail: roleName(person.role) },
          { term: "Estado", detail: <PersonState person={person} /> },
        ]}
      />
      {isAwaited && (
        <Form visit={visit} action={`${path}/invitation`}>
          <Button kind="secondary">Invitar otra vez</Button>
        </Form>
      )}
      {isLast ? (
        <Notice tone="info" title={isSelf ? "Sos quien administra la empresa" : "Es quien administra la empresa"}>
          Nadie más tiene ese rol. Para cambiarlo o quitar a esta persona, primero dáselo a otra.
        </Notice>
      ) : (
        <>
          <Card title="Rol">
            <Form visit={visit} action={path}>
              <RoleField value={person.role} />
              {isSelf && (
                <p>Es tu propio rol: si dejás de administrar la empresa, solo otra persona te lo puede devolver.</p>
              )}
              <Button>Guardar</Button>
            </Form>
          </Card>
          <Card title="Quitar de la empresa">
            <p>{isSelf ? "Dejás" : "Deja"} de entrar a esta empresa. Lo que hizo queda en la auditoría.</p>
            <Confirm summary="Quitar…" kind="danger">
              <p>
                {isSelf
                  ? "Vas a perder el acceso a la empresa en este mismo momento."
                  : `${person.email} va a perder el acceso en este mismo momento. Para que vuelva, hay que invitar de nuevo a esa persona.`}
              </p>
              <Form visit={visit} action={`${path}/removal`}>
                <Button kind="danger">{isSelf ? "Sí, quitarme" : "Sí, quitar"}</Button>
              </Form>
            </Confirm>
          </Card>
        </>
      )}
    </>
  );
}

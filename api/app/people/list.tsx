import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import { Table } from "../components/table.js";
import { Tag } from "../components/tag.js";
import type { PageContext } from "../frame/app-env.js";
import { type FormErrors, Refusal } from "../settings/refusal.js";
import { roleName } from "../spanish/words.js";
import { type Hindrance, MailsWait, PersonState } from "./mail-state.js";
import type { Person } from "./person.js";

interface PersonListProps {
  visit: PageContext;
  people: Person[];
  mayConfigure: boolean;
  hindrance: Hindrance | undefined;
  refused?: FormErrors | undefined;
}

/** People who can sign in to the company. There is always somebody: who looks at it. */
export function People({ visit, people, mayConfigure, hindrance, refused }: PersonListProps) {
  const path = `${visit.base}/people`;
  const nameOf = ({ placeId, email }: Person) => (mayConfigure ? <a href={`${path}/${placeId}`}>{email}</a> : email);
  return (
    <>
      <Heading title="Personas">
        {mayConfigure && (
          <LinkButton href={`${path}/new`} kind="primary">
            Invitar a una persona
          </LinkButton>
        )}
      </Heading>
      <Refusal refused={refused} />
      {mayConfigure && <MailsWait hindrance={hindrance} />}
      <p>
        Quienes entran a la empresa con su correo y su contraseña, en los dos ambientes.
        {!mayConfigure && " Las invita quien administra la empresa."}
      </p>
      <Table<Person>
        caption="Personas de la empresa"
        rows={people}
        columns={[
          { head: "Correo", primary: true, cell: nameOf },
          {
            head: "Nombre",
            cell: ({ id, name }) => (
              <>
                {name ?? "—"} {id === visit.person.id && <Tag tone="neutral">Sos vos</Tag>}
              </>
            ),
          },
          { head: "Rol", cell: ({ role }) => roleName(role) },
          { head: "Estado", cell: (person) => <PersonState person={person} /> },
        ]}
        empty={null}
      />
    </>
  );
}

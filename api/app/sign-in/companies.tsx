import type { Invitation, Membership } from "../../../shared/db/people/memberships.js";
import { quotedName } from "../../../shared/domain/quoted-name.js";
import { Button } from "../components/button.js";
import { roleName } from "../spanish/words.js";

interface CompaniesProps {
  csrf: string;
  memberships: Membership[];
  /** Invitations that wait for an answer. */
  invitations: Invitation[];
  /** Where this browser was last. */
  environment: "homologation" | "production";
}

/** The companies of a person who has several, or none, or an invitation. */
export function Companies({ csrf, memberships, invitations, environment }: CompaniesProps) {
  return (
    <section class="stack">
      <h1>Elegí una empresa</h1>
      {memberships.length === 0 && invitations.length === 0 && (
        <p>Todavía no tenés acceso a ninguna empresa. Pedile una invitación a quien la administra.</p>
      )}
      {invitations.map((invitation) => (
        <Invited csrf={csrf} invitation={invitation} />
      ))}
      <ul class="companies">
        {memberships.map(({ companyCode, companyName, role }) => (
          <li>
            <a href={`/app/${companyCode}/${environment}`}>{companyName}</a> <span>{roleName(role)}</span>
          </li>
        ))}
      </ul>
      <form method="post" action="/app/sign-out">
        <input type="hidden" name="csrf" value={csrf} />
        <Button kind="secondary">Cerrar sesión</Button>
      </form>
    </section>
  );
}

/** The company has chosen its own name: nobody but the person says whether they know it. */
const Invited = ({ csrf, invitation }: { csrf: string; invitation: Invitation }) => (
  <article class="stack">
    <p>
      La empresa {quotedName(invitation.companyName)} te invitó, con el rol {roleName(invitation.role)}. Hasta que
      aceptes no ve más que tu correo.
    </p>
    <div class="cluster">
      <Answer csrf={csrf} action={`/app/invitations/${invitation.id}/acceptance`} kind="primary" says="Aceptar" />
      <Answer csrf={csrf} action={`/app/invitations/${invitation.id}/refusal`} kind="quiet" says="Rechazar" />
    </div>
  </article>
);

interface AnswerProps {
  csrf: string;
  action: string;
  kind: "primary" | "quiet";
  says: string;
}

const Answer = ({ csrf, action, kind, says }: AnswerProps) => (
  <form method="post" action={action}>
    <input type="hidden" name="csrf" value={csrf} />
    <Button kind={kind}>{says}</Button>
  </form>
);

import type { Membership } from "../../../shared/db/people/memberships.js";
import { Button } from "../components/button.js";
import { roleName } from "../spanish/words.js";

/** The companies of a person who has several, or none. */
export function Companies({ csrf, memberships }: { csrf: string; memberships: Membership[] }) {
  return (
    <section class="stack">
      <h1>Elegí una empresa</h1>
      {memberships.length === 0 && (
        <p>Todavía no tenés acceso a ninguna empresa. Pedile una invitación a quien la administra.</p>
      )}
      <ul class="companies">
        {memberships.map(({ companyCode, companyName, role }) => (
          <li>
            <a href={`/app/${companyCode}/homologation`}>{companyName}</a> <span>{roleName(role)}</span>
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

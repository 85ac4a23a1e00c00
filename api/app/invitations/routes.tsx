import { type Context, Hono } from "hono";
import { type Invitation, listOpenInvitations } from "../../../shared/db/people/memberships.js";
import { acceptInvitation, refuseInvitation } from "../../operations/people.js";
import type { AppEnv } from "../frame/app-env.js";
import type { AppDeps } from "../frame/deps.js";
import { noPage } from "../layout/errors.js";

const one = "/invitations/:id{[0-9]{1,9}}";

/** A signed-in person answers an invitation; `/app` shows it. Source: api/README.md, "The web application". */
export const invitationPages = ({ people, administration }: AppDeps) => {
  /** The operator of the company that invites, in the person's name. @throws a page that there is no such invitation */
  async function findInvited(c: Context<AppEnv>) {
    const session = c.get("session");
    const id = Number(c.req.param("id"));
    const open: Invitation[] = session ? await listOpenInvitations(people, session.personId) : [];
    const invitation = open.find((each) => each.id === id);
    if (!session || !invitation) throw noPage();
    const { companyId, companyCode } = invitation;
    const db = administration.of({ companyId, production: false });
    const operator = { db, actor: { type: "user", email: session.email } as const, companyId };
    return { operator, personId: session.personId, companyCode };
  }

  return new Hono<AppEnv>()
    .post(`${one}/acceptance`, async (c) => {
      const { operator, personId, companyCode } = await findInvited(c);
      await acceptInvitation(operator, personId);
      return c.redirect(`/app/${companyCode}/homologation`, 303);
    })

    .post(`${one}/refusal`, async (c) => {
      const { operator, personId } = await findInvited(c);
      await refuseInvitation(operator, personId);
      return c.redirect("/app", 303);
    })

    .get(`${one}/*`, (c) => c.redirect("/app", 303));
};

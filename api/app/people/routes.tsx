import { type Context, Hono } from "hono";
import type { Redis } from "ioredis";
import { haveMailsWaited, listInvitations } from "../../../shared/db/people/mails.js";
import { findPlace, listPeople } from "../../../shared/db/people/people.js";
import { localizeFor } from "../../../shared/domain/localized-text.js";
import { ApiError, toEnvelope } from "../../http/errors.js";
import { countOne, createWindowLimiter, tooManyRequests } from "../../middleware/window-limiter.js";
import type { CompanyOperator } from "../../operations/operator.js";
import { changeRole, inviteAgain, invitePerson, removePerson } from "../../operations/people.js";
import { checkBody } from "../../schemas/check-body.js";
import { newPerson } from "../../schemas/person.js";
import type { ApiFault } from "../frame/api-client.js";
import { type AppEnv, tenantOf } from "../frame/app-env.js";
import type { AppDeps } from "../frame/deps.js";
import { noPage } from "../layout/errors.js";
import { back, show } from "../layout/show.js";
import { type FormErrors, refusedBy } from "../settings/refusal.js";
import { mayAs, only } from "../sign-in/enter-company.js";
import { Invitation } from "./invitation.js";
import { People } from "./list.js";
import type { Hindrance } from "./mail-state.js";
import { One } from "./one.js";
import { form, isLastOwner, noValues, type Person, type PersonValues, readRole } from "./person.js";

const section = "people";
const one = "/people/:id{[0-9]{1,9}}";
/** Each brings a mail to an address that somebody typed. */
const invitationsPerMinute = 10;

const said = {
  invited: "La invitación quedó hecha: el correo le llega en un momento.",
  waits: "La invitación quedó hecha. El correo sale cuando se pueda mandar.",
  recently:
    "La persona quedó guardada. La invitación ya se mandó hace unos minutos: si no la ve, que revise el correo no deseado.",
  role: "El rol quedó guardado.",
  removed: "La persona ya no puede entrar a esta empresa.",
};

/** `…/people`. The API has no such paths: its operations are called here, as the command line calls them. */
export const peoplePages = ({ people, reading, administration, config }: AppDeps, redis: Redis) => {
  const limiter = createWindowLimiter(redis, "invitations", invitationsPerMinute);

  async function findHindrance(): Promise<Hindrance | undefined> {
    if (config.APP_URL === undefined) return "noAddress";
    return (await haveMailsWaited(people)) ? "waiting" : undefined;
  }

  async function findPeople(c: Context<AppEnv>): Promise<Person[]> {
    const tenant = tenantOf(c.get("visit"));
    const db = reading.of(tenant);
    const [found, invitations] = await Promise.all([
      listPeople(db, tenant.companyId),
      listInvitations(people, tenant.companyId),
    ]);
    const invitationOfPerson = new Map(invitations.map((each) => [each.personId, each]));
    return found.map((person) => ({ ...person, invitation: invitationOfPerson.get(person.id) }));
  }

  function operatorOf(c: Context<AppEnv>): CompanyOperator {
    const { company, person } = c.get("visit");
    const actor = { type: "user", email: person.email } as const;
    return { db: administration.of(tenantOf(c.get("visit"))), actor, companyId: company.id };
  }

  /** @throws ApiError 429 */
  const countInvitation = (c: Context<AppEnv>) =>
    countOne(limiter, `${c.get("visit").company.id}`, (state) =>
      tooManyRequests(
        {
          en: `A company may invite ${invitationsPerMinute} times a minute.`,
          es: `La empresa puede invitar ${invitationsPerMinute} veces por minuto: esperá un minuto.`,
        },
        state,
      ),
    );

  const limit = { perDay: config.INVITATIONS_PER_COMPANY_PER_DAY };

  /** The person of the path. @throws a page that there is none */
  async function personIdOf(c: Context<AppEnv>): Promise<number> {
    const { companyId } = tenantOf(c.get("visit"));
    const personId = await findPlace(reading.of(tenantOf(c.get("visit"))), companyId, placeOf(c));
    if (personId === undefined) throw noPage();
    return personId;
  }

  async function saidOf(mailed: boolean): Promise<keyof typeof said> {
    if (!mailed) return "recently";
    return (await findHindrance()) === undefined ? "invited" : "waits";
  }

  async function showInvitation(c: Context<AppEnv>, values: PersonValues, refused?: FormErrors) {
    const page = (
      <Invitation visit={c.get("visit")} values={values} hindrance={await findHindrance()} refused={refused} />
    );
    return show(c, { title: "Invitar a una persona", section }, page, refused ? 400 : 200);
  }

  async function showOne(c: Context<AppEnv>, refused?: FormErrors) {
    const [all, hindrance] = await Promise.all([findPeople(c), findHindrance()]);
    const person = all.find(({ placeId }) => placeId === placeOf(c));
    if (!person) throw noPage();
    const isLast = isLastOwner(person, all);
    const page = <One {...{ visit: c.get("visit"), person, isLast, hindrance, refused }} />;
    return show(c, { title: person.name ?? person.email, section, said }, page, refused ? 400 : 200);
  }

  return (
    new Hono<AppEnv>()
      .get("/people", async (c) => {
        const visit = c.get("visit");
        const mayConfigure = mayAs(visit.role, "owner");
        const [all, hindrance] = await Promise.all([findPeople(c), mayConfigure ? findHindrance() : undefined]);
        const page = <People visit={visit} people={all} mayConfigure={mayConfigure} hindrance={hindrance} />;
        return show(c, { title: "Personas", section, said }, page);
      })

      .get("/people/new", only("owner"), (c) => showInvitation(c, noValues))

      .post("/people/new", only("owner"), async (c) => {
        const values = form.read(c.get("form"));
        const invited = await unlessRefused(async () => {
          const person = checkBody(newPerson, form.body(values));
          await countInvitation(c);
          return (await invitePerson(operatorOf(c), person, limit)).result;
        });
        return "refused" in invited
          ? showInvitation(c, values, invited.refused)
          : back(c, "/people", await saidOf(invited.done.mailed));
      })

      .get(one, only("owner"), (c) => showOne(c))

      .post(one, only("owner"), async (c) => {
        const role = readRole(c.get("form"));
        if (!role) return showOne(c);
        const id = await personIdOf(c);
        const changed = await unlessRefused(() => changeRole(operatorOf(c), id, role));
        if ("refused" in changed) return showOne(c, changed.refused);
        return back(c, "/people", "role");
      })

      .post(`${one}/invitation`, only("owner"), async (c) => {
        const id = await personIdOf(c);
        await countInvitation(c);
        const invited = await unlessRefused(() => inviteAgain(operatorOf(c), id, limit));
        if ("refused" in invited) return showOne(c, invited.refused);
        return back(c, `/people/${placeOf(c)}`, await saidOf(invited.done));
      })

      .post(`${one}/removal`, only("owner"), async (c) => {
        const id = await personIdOf(c);
        const removed = await unlessRefused(() => removePerson(operatorOf(c), id));
        if ("refused" in removed) return showOne(c, removed.refused);
        // Who has removed themselves has no page here any more.
        return id === c.get("visit").person.id ? c.redirect("/app", 303) : back(c, "/people", "removed");
      })

      // Where a form was sent to leads to the page that it stands on.
      .on("GET", [`${one}/invitation`, `${one}/removal`], (c) => back(c, `/people/${placeOf(c)}`))
  );
};

const placeOf = (c: Context<AppEnv>): number => Number(c.req.param("id"));

/** Runs an operation: gives its result, or why it was refused. Other errors go on. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<{ done: T } | { refused: FormErrors }> {
  try {
    return { done: await work() };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const { error: message, details } = toEnvelope(error, (words) => localizeFor("app", words));
    return { refused: refusedBy({ code: error.code, message, details: (details as ApiFault["details"]) ?? null }) };
  }
}

import type { LastInvitation } from "../../../shared/db/people/mails.js";
import type { CompanyPerson } from "../../../shared/db/people/people.js";
import { type Role, roles } from "../../../shared/domain/roles.js";
import { type Form, text } from "../frame/form.js";

/** A person of the company as the pages show them. */
export interface Person extends CompanyPerson {
  /** Undefined when there was none, or so long ago that it is not kept. */
  invitation: LastInvitation | undefined;
}

/** What the form of an invitation shows and sends. */
export interface Values {
  email: string;
  name: string;
  role: string;
}

/** Whoever is invited begins with the least. */
export const noValues: Values = { email: "", name: "", role: "reader" };

export const readValues = (form: Form): Values => ({
  email: text(form, "email"),
  name: text(form, "name"),
  role: text(form, "role"),
});

/** Without a name nothing is said of it: an empty one is refused. */
export const invitationOf = ({ email, name, role }: Values) => ({ email, role, ...(name !== "" && { name }) });

export const readRole = (form: Form): Role | undefined => roles.find((role) => role === text(form, "role"));

/** Whether nobody else could configure the company. */
export const isLastOwner = (person: Person, people: Person[]): boolean =>
  person.role === "owner" && people.filter(({ role }) => role === "owner").length === 1;

import type { LastInvitation } from "../../../shared/db/people/mails.js";
import type { CompanyPerson } from "../../../shared/db/people/people.js";
import { type Role, roles } from "../../../shared/domain/roles.js";
import { newPerson } from "../../schemas/person.js";
import { type Form, text } from "../frame/form.js";
import { formOf } from "../settings/form-of.js";

/** A person of the company as the pages show them. */
export interface Person extends CompanyPerson {
  /** Undefined when there was none, or so long ago that it is not kept. */
  invitation: LastInvitation | undefined;
}

/** The form of an invitation. */
export const form = formOf(newPerson, ["email", "name", "role"]);

export type PersonValues = ReturnType<typeof form.read>;

/** Defaults of an invitation: it begins with the least role. */
export const noValues: PersonValues = form.of({ role: "reader" });

export const readRole = (form: Form): Role | undefined => roles.find((role) => role === text(form, "role"));

/** Whether nobody else could configure the company. */
export const isLastOwner = (person: Person, people: Person[]): boolean =>
  person.role === "owner" && people.filter(({ role }) => role === "owner").length === 1;

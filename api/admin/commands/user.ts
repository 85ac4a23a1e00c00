import { type Command, Option } from "commander";
import { linkPath, makeLink } from "../../../shared/db/people/links.js";
import { findPersonByEmail, hasPassword, listEverybody, listPeople } from "../../../shared/db/people/people.js";
import { toSignInName } from "../../../shared/db/people/sign-in-name.js";
import { type Role, roles } from "../../../shared/domain/roles.js";
import { invitePerson, removeEverywhere, removePerson } from "../../operations/people.js";
import { newPerson } from "../../schemas/person.js";
import { notThere } from "../not-done.js";
import { addCompanyVerb, addVerb, type CompanyOption } from "../options.js";
import {
  adminOf,
  type CommandContext,
  type CommandOutput,
  describeChange,
  getCompanyByCode,
  operatorOf,
  type RunCommand,
} from "../perform.js";
import { readValues } from "../read-option.js";
import { drawFields, drawRows } from "../table.js";

interface InviteOptions extends CompanyOption {
  role: Role;
  name?: string;
}

/** `user invite|list|remove`. */
export function addUserCommands(program: Command, perform: RunCommand): void {
  const user = program.command("user").description("the people who use the web application");

  addCompanyVerb(user, "invite <email>", "give somebody a role in a company; they are mailed the way in")
    .addOption(new Option("--role <role>", "what they may do there").choices(roles).makeOptionMandatory())
    .option("--name <text>", "the company's name for them")
    .action((email: string, options: InviteOptions) => perform((office) => invite(office, email, options)));

  addVerb(user, "list", "list people with their companies and roles")
    .option("--company <code>", "only this company's")
    .action(({ company }: Partial<CompanyOption>) => perform((office) => list(office, company)));

  addVerb(user, "remove <email>", "end a person's place in a company; who has none left is removed altogether")
    .option("--company <code>", "the company's code; default: all of theirs")
    .action((email: string, { company }: Partial<CompanyOption>) =>
      perform((office) => remove(office, email, company)),
    );
}

async function invite(
  office: CommandContext,
  email: string,
  { company, role, name }: InviteOptions,
): Promise<CommandOutput> {
  const { db, config } = office;
  const person = readValues(newPerson, { email, role, ...(name !== undefined && { name }) });
  const operator = await operatorOf(office, company);
  const { result, changed } = await invitePerson(operator, person, { perDay: 0 });
  const { placeId: _, hasAccepted, mailed, ...invited } = result;
  // Who has a password signs in with it: a link would let whoever sees it change the password.
  const link = (await hasPassword(db, result.id))
    ? null
    : `${config.APP_URL ?? ""}${linkPath(await makeLink(db, result.id, operator.companyId))}`;
  const way = mailed ? "They are mailed the way in." : "They were mailed the way in a few minutes ago.";
  const told = [
    drawFields({ ...invited, link }),
    hasAccepted ? "They have accepted before." : way,
    ...(link === null
      ? ["They have a password already, sign in with it, and accept the invitation there."]
      : ["The link sets their password, once, within 48 hours."]),
    ...(config.APP_URL ? [] : ["APP_URL is not set here: put the application's address before the link."]),
  ];
  return describeChange({ json: { user: { ...invited, link } }, text: told.join("\n") }, changed);
}

async function list(office: CommandContext, code: string | undefined): Promise<CommandOutput> {
  const users =
    code === undefined
      ? await listEverybody(office.db)
      : await listPeople(office.db, (await getCompanyByCode(office, code)).id);
  const rows = users.map(({ id, email, name, role, company, hasAccepted }) => {
    return { id, email, name, role, company, hasAccepted };
  });
  return { json: { users: users.map(({ placeId: _, ...user }) => user) }, text: drawRows(rows, "There is nobody.") };
}

async function remove(office: CommandContext, email: string, code: string | undefined): Promise<CommandOutput> {
  const { db } = office;
  const name = toSignInName(email);
  const person = await findPersonByEmail(db, name);
  if (!person) throw notThere(`There is no person ${name}.`);
  if (code === undefined) await removeEverywhere(db, adminOf(office), person.id);
  else await removePerson(await operatorOf(office, code), person.id);
  const from = code === undefined ? "all companies" : code;
  return { json: { user: person }, text: `${name} is removed from ${from}.` };
}

import { createHook } from "node:async_hooks";
import { findCompany } from "../../../shared/db/company/companies.js";
import { savePerson } from "../../../shared/db/people/people.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import type { Role } from "../../../shared/domain/roles.js";
import { storedPassword } from "../../support/samples/stored-password.js";
import { createDemoDatabase } from "../../support/servers/demo-database.js";

export const visitor = { address: "192.0.2.1", agent: "a test" };
export const password = "una clave que nadie adivina";

/** The demo companies, and people as a test needs them. */
export async function openPeopleWorld() {
  const database = await createDemoDatabase();
  const { db, close } = openDatabase(database.url, { connections: 12 });
  const idOf = async (code: string) => (await findCompany(db, code))?.id ?? 0;
  const companies = { demo: await idOf("demo"), mono: await idOf("mono") };
  const hash = storedPassword(password);
  let people = 0;

  return {
    db,
    url: database.url,
    companies,
    /** A person with `password`, or none, who has accepted the place in a company. */
    async person({ role = "reader" as Role, company = companies.demo, isKnown = true } = {}) {
      people += 1;
      const email = `person-${people}@example.com`;
      const id = await db.$transaction(async (tx) => {
        const saved = await savePerson(tx, email);
        await tx.membership.create({ data: { companyId: company, personId: saved, role, name: `Person ${people}` } });
        await tx.person.update({ where: { id: saved }, data: { name: `Person ${people}` } });
        return saved;
      });
      if (isKnown)
        await db.$executeRaw`UPDATE person SET password = ${hash}, password_changed_at = now() WHERE id = ${id}`;
      return { id, email };
    },
    mailsOf: (personId: number) =>
      db.$queryRaw<{ kind: string; companyId: number | null }[]>`
        SELECT kind, company_id AS "companyId" FROM person_mail WHERE person_id = ${personId} ORDER BY id`,
    async [Symbol.asyncDispose]() {
      await close();
      await database[Symbol.asyncDispose]();
    },
  };
}

export type PeopleWorld = Awaited<ReturnType<typeof openPeopleWorld>>;

/** How many passwords this process hashes while `work` runs. */
export async function countHashes(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === "SCRYPTREQUEST") hashes += 1;
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return hashes;
}

export const sessionsOf = async (db: Database, personId: number): Promise<number> =>
  db.personSession.count({ where: { personId } });

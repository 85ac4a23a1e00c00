import { randomBytes } from "node:crypto";
import type { CompanyOperator } from "../../api/operations/operator.js";
import { addPerson } from "../../api/operations/people.js";
import { hashPassword, isPassword } from "../../shared/db/people/passwords.js";
import { listPeople } from "../../shared/db/people/people.js";

/** How one signs in to the web application of the sandbox. Of the password only the hash is stored, so the caller must store it. */
export interface DemoPerson {
  email: string;
  password: string;
}

/** Creates the person of a demo company who may all, or finds them, and sees to it that the known password is theirs. */
export async function seedPerson(operator: CompanyOperator, known: DemoPerson | undefined): Promise<DemoPerson> {
  const { db, companyId } = operator;
  const person = known ?? { email: "demo@demo.example", password: randomBytes(9).toString("base64url") };
  const { email, password } = person;
  const isThere = (await listPeople(db, companyId)).some((each) => each.email === email);
  if (!isThere) await addPerson(operator, { email, name: "Demo", role: "owner" });
  const [stored] = await db.$queryRaw<
    [{ password: string | null }]
  >`SELECT password FROM person WHERE email = ${email}`;
  if (!(await isPassword(password, stored.password)))
    await db.$executeRaw`
      UPDATE person SET password = ${await hashPassword(password)}, password_changed_at = now() WHERE email = ${email}`;
  return person;
}

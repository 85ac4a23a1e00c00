import { expect, test } from "vitest";
import { invitePerson } from "../../api/operations/people.js";
import { askForReset } from "../../shared/db/people/mails.js";
import { setPassword } from "../../shared/db/people/set-password.js";
import { openDatabase } from "../../shared/db/pool/database.js";
import { waitFor } from "../sandbox/wait-for.js";
import { startSystem } from "../support/processes/system.js";

interface Mail {
  to: string[];
  subject: string;
  text: string;
}

const appUrl = "https://facturas.example.com";

test("who is invited, sets a password and forgets it gets a mail each time, though the company's mails of the day are used up", async () => {
  await using system = await startSystem({
    processes: ["mailer"],
    env: { APP_URL: appUrl, MAILS_PER_COMPANY_PER_DAY: "1" },
  });
  const { db, close } = openDatabase(system.databaseUrl, { connections: 2 });
  const [company] = await system.sql<{ id: number }>("SELECT id FROM company WHERE code = 'demo'");
  const companyId = company?.id ?? 0;
  await system.sql("INSERT INTO mail_count VALUES ($1, true, now(), 1), ($1, false, now(), 1)", [companyId]);

  const email = "nueva@example.com";
  /** The mails to this person, the first one first. */
  const received = async (count: number) =>
    waitFor(
      async () => {
        const mails = (await (await fetch(`${system.mailboxUrl}/messages`)).json()) as Mail[];
        const own = mails.filter(({ to }) => JSON.stringify(to).includes(email)).reverse();
        return own.length >= count && own;
      },
      { message: `${count} mails to ${email}` },
    );
  const secretIn = (mail: Mail | undefined) => /\/app\/password\?token=([\w-]{43})\n/.exec(mail?.text ?? "")?.[1] ?? "";

  const operator = { db, actor: { type: "system" } as const, companyId };
  await invitePerson(operator, { email, name: null, role: "reader" }, { perDay: 1 });
  const [invitation] = await received(1);
  expect(invitation?.subject).toBe("Te invitaron a Talonario");
  expect(invitation?.text).toContain(`${appUrl}/app/password?token=`);
  expect(await setPassword(db, secretIn(invitation), "una clave que nadie adivina")).toEqual({ email });
  expect((await received(2))[1]?.subject).toBe("Tu contraseña de Talonario cambió");

  await askForReset(db, email);
  const reset = (await received(3))[2];
  expect(await setPassword(db, secretIn(reset), "otra clave que nadie adivina")).toEqual({ email });
  expect(await received(4)).toHaveLength(4);
  await waitFor(async () => (await system.sql("SELECT FROM person_mail WHERE state <> 'sent'")).length === 0, {
    message: "all mails to be noted as sent",
  });
  await close();
});

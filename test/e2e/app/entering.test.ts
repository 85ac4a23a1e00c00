import { afterAll, beforeAll, test } from "vitest";
import { makeLink } from "../../../shared/db/people/links.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { inEveryWay, look } from "../../support/app/browse.js";
import { signedIn } from "../../support/app/signed-in.js";
import { type System, startSystem } from "../../support/processes/system.js";

const password = "una clave que nadie adivina";

let system: System;
let origin: string;
beforeAll(async () => {
  system = await startSystem({ processes: ["api"] });
  origin = system.originOf("api");
});
afterAll(() => system?.[Symbol.asyncDispose]());

test("signing in reads well for everybody, also after a mistake, and leads to the company", async () => {
  const { email } = await signedIn(system, "owner", password);
  await inEveryWay(async (page) => {
    await page.goto(`${origin}/app/demo/homologation/invoices`);
    await look(page, "sign-in");
    await page.getByLabel("Correo").fill(email);
    await page.locator("input[type=password]").fill("otra cosa");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").first().waitFor();
    await look(page, "sign-in-refused");
    await page.locator("input[type=password]").fill(password);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/app/demo/homologation/invoices`);
  });
});

test("a forgotten password, the link to a new one and a link that is over read well for everybody", async () => {
  const { email } = await signedIn(system, "reader", password);
  const { db, close } = openDatabase(system.databaseUrl, { connections: 1 });
  const { id } = await db.person.findUniqueOrThrow({ where: { email } });
  const token = await makeLink(db, id);
  await close();
  await inEveryWay(async (page) => {
    await page.goto(`${origin}/app/forgot`);
    await look(page, "forgot");
    await page.goto(`${origin}/app/password?token=${token}`);
    await look(page, "password");
    await page.goto(`${origin}/app/password?token=${"x".repeat(43)}`);
    await look(page, "password-over");
  });
});

test("one's companies, account and sessions read well for everybody", async () => {
  const { email, options } = await signedIn(system, "owner", password);
  await system.sql(
    `INSERT INTO membership (person_id, company_id, role)
     SELECT p.id, c.id, 'reader' FROM person p, company c WHERE p.email = $1 AND c.code = 'mono'`,
    [email],
  );
  await inEveryWay(async (page) => {
    await page.goto(`${origin}/app`);
    await look(page, "companies");
  }, options);
  await system.sql(
    `WITH c AS (INSERT INTO company (code, cuit, name, tax_type) VALUES ('invita', '20111111112', 'Distribuidora del Litoral S.R.L.', 6) RETURNING id)
     INSERT INTO membership (person_id, company_id, role, accepted_at) SELECT p.id, c.id, 'issuer', NULL FROM person p, c WHERE p.email = $1`,
    [email],
  );
  await inEveryWay(async (page) => {
    await page.goto(`${origin}/app`);
    await page.getByRole("button", { name: "Aceptar" }).waitFor();
    await look(page, "invitation");
    await page.goto(`${origin}/app/account`);
    await look(page, "account");
    await page.goto(`${origin}/app/demo/homologation/nowhere`);
    await look(page, "no-page");
  }, options);
});

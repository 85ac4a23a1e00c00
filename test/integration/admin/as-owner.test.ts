import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { examine } from "../../../api/admin/doctor/examine.js";
import { projectFolder } from "../../../shared/assets/assets.js";
import { createRoles, urlOfRole } from "../../../shared/db/migrate/create-roles.js";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { processRoles } from "../../../shared/db/migrate/process-grants.js";
import { createBareDatabase } from "../../support/servers/database.js";

const passwords = { api: "api-secret", issuer: "issuer-secret", renderer: "renderer-secret", mailer: "mailer-secret" };

/** The statements with which shared/deploy/without-docker.md makes the owner and its database. */
const page = readFileSync(path.join(projectFolder, "shared", "deploy", "without-docker.md"), "utf8");
const statements = [...page.matchAll(/-c "(CREATE [^"]+)"/g)].map(([, statement = ""]) => statement);

test("doctor tells the owner that the pages make what it tells a superuser, and counts the connections of all roles", async () => {
  const { url, drop } = await createBareDatabase();
  await drop();
  const name = new URL(url).pathname.slice(1);
  const server = new pg.Client({ connectionString: inject("postgresUrl") });
  await server.connect();
  expect(statements).toHaveLength(2);
  for (const statement of statements)
    await server.query(statement.replaceAll("talonario", name).replace("$OWNER", "owner-secret"));
  const own = new URL(url);
  [own.username, own.password] = [name, "owner-secret"];
  await migrate(own.href);
  await createRoles(own.href, passwords);

  // More than any of the checks opens, and as a role that is not the owner's.
  const others = Array.from(
    { length: 25 },
    () => new pg.Client({ connectionString: urlOfRole(own.href, "api", passwords.api) }),
  );
  await Promise.all(others.map((client) => client.connect()));
  const told = async (databaseUrl: string) =>
    (await examine({ DATABASE_URL: databaseUrl }, undefined, Date.now())).map(({ name, ok, detail }) => [
      name,
      ok,
      detail.replace(/\d+/g, "N").replace(/ahead of|behind/, "off"),
    ]);
  expect(await told(own.href)).toEqual(await told(url));
  const connections = (await examine({ DATABASE_URL: own.href }, undefined, Date.now())).find(
    ({ name }) => name === "connections",
  );
  expect(Number(connections?.detail.split(" ")[0])).toBeGreaterThan(25);

  // The code is that of a server on which every connection is taken.
  await server.query(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
  const refused = await examine({ DATABASE_URL: own.href }, undefined, Date.now());
  expect(refused.find((check) => check.name === "database")).toMatchObject({
    ok: false,
    fix: expect.stringContaining("max_connections"),
  });

  await Promise.all(others.map((client) => client.end()));
  await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  for (const role of [...[...processRoles, "audit_purge"].map((process) => `${name}_${process}`), name])
    await server.query(`DROP ROLE "${role}"`);
  await server.end();
});

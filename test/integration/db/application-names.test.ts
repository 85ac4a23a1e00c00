import { expect, inject, test } from "vitest";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { openTenantDatabase } from "../../../shared/db/pool/tenant-database.js";

interface Named {
  name: string;
}

/** What PostgreSQL's own list of connections tells of whose each is, where all processes have one role. */
test("every connection bears the name of its process, unless its address gives another", async () => {
  const url = inject("postgresUrl");
  const title = process.title;
  process.title = "talonario-issuer";
  const { db, close } = openDatabase(url, { connections: 1 });
  const tenants = openTenantDatabase(url, { connections: 1, perTenant: 1 });
  const own = new URL(url);
  own.searchParams.set("application_name", "issuer of the second host");
  const named = openDatabase(own.href, { connections: 1 });
  process.title = title;

  const ask = (statements: Pick<typeof db, "$queryRaw">) =>
    statements.$queryRaw<Named[]>`SELECT current_setting('application_name') AS name`;
  expect(await ask(db)).toEqual([{ name: "talonario-issuer" }]);
  expect(await ask(tenants.ofNobody)).toEqual([{ name: "talonario-issuer" }]);
  expect(await ask(named.db)).toEqual([{ name: "issuer of the second host" }]);
  await Promise.all([close(), tenants.close(), named.close()]);
});

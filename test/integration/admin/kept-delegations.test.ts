import { afterAll, beforeAll, expect, test } from "vitest";
import { checkDelegations } from "../../../api/admin/doctor/delegation-checks.js";
import { openCompany } from "../../../api/operations/companies.js";
import { addPointOfSale } from "../../../api/operations/points-of-sale.js";
import { listDelegations } from "../../../shared/db/company/delegations.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { publicCase } from "../../support/public-case.js";
import { createDatabase } from "../../support/servers/database.js";

const cuit = "20111111112";
const madeAt = "2026-11-26T09:00:00.000Z";
const actor = { type: "system" } as const;

let database: Awaited<ReturnType<typeof createDatabase>>;
let db: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  database = await createDatabase();
  ({ db, close } = openDatabase(database.url));
  const subscription = { anchor: "2026-01-31", until: "2100-01-01", monthlyVouchers: 10 };
  const company = { code: "panaderia", cuit, name: "Panadería", taxType: 6, certificateMode: "delegated" } as const;
  const { id: companyId } = await openCompany(db, actor, company, subscription);
  await addPointOfSale({ db, actor, companyId, production: false }, { number: 1, name: null, address: null });
  await db.$executeRaw`
    INSERT INTO certificate (id, company_id, production, alias, active, expires_at, csr, sealed_key, certificate, cuit)
    VALUES (1, NULL, false, 'facturador', true, now() + interval '1 year', 'csr', 'x', 'pem', '30710000006')`;
});
afterAll(async () => {
  await close();
  await database.drop();
});

/** What is told of these kept tickets. */
async function told(...tickets: { service: string; names: string[] | null; failure?: object }[]) {
  await db.$executeRaw`DELETE FROM ticket`;
  for (const { service, names, failure } of tickets)
    await db.$executeRaw`
      INSERT INTO ticket (certificate_id, service, sealed, generated_at, taxpayers, failure)
      VALUES (1, ${service}, 'x', ${new Date(madeAt)}, ${names && JSON.stringify(names)}::jsonb, ${failure ? JSON.stringify(failure) : null}::jsonb)`;
  const [company] = await listDelegations(db);
  return company?.services;
}

const kind = "What is told from a kept ticket";
const rule = "EXTENSIONS.md, section 9; api/admin/README.md";
const refusal = "coe.notAuthorized: Computador no autorizado";
const kept = { name: "wsfe", since: madeAt, refusal: null };

publicCase(
  { kind, sent: "certificate delegations, of a ticket that names the company", right: "yes, and since when", rule },
  async () => {
    expect(await told({ service: "wsfe", names: [cuit] })).toEqual([{ ...kept, authorized: true }]);
    expect(await checkDelegations(db)).toMatchObject({ ok: true, detail: "the kept tickets name every company" });
  },
);

publicCase(
  { kind, sent: "the same after coe.notAuthorized", right: "no, with the login's refusal", rule },
  async () => {
    const failure = { kind: "notDelegated", cause: refusal };
    expect(await told({ service: "wsfe", names: [cuit], failure })).toEqual([{ ...kept, authorized: false, refusal }]);
    expect(await checkDelegations(db)).toMatchObject({
      ok: false,
      detail: `the login for wsfe is refused, for all companies: ${refusal}`,
    });
  },
);

publicCase(
  { kind, sent: "the same after the certificate was refused", right: "unknown, with the login's refusal", rule },
  async () => {
    const failure = { kind: "certificate", cause: "cms.cert.expired" };
    expect(await told({ service: "wsfe", names: [cuit], failure })).toEqual([
      { ...kept, authorized: null, refusal: "cms.cert.expired" },
    ]);
    expect((await checkDelegations(db)).ok).toBe(false);
  },
);

publicCase({ kind, sent: "the same after an outage of the login", right: "yes: it says nothing", rule }, async () => {
  const failure = { kind: "down", cause: "HTTP 503" };
  expect(await told({ service: "wsfe", names: [cuit], failure })).toEqual([{ ...kept, authorized: true }]);
});

test("a ticket that does not name the company, and one whose list nobody can read", async () => {
  expect(
    await told({ service: "ws_sr_padron_a13", names: null }, { service: "wsfe", names: ["20222222223"] }),
  ).toMatchObject([
    { name: "ws_sr_padron_a13", authorized: null, since: madeAt },
    { name: "wsfe", authorized: false, since: madeAt },
  ]);
  expect((await checkDelegations(db)).detail).toBe(
    `the newest ticket for wsfe does not name panaderia (${cuit}, homologation)`,
  );
});

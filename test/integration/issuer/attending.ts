import pg from "pg";
import { afterAll } from "vitest";
import { createTransport } from "../../../issuer/authority/transport.js";
import { createTickets } from "../../../issuer/authority/wsaa/tickets.js";
import { createAuthority, createLogin } from "../../../issuer/authority/wsfe/client.js";
import { createAuthorityAccess } from "../../../issuer/authority-access/authority-access.js";
import { createCredentialProvider } from "../../../issuer/authority-access/credential-provider.js";
import { createTicketStore } from "../../../issuer/authority-access/ticket-store.js";
import { issuerConfig, toEndpoints } from "../../../issuer/config.js";
import { createPreparation } from "../../../issuer/contingency/preparation.js";
import { createIssuanceStore } from "../../../issuer/store/store.js";
import { findActiveCertificate } from "../../../shared/db/company/certificates.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { createLog } from "../../../shared/logging/log.js";
import { createOpener } from "../../../shared/sealing/opener.js";
import { createSecretSeal } from "../../../shared/sealing/secret-seal.js";
import { authorityVariables } from "../../authority/authority-urls.js";
import { controlAuthority } from "../../authority/control-client.js";
import { startAuthority } from "../../authority/server.js";
import { defaultSettings, type Settings } from "../../authority/settings.js";
import { importedVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";
import { createDemoDatabase, demoSecretKey } from "../../support/servers/demo-database.js";
import { asProcess } from "../../support/servers/process-roles.js";
import { offsetOf, ticketSeconds } from "../authority/caea-simulator.js";

export const demoCuit = "30712345671";
export const monoCuit = "20111111112";

/** Where a connection looks names up: in the schema of the clock first. */
const searchPath = "moved, pg_catalog, public";

/** The day by the database's clock, for who asks it what time it is at this moment. What `now()` says, as in pauses, stays true. */
async function openClock(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    CREATE SCHEMA moved;
    CREATE TABLE moved.clock AS SELECT interval '0' AS by;
    CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT pg_catalog.clock_timestamp() + by FROM moved.clock';
    GRANT USAGE ON SCHEMA moved TO PUBLIC;
    GRANT SELECT ON moved.clock TO PUBLIC;`);
  return {
    set: (offsetMs: number) => client.query(`UPDATE moved.clock SET by = $1 * interval '1 millisecond'`, [offsetMs]),
    close: () => client.end(),
  };
}

/**
 * Issuers that attend to contingencies, on a real database and the simulated authority, whose clock is theirs too. Nothing runs by
 * itself: a test calls the rounds.
 */
export async function openAttending() {
  const database = await createDemoDatabase();
  const authority = await startAuthority({ certificatesFolder: database.authorityFolder, settings: { ticketSeconds } });
  const control = controlAuthority(authority.control);
  const clock = await openClock(database.url);
  const owner = openDatabase(database.url, { connections: 4, searchPath });
  const own = openDatabase(asProcess(database.url, "issuer"), { connections: 10, onePlan: true, searchPath });
  const transport = createTransport({ timeoutMs: 60_000, connections: 40 });
  const config = issuerConfig.parse({
    ...{ DATABASE_URL: database.url, REDIS_URL: "redis://127.0.0.1", SECRET_KEY: demoSecretKey },
    ...authorityVariables(authority.url),
  });
  const endpoints = toEndpoints(config);
  const seal = createSecretSeal(demoSecretKey);
  const opener = await createOpener(demoSecretKey);
  const { db } = own;
  const tickets = createTickets({
    store: createTicketStore(db, seal),
    login: createLogin({ endpoints, transport }),
    waitMs: 10_000,
    reloginMs: () => 0,
  });
  const findCertificate = (companyId: number, production: boolean) =>
    findActiveCertificate(db, opener, companyId, production);
  const idOf = async (code: string) => (await owner.db.company.findUniqueOrThrow({ where: { code } })).id;
  const [demo, mono] = [await idOf("demo"), await idOf("mono")];
  // A ticket is not valid before its login, so the clock moves only afterwards.
  for (const companyId of [demo, mono]) {
    const certificate = await findCertificate(companyId, false);
    if (certificate) await tickets.get(certificate, "wsfe");
  }

  let offsetMs = 0;
  const log = createLog("test", "silent");
  const options = { endpoints, transport, tickets };
  /** An issuer's process of its own, as far as it remembers anything. */
  const openIssuer = () =>
    createPreparation({
      db,
      authority: options,
      access: createAuthorityAccess(
        createAuthority(options),
        createCredentialProvider(createAuthority(options), findCertificate),
        log,
      ),
      store: createIssuanceStore(db),
      findCertificate,
      nowMs: () => Date.now() + offsetMs,
      isStopping: () => false,
      isIsolated: () => false,
      log,
    });

  afterAll(async () => {
    transport.close();
    await Promise.all([own.close(), owner.close(), authority.close(), clock.close()]);
    await database.drop();
  });

  return {
    db: owner.db,
    control,
    demo,
    mono,
    openIssuer,
    /** Makes it noon of that day, yyyymmdd, for issuers, authority and database; or for the issuers alone. */
    async moveTo(day: string, { issuersAlone = false } = {}) {
      offsetMs = offsetOf(day);
      if (issuersAlone) return;
      await control.set({ clockOffsetMs: offsetMs });
      await clock.set(offsetMs);
    },
    /** Forgets everything but the companies, and lets the authority have these settings. */
    async reset(day: string, settings: Partial<Settings> = {}) {
      offsetMs = offsetOf(day);
      await control.reset(["ledger", "faults", "calls"]);
      await control.set({ ...defaultSettings, ticketSeconds, clockOffsetMs: offsetMs, ...settings });
      await clock.set(offsetMs);
      await owner.db.$executeRaw`TRUNCATE caea, caea_report, caea_unused, sequence, freed_number`;
      await owner.db.$executeRaw`DELETE FROM point_of_sale WHERE authorized_by = 'CAEA'`;
      await owner.db.$executeRaw`UPDATE certificate SET active = true`;
    },
    /** Adds a point of sale of CAEA in homologation. */
    addPoint: (companyId: number, number: number, over: { enabled?: boolean } = {}) =>
      owner.db.pointOfSale.create({ data: { companyId, production: false, number, authorization: "CAEA", ...over } }),
    /** Lets so many seconds pass for the pauses between tries. */
    async wait(seconds: number) {
      await owner.db.$executeRaw`UPDATE caea SET asked_at = asked_at - ${seconds} * interval '1 second'`;
      await owner.db.$executeRaw`UPDATE caea_unused SET asked_at = asked_at - ${seconds} * interval '1 second'`;
    },
    /** A voucher under the code of this row, at the number 1 of B. */
    async useCode(caeaId: number, posNumber: number, state: "due" | "reported" | "rejected" = "due") {
      const { companyId } = await owner.db.caea.findUniqueOrThrow({ where: { id: caeaId } });
      const [{ latest }] = await owner.db.$queryRaw<
        [{ latest: number }]
      >`SELECT coalesce(max(id), 0)::int AS latest FROM voucher`;
      const id = latest + 1;
      await storeVouchers(owner.db, [importedVoucher({ id, companyId, pos: posNumber, type: 6 })]);
      const reportedAt = state === "reported" ? new Date() : null;
      await owner.db.caeaReport.create({
        data: {
          ...{ voucherId: id, companyId, production: false, posNumber, voucherType: 6, voucherNumber: id, caeaId },
          ...{ declared: {}, generatedAt: new Date(), state, reportedAt },
        },
      });
      return id;
    },
  };
}

import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { createTransport } from "../../../issuer/authority/transport.js";
import { createTickets } from "../../../issuer/authority/wsaa/tickets.js";
import { createAuthority, createLogin } from "../../../issuer/authority/wsfe/client.js";
import { createCredentialProvider } from "../../../issuer/authority-access/credential-provider.js";
import { createExchangeLog } from "../../../issuer/authority-access/exchange-log.js";
import { createTicketStore } from "../../../issuer/authority-access/ticket-store.js";
import { issuerConfig, toEndpoints } from "../../../issuer/config.js";
import { createReportStore } from "../../../issuer/contingency/open-reports.js";
import { createReportAccess } from "../../../issuer/contingency/report-access.js";
import type { ReportDeps } from "../../../issuer/contingency/report-deps.js";
import { reportSequence } from "../../../issuer/contingency/report-sequence.js";
import { createNoopLock } from "../../../issuer/locks/lock.js";
import { findActiveCertificate } from "../../../shared/db/company/certificates.js";
import { failOverIssuances } from "../../../shared/db/contingency/fail-over-issuances.js";
import { insertExchanges } from "../../../shared/db/issuing/exchanges.js";
import { recordIssuance } from "../../../shared/db/issuing/issuances.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { computeAmounts } from "../../../shared/domain/amounts.js";
import { argentineDay, toFiscalDate } from "../../../shared/domain/calendar.js";
import { toDeclaration } from "../../../shared/domain/declaration.js";
import { fortnightOf } from "../../../shared/domain/fortnight.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { createLog } from "../../../shared/logging/log.js";
import { createOpener } from "../../../shared/sealing/opener.js";
import { createSecretSeal } from "../../../shared/sealing/secret-seal.js";
import { authorityVariables } from "../../authority/authority-urls.js";
import { defaultSettings } from "../../authority/settings.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { createDemoDatabase, demoSecretKey } from "../../support/servers/demo-database.js";
import { asProcess } from "../../support/servers/process-roles.js";
import { codeIn, cuit, offsetOf, openCaeaSimulator, ticketSeconds } from "../authority/caea-simulator.js";

/** The code of 2031-11-01 to 15. Its vouchers are of the 10th, and are reported on the 20th. */
export const fortnight = { period: 203111, fortnight: 1, validFrom: "20311101", validTo: "20311115" };
const generatedAt = new Date("2031-11-10T17:35:07Z");
export const reportDay = "20311120";

/** What became of a report, as its row tells. */
export interface ReportRow {
  number: number;
  state: string;
  /** The codes for which it was rejected, and those with which it was taken. */
  errors: number[];
  observations: number[] | null;
  tries: number;
}

/** The reports of demo's vouchers, on a real database and the simulated authority. Nothing runs by itself. */
export async function openReporting() {
  const simulator = await openCaeaSimulator();
  const { control, own } = simulator;
  const database = await createDemoDatabase();
  const owner = openDatabase(database.url, { connections: 4 });
  const issuer = openDatabase(asProcess(database.url, "issuer"), { connections: 10, onePlan: true });
  const { db } = issuer;
  const transport = createTransport({ timeoutMs: 60_000 });
  const config = issuerConfig.parse({
    ...{ DATABASE_URL: database.url, REDIS_URL: "redis://127.0.0.1", SECRET_KEY: demoSecretKey },
    ...authorityVariables(simulator.authority.url),
  });
  const endpoints = toEndpoints(config);
  const seal = createSecretSeal(demoSecretKey);
  const opener = await createOpener(demoSecretKey);
  const log = createLog("test", "silent");
  const evidence = createExchangeLog((records) => insertExchanges(db, records), log);
  const findCertificate = (companyId: number, production: boolean) =>
    findActiveCertificate(db, opener, companyId, production);

  /** An issuer's process of its own, as far as it remembers anything. */
  function openIssuer(over: Partial<ReportDeps> = {}): ReportDeps {
    const tickets = createTickets({
      store: createTicketStore(db, seal),
      login: createLogin({ endpoints, transport }),
      waitMs: 10_000,
      reloginMs: () => 0,
    });
    const authority = createAuthority({ endpoints, transport, tickets });
    return {
      store: createReportStore(db),
      authority: createReportAccess(authority, createCredentialProvider(authority, findCertificate), evidence),
      lock: createNoopLock(() => false),
      clock: { monotonicMs: () => performance.now() },
      nowMs: () => Date.now() + offsetOf(reportDay),
      log,
      ...over,
    };
  }

  const { id: companyId } = await owner.db.company.findUniqueOrThrow({ where: { code: "demo" } });
  const production = false;
  const caller = await owner.db.apiKey.findFirstOrThrow({ where: { companyId, production } });
  const deps = openIssuer();
  // A ticket is not valid before its login, so the clock moves only afterwards.
  await deps.authority.open({ companyId, production, posNumber: 1, voucherType: 6 });
  const settings = { ...defaultSettings, ticketSeconds, clockOffsetMs: offsetOf(reportDay) };
  await control.set({ ...settings, clockOffsetMs: offsetOf("20311105") });
  const code = await obtain(fortnight);
  await control.set(settings);
  await owner.db.contingency.create({ data: { companyId, production, activeSince: new Date(), isManual: true } });

  /** Asks for the code of a fortnight, and keeps it. */
  async function obtain(of: typeof fortnight) {
    const granted = codeIn(await own.request(of.period, of.fortnight));
    const data = { companyId, production, ...of, code: granted, reportBy: "20311208", grantedAt: new Date() };
    return owner.db.caea.create({ data });
  }

  let latestPos = 100;
  /** Issues so many vouchers under CAEA, as production does, at a new point of sale. Their reports are due. */
  async function issue(
    count: number,
    { voucherType = 6, code: under = code }: { voucherType?: number; code?: typeof code } = {},
  ) {
    latestPos += 2;
    const key = { companyId, production, posNumber: latestPos, voucherType };
    const substitute = latestPos + 1;
    const at = { companyId, production, name: "" };
    await owner.db.pointOfSale.create({ data: { ...at, number: substitute, authorization: "CAEA" } });
    await owner.db.pointOfSale.create({ data: { ...at, number: latestPos, contingencyPos: substitute } });
    await owner.db.$executeRaw`
      INSERT INTO sequence (company_id, production, pos_number, voucher_type, last_number, incarnation)
      VALUES (${companyId}, ${production}, ${substitute}, ${voucherType}, 0, current_incarnation())`;
    const line = { ...key, posNumber: substitute };
    await issueMore(line, count, under);
    return line;
  }

  /** The code under which sales move: they do so on the day of the database alone. */
  const today = argentineDay(Date.now());
  const present = await owner.db.caea.create({
    data: { companyId, production, ...fortnightOf(today), code: "26463476341977", reportBy: "20991231" },
  });

  type Dates = Partial<{ voucherDate: string; cae: string; caeExpirationDate: string }>;

  /** Vouchers are final, but for these tests. */
  const change = (ids: number[], data: Dates) =>
    owner.db.$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
      await tx.voucher.updateMany({ where: { id: { in: ids } }, data });
    });

  /** The vouchers of the sequence as of today. Afterwards they are as of the days that they had. */
  async function bringToToday({ posNumber, voucherType }: SequenceKey) {
    const where = { companyId, production, posNumber, voucherType };
    const earlier = await owner.db.voucher.findMany({ where, select: { id: true, voucherDate: true } });
    await change(
      earlier.map(({ id }) => id),
      { voucherDate: toFiscalDate(today) },
    );
    return async () => {
      for (const { id, voucherDate } of earlier) await change([id], { voucherDate });
    };
  }

  /** What moved today is of the fortnight of these tests. */
  async function bringToFortnight(ids: number[], { id, code: cae, validTo }: typeof code, voucherDate: string) {
    await change(ids, { voucherDate, cae: cae ?? "", caeExpirationDate: validTo });
    await owner.db.$executeRaw`
      UPDATE caea_report SET caea_id = ${id}, declared = jsonb_set(declared, '{voucherDate}', to_jsonb(${voucherDate}::text))
      WHERE voucher_id = ANY(${ids})`;
  }

  async function issueMore(line: SequenceKey, count: number, under = code): Promise<void> {
    const key = { ...line, posNumber: line.posNumber - 1 };
    const checked = checkIssuance(invoiceB({ posNumber: key.posNumber }));
    if (!checked.ok) throw new Error("the sample is not valid");
    const [{ periodStart }] = await owner.db.$queryRaw<[{ periodStart: string }]>`
      SELECT to_char(anchor, 'YYYY-MM-DD') AS "periodStart" FROM subscription WHERE company_id = ${companyId}`;
    const moves = [];
    for (let made = 0; made < count; made++) {
      const body = { ...checked.body, idempotency: `test-${randomUUID()}`, voucherDate: toFiscalDate(today) };
      const amounts = computeAmounts(body);
      const attempt = {
        key,
        body,
        amounts,
        declared: toDeclaration(body, amounts),
        vatRounding: "auto",
        requestId: "test",
      } as const;
      const more = {
        bodyHash: new Uint8Array(32),
        apiKeyId: caller.id,
        userEmail: null,
        periodStart,
        waitMs: 600_000,
        creditedId: null,
        movable: true,
      };
      const recorded = await recordIssuance(owner.db, { ...attempt, ...more });
      if (!recorded) throw new Error("nothing was recorded");
      moves.push({ ...attempt, ...recorded, code: { ...present, code: present.code ?? "" } });
    }
    const bringBack = await bringToToday(line);
    const { moved } = await failOverIssuances(db, key, line.posNumber, moves);
    if (moved.length !== count) throw new Error(`${moved.length} of ${count} were issued`);
    const ids = moved.map(({ voucherId }) => voucherId);
    await bringToFortnight(ids, under, under === code ? "20311110" : under.validFrom);
    await bringBack();
    await owner.db.caeaReport.updateMany({
      where: { posNumber: line.posNumber, state: "due" },
      data: { generatedAt, dueAt: aSecondAgo() },
    });
  }

  async function rowsOf({ posNumber, voucherType }: SequenceKey): Promise<ReportRow[]> {
    const rows = await owner.db.caeaReport.findMany({
      where: { posNumber, voucherType },
      orderBy: { voucherNumber: "asc" },
    });
    const codesOf = (messages: unknown) => (messages as { code: number }[] | null)?.map(({ code }) => code) ?? null;
    return rows.map(({ voucherNumber: number, state, errors, observations, attemptCount: tries }) => ({
      ...{ number, state, errors: codesOf(errors) ?? [], observations: codesOf(observations), tries },
    }));
  }

  afterAll(async () => {
    await evidence.stop();
    await Promise.all([owner.close(), issuer.close(), transport.close()]);
    await database.drop();
  });

  return {
    ...{ control, own, code, settings, deps, openIssuer, obtain, issue, issueMore, rowsOf },
    db: owner.db,
    /** One run of the reports of a sequence, by this issuer. */
    report: (line: SequenceKey, by = deps) => reportSequence(by, line),
    /** No back-off holds the sequence any longer. */
    async wake({ posNumber }: SequenceKey): Promise<void> {
      await owner.db.caeaReport.updateMany({ where: { posNumber }, data: { dueAt: aSecondAgo() } });
    },
    /** A login is possible at once, as it is a minute after the last one. */
    async forgetLogins(): Promise<void> {
      await owner.db.ticket.updateMany({ data: { loginAt: null } });
    },
    /** A person asks for another try, as the API does. */
    async tryAgain({ posNumber }: SequenceKey): Promise<void> {
      await owner.db.caeaReport.updateMany({
        where: { posNumber, state: "rejected" },
        data: { state: "due", dueAt: aSecondAgo() },
      });
    },
    /** The states of a sequence's reports, in the order of their numbers, equal neighbours once: `reported ×250`. */
    async statesOf(line: SequenceKey): Promise<string[]> {
      const states: { state: string; count: number }[] = [];
      for (const { state } of await rowsOf(line)) {
        const last = states.at(-1);
        if (last?.state === state) last.count += 1;
        else states.push({ state, count: 1 });
      }
      return states.map(({ state, count }) => (count === 1 ? state : `${state} ×${count}`));
    },
    /** The numbers that the authority has, in its order. */
    async takenOf({ posNumber: pos, voucherType: type }: SequenceKey): Promise<number[]> {
      return (await control.ledger({ cuit, pos, type })).map(({ number }) => number);
    },
    /** The numbers of each call that arrived for the sequence. */
    async callsOf({ posNumber: pos }: SequenceKey): Promise<number[][]> {
      return (await control.requests({ operation: "FECAEARegInformativo", pos })).map(({ numbers }) => numbers);
    },
  };
}

const aSecondAgo = () => new Date(Date.now() - 1_000);

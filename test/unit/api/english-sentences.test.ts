import { beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { ApiError, invalidBody } from "../../../api/http/errors.js";
import { explainUnavailable } from "../../../api/http/explain-unavailable.js";
import { nobodyServes, timedOut } from "../../../api/http/timed-out.js";
import { creditExceeds } from "../../../api/issuing/credit-exceeds.js";
import { type Eligibility, findObstacle } from "../../../api/issuing/eligibility.js";
import { failureOf, unconfirmed } from "../../../api/issuing/failure-of.js";
import { obstacleOfKey } from "../../../api/issuing/key-obstacle.js";
import { findUndefinedKeys } from "../../../api/issuing/undefined-keys.js";
import { findUnlisted } from "../../../api/issuing/unlisted.js";
import { explainBreach, handlingOf } from "../../../api/issuing/vat-rounding.js";
import { readCsv } from "../../../api/parsing/csv/read-csv.js";
import { readId } from "../../../api/parsing/read-id.js";
import { findIgnoredInPage, ignoredInPage } from "../../../api/parsing/read-page.js";
import { newApiKey } from "../../../api/schemas/api-key.js";
import { ordinaryIssuer, selectFce } from "../../../api/schemas/asked-fce.js";
import { batchFrame } from "../../../api/schemas/batch.js";
import { certificateRequest } from "../../../api/schemas/certificate.js";
import { judgeBody } from "../../../api/schemas/check-body.js";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { companyChanges, fiscalDataChanges, newCompany } from "../../../api/schemas/company.js";
import { contingencyTurn } from "../../../api/schemas/contingency.js";
import { emailSchedule } from "../../../api/schemas/email-schedule.js";
import { findLatePayment } from "../../../api/schemas/late-payment.js";
import { creditNoteShape } from "../../../api/schemas/note-request.js";
import { findOddRates } from "../../../api/schemas/odd-rates.js";
import { newPerson } from "../../../api/schemas/person.js";
import { newPointOfSale } from "../../../api/schemas/point-of-sale.js";
import { newWebhook } from "../../../api/schemas/webhook.js";
import { noOperatorCertificate, suggestionFor } from "../../../api/taxauth/authority-suggestions.js";
import { readFailure } from "../../../mailer/delivery.js";
import { describeFailure } from "../../../mailer/webhooks/describe-failure.js";
import { authorityProblemKinds } from "../../../shared/domain/authority-problem.js";
import { sayFailure } from "../../../shared/domain/delivery-failure.js";
import { refusedInHomologation } from "../../../shared/domain/homologation-mail.js";
import { notAsked } from "../../../shared/domain/issuance-outcome.js";
import { asLocalized, type LocalizedText } from "../../../shared/domain/localized-text.js";
import { predictProblems } from "../../../shared/domain/predictions/predict-problems.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { sayUrlProblem, webhookUrlProblem } from "../../../shared/domain/webhook-url.js";
import { RedisUnavailableError } from "../../../shared/queues/call-redis.js";
import { isSpanish } from "../../support/readers/said-texts.js";
import { cbu } from "../../support/samples/fce.js";
import { wrongFurtherData } from "../../support/samples/further-data.js";
import { invoiceA, invoiceB } from "../../support/samples/invoice.js";

/** The English of all that was said, as a line each. */
const lines = new Set<string>();
const said: LocalizedText[] = [];

function say(words: LocalizedText, line = words.en): void {
  lines.add(line);
  said.push(words);
}

const sayFault = ({ message }: { message: LocalizedText }): void => say(message);

/** Says what a call throws or gives as an error. */
async function sayError(make: () => unknown): Promise<void> {
  const error = await Promise.resolve()
    .then(make)
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) return;
  // Behind what the authority said.
  const own = error.message.replace(/^\(\d+\) [^.]*\.? ?/, "");
  say(error.said, `${error.status} ${error.code ?? "-"} ${own}`);
  error.faults?.forEach(sayFault);
}

const bad: unknown[] = [
  ...[undefined, null, true, -1, 0, 0.00001, 1, 1.23456789, 7, 99, 201, 203, 1e20, "", " ", "x", "\u0001", "\ud800"],
  ...["x".repeat(70_000), "20261331", "25/11/2026", "20-30405060-7", "30.405.060", "AAB123456", "2,02018E+10"],
  ...["30111222", "1".repeat(22), "1111111-1111111111111-11", "a b", "año@x.com", "dólar", "usd", "#FFFFFF", "#12345"],
  ...["2027-01-31", "2027-02-31T12:00:00Z", "20111111113", "https://u:p@x.com", "http://x.com", "https://x.com:25"],
  ...["https://localhost", "https://a b", "https:///", "own", "never", "A"],
  ...[[], {}, [{}], ["x"], [1], Array(1_001).fill({}), [{ key: "a" }, { key: "a" }], [{ email: "x" }]],
  ...[{ from: "20261122", to: "20261121" }, { from: "20261120", to: "20261130" }, { id: "DOL" }, { id: "pes" }],
  ...[{ id: "PES", quotation: 2 }, { mode: "x" }, { cbu: "1".repeat(22), alias: "x" }, { cancellation: true }],
  [{ voucherType: 6, posNumber: 99_999, voucherNumber: 99_999_999 }],
  [{ voucherType: 6, posNumber: 1, voucherNumber: 1, cuit: "20-1", date: "x" }],
  [{ description: "a", quantity: 1, price: 9, discount: 10, discountType: "amount", taxType: 5 }],
  [{ description: "a", quantity: -1, price: -9, discount: -10, taxType: 21 }, { discount: 101 }],
  [{ type: 99, baseAmount: 0.001, aliquot: 0.001, subtotal: 0, description: null }],
];

const withEach = function* (fields: string[], base: object = {}): Generator<Record<string, unknown>> {
  for (const field of fields) for (const value of bad) yield { ...base, [field]: value };
};

const shapes = {
  creditNoteShape,
  emailSchedule,
  batchFrame,
  newPointOfSale,
  newApiKey,
  fiscalDataChanges,
  companyChanges,
  newCompany,
  newPerson,
  certificateRequest,
  contingencyTurn,
  ofPublic: newWebhook(false),
  ofAny: newWebhook(true),
} as unknown as Record<string, z.ZodObject>;

const date = { voucherDate: "20261121" };
const issuer = { fce: { cbu, alias: null, transfer: "SCA" as const }, withheldA: true };
const services = { serviceFrom: "20260101", serviceTo: "20260102", serviceExpiration: "20260103" };

/** Bodies in whose fields something is wrong, or that the authority would refuse. */
function* bodies(): Generator<Record<string, unknown>> {
  const fields = Object.keys({ ...invoiceB(), ...services });
  const more = ["associatedVouchers", "associatedPeriod", "fce", "currency", "tributes", "emails", "legend"];
  const last = ["additionalData", "contingency", "activityCode", "saleCondition", "receiverTaxConditionId", "settings"];
  yield* withEach([...fields, ...more, ...last, "optionals", "activities", "buyers"], invoiceB(date));
  for (const voucherType of [1, 2, 3, 6, 8, 11, 13, 201, 202, 203, 206, 208, 211, 213])
    for (const concept of [1, 2])
      for (const over of variations()) yield invoiceB({ ...date, voucherType, concept, ...over });
}

const associated = (over: object) => ({
  associatedVouchers: [
    { voucherType: 6, posNumber: 1, voucherNumber: 1, cuit: "20111111112", date: "20261120", ...over },
  ],
});

function* variations(): Generator<object> {
  yield {};
  yield* wrongFurtherData();
  yield services;
  yield { ...services, serviceFrom: "20000101", serviceTo: "19990101", serviceExpiration: "19990101" };
  for (const voucherDate of ["20261101", "20261125", "20261202", "20261110", "20251121"])
    yield { ...services, serviceExpiration: "20271201", voucherDate };
  for (const voucherType of [1, 3, 6, 8, 11, 13, 201, 203, 206, 208, 211, 213]) {
    yield associated({ voucherType });
    yield { ...associated({ voucherType }), fce: { cancellation: true } };
  }
  yield associated({ posNumber: 99_999, voucherNumber: 99_999_999, date: "20261231" });
  yield { associatedVouchers: [...associated({}).associatedVouchers, ...associated({}).associatedVouchers] };
  yield { associatedPeriod: { from: "20261101", to: "20261120" } };
  yield { associatedPeriod: { from: "20261101", to: "20261120" }, ...associated({}) };
  for (const docType of [80, 86, 96, 99, 50, 12])
    for (const docNumber of ["0", "30111222", "20111111112", "30710151543", "23000000000", "20111111113"])
      for (const taxType of [1, 5, 6, 12]) yield { customer: { docType, docNumber, name: "a", taxType } };
  yield { items: [{ description: "a", quantity: 1, price: 90_000_000, taxType: 5 }] };
  yield { items: [{ description: "a", quantity: 9_999_999_999, price: 9_999_999, taxType: 5 }] };
  yield { items: [{ description: "a", quantity: 1, price: 0.01, taxType: 5 }] };
  yield { currency: { id: "XYZ", quotation: 2 } };
  yield { currency: { id: "USD", quotation: 2 } };
  yield { tributes: [{ type: 50, baseAmount: 1, aliquot: 1, subtotal: 0 }] };
  yield {
    tributes: [
      { type: 50, baseAmount: 1, aliquot: 1, subtotal: 5 },
      { type: 99, baseAmount: 1, aliquot: 1, subtotal: 5 },
    ],
  };
}

function sayBodies(): void {
  for (const body of bodies())
    for (const company of [issuer, ordinaryIssuer]) {
      const selected = selectFce(body);
      selected.ignored.forEach(sayFault);
      [...findOddRates(body)].forEach(sayFault);
      const checked = checkIssuance(selected.body, company);
      if (!checked.ok) {
        checked.faults.forEach(sayFault);
        continue;
      }
      const late = findLatePayment(checked.body, "20261121");
      if (late) sayFault(late);
      findUndefinedKeys(checked.body, { additionalDataKeys: [] }).forEach(sayFault);
      for (const taxType of [1, 6])
        for (const { field, message, code } of predictProblems({
          body: checked.body,
          amounts: checked.amounts,
          issuer: { cuit: "30710151543", taxType },
          today: "20261121",
          lastDate: "20261121",
        }))
          say(message, `${field.replace(/\d+/g, "#")}: ${code} ${message.en}`);
    }
}

async function sayUnlisted(): Promise<void> {
  const body = { optionals: [{ id: "9999" }], activities: [{ id: 999_999 }] };
  const askAuthority = async () => ({ outcome: "table", rows: [] });
  const deps = { askAuthority, config: { REQUEST_TIMEOUT_MS: 30_000 } } as unknown as Parameters<
    typeof findUnlisted
  >[0];
  const find = await findUnlisted(deps, {} as Tenant, "x", [body]);
  find(body).forEach(sayFault);
}

const files = [
  ..."idempotency\n|a,b\n1,2|idempotency,x\na|idempotency\na,b,c|idempotency,posNumber,posNumber\na,1,1".split("|"),
  'idempotency,comments\na,"x',
  'idempotency,comments\na,"x"y',
  'idempotency,comments\na,x"y',
  ...["1,5;", "1.500", "x", "1.234.567", "1,234.5", "2E+10", "2,02018E+10"].map(
    (price) => `idempotency;items.price;priceIncludesVat\na;${price};x`,
  ),
  "idempotency,posNumber\na,1\na,2",
  ...["idempotency~posNumber\na~1", "posNumber idempotency\n1 a"],
  `idempotency\n${Array.from({ length: 1_001 }, (_, at) => `k${at}\n`).join("")}`,
  `idempotency${",".repeat(600)}\n`,
  ...["PK\u0003\u0004xl/", "PK\u0003\u0004opendocument.spreadsheet", "PK\u0003\u0004.iwa", "PK\u0003\u0004", "%PDF"],
  ...["<html>", "<?xml version"],
];

async function sayFiles(): Promise<void> {
  for (const bytes of [...files.map((text) => Buffer.from(text)), Buffer.from([0xff, 0xfe, 0x41])])
    await sayError(async () => {
      const { faults, ignored } = await readCsv(bytes, null);
      faults.forEach(sayFault);
      [...ignored].forEach(sayFault);
    });
}

const usage = {
  ...{ monthlyVouchers: 1_500, extra: 0, usedProduction: 1_500, usedHomologation: 0, reserved: 0 },
  ...{ anchor: "2026-01-15", periodStart: "2026-11-15" },
};

function standings(): Eligibility[] {
  const good = {
    ...{ subscription: { until: "2027-01-01" }, usage: { ...usage, extra: 5 }, today: "2026-11-21", posNumber: 3 },
    ...{ posEnabled: true, posAuthorization: "CAE", additionalDataKeys: [], hasCertificate: true, isDelegated: false },
    expired: null,
  } as unknown as Eligibility;
  const but = (over: object) => ({ ...good, ...over });
  return [
    but({ subscription: null }),
    but({ posEnabled: null }),
    but({ posEnabled: false }),
    but({ posAuthorization: "CAEA" }),
    but({ hasCertificate: false }),
    but({ hasCertificate: false, isDelegated: true }),
    ...[false, true].map((isDelegated) =>
      but({ hasCertificate: false, isDelegated, expired: { on: "2026-11-28", alias: "talonario" } }),
    ),
    but({ usage }),
  ];
}

async function sayIssuing(): Promise<void> {
  for (const standing of standings()) await sayError(() => findObstacle(standing));
  const body = invoiceA({
    ...date,
    items: [1, 2, 3, 4].map(() => ({ description: "a", quantity: 1, price: 0.13, taxType: 5 })),
  });
  const checked = checkIssuance(body);
  const asked = checked.ok ? checked.body : null;
  const failed = { posNumber: 2, voucherType: 11, body: asked, standing: null, usage, retryAfterMs: 900 };
  for (const code of ["SUBSCRIPTION_QUOTA_EXCEEDED", "TAXAUTH_UNCONFIRMED"] as const)
    for (const of of [usage, null]) await sayError(() => failureOf({ code }, { ...failed, usage: of }));
  for (const turn of ["busy", "needsOperator", "databaseHeld", "nobodyServes", "unknown"] as const)
    await sayError(() => failureOf({ code: "VOUCHER_LOCK_TIMEOUT" }, { ...failed, turn }));
  await sayError(() => unconfirmed({ needsOperator: true }));
  await sayError(() => unconfirmed({ isHeld: true }));
  const standing = { issuer: { cuit: "30710151543", taxType: 6 }, today: "20261121", lastDate: "20261121" };
  for (let code = 9_999; code <= 10_400; code += 1)
    for (const msg of ["Texto.", "registrada como PYME", "Domicilio Fiscal Electrónico", "domicilio", "CUIT inactiva"])
      for (const of of [null, standing])
        await sayError(() =>
          failureOf({ code: "TAXAUTH_ERROR", reasons: [{ code, msg }] }, { ...failed, standing: of }),
        );
  for (const msg of ["periodo de inicio", "sujeta a retención", "monotributo", "otra"])
    await sayError(() => failureOf({ code: "TAXAUTH_ERROR", reasons: [{ code: 10_000, msg }] }, failed));
  const vatRows = [{ taxType: 5, rate: "21", base: "100.00", amount: "21.00" }];
  const ofItsVat = { vat: "21.00", total: "121.00", vatRows };
  for (const priceIncludesVat of [true, false])
    for (const isPartlyCredited of [true, false]) {
      const original = {
        posNumber: 1,
        voucherType: 6,
        voucherNumber: 12,
        payload: { priceIncludesVat },
        amounts: ofItsVat,
      };
      await sayError(() =>
        creditExceeds({ original } as never, { asked: "150.00", left: "100.50", currency: "DOL", isPartlyCredited }),
      );
    }
  for (const why of ["barred", "unverified", "imported", "elsewhere"] as const)
    await sayError(() =>
      obstacleOfKey({ why, posNumber: 7, voucherType: 8, isOpenThere: true } as never, asked as never),
    );
  for (const handling of Object.values(handlingOf)) say(handling);
  say(explainBreach({ rate: "21", base: "1.00", amount: "0.20", expected: "0.21" } as never));
}

async function sayAuthority(): Promise<void> {
  const operator = { taxId: "30000000007", alias: "talonario" };
  const pendingUntil = "2026-11-22T12:00:00.000Z";
  for (const kind of authorityProblemKinds)
    for (const services of [["wsfe"], ["wsfe", "wsfecred"], ["other"]])
      for (const posNumbers of [[3], [3, 4]])
        for (const delegation of [
          undefined,
          { production: true, taxId: "20111111112", operator: null },
          { production: true, taxId: "20111111112", operator, lacks: "service" as const },
          { production: true, taxId: "20111111112", operator, lacks: "company" as const, pendingUntil },
          { production: false, taxId: "20111111112", operator, lacks: "company" as const, pendingUntil },
        ]) {
          const problem = { kind, services, detail: "lo dijo", posNumbers, delegation };
          say(suggestionFor(problem));
          await sayError(() =>
            failureOf(notAsked(problem), { posNumber: 1, voucherType: 6, body: null, standing: null, usage: null }),
          );
        }
  say(noOperatorCertificate);
}

const awayOf = (error: unknown): LocalizedText => explainUnavailable(error)?.message ?? asLocalized("nothing is away");

const routes = ["/invoices", "/invoices/preview", "/taxauth/status", "/taxauth/padron/:cuit", "/audit-log", "/quota"];

async function sayRequests(): Promise<void> {
  for (const method of ["GET", "POST"]) for (const route of routes) await sayError(() => timedOut(method, route));
  await sayError(() => nobodyServes());
  await sayError(() => readId("x", "voucher_id", "voucher"));
  for (const query of ["limit=0&offset=x", "other=1"]) {
    findIgnoredInPage(new URLSearchParams(query)).forEach(sayFault);
    [...ignoredInPage(new URLSearchParams(query))].forEach(sayFault);
  }
  for (const code of ["08006", "57P03", "53100", "53300", "25006", "28000"]) say(awayOf({ code }));
  say(awayOf(new RedisUnavailableError("away")));
  const fault = { field: "name", message: { en: "must not be empty", es: "Falta completar este dato." } };
  for (const faults of [[fault], [fault, fault], [fault, fault, fault], [{ ...fault, field: null }]])
    await sayError(() => invalidBody(faults));
}

function sayDeliveries(): void {
  const codes = "ECONNREFUSED ENOTFOUND EHOSTUNREACH ETIMEDOUT CERT_HAS_EXPIRED ERR_TLS_CERT_ALTNAME_INVALID EPROTO";
  const more = "SELF_SIGNED_CERT_IN_CHAIN HPE_INVALID HPE_HEADER_OVERFLOW ECONNRESET UND_ERR_SOCKET OTHER";
  for (const code of `${codes} ${more}`.split(" "))
    say(sayFailure(describeFailure(Object.assign(new Error("x"), { code })).error));
  for (const url of ["x", "https://a b", "http://x.com", "https://x.com:25", "https://u:p@x.com", "https://localhost"])
    for (const allowed of [true, false]) {
      const problem = webhookUrlProblem(url, allowed);
      if (problem) say(sayUrlProblem(problem));
    }
  for (const code of ["EENVELOPE", "ECONNECTION"])
    for (const wasHandedOver of [true, false])
      lines.add(readFailure(Object.assign(new Error("x"), { code }), wasHandedOver).answer);
  for (const homologationMail of ["own", "domain"] as const)
    lines.add(refusedInHomologation("a@x.com", { accountEmail: "b@y.com", homologationMail }) ?? "");
}

beforeAll(async () => {
  for (const schema of Object.values(shapes))
    for (const body of withEach(Object.keys(schema.shape))) {
      const judged = judgeBody(schema, body);
      if (!judged.ok) judged.faults.forEach(sayFault);
    }
  const judged = judgeBody(newPerson, []);
  if (!judged.ok) judged.faults.forEach(sayFault);
  sayBodies();
  await sayUnlisted();
  await sayFiles();
  await sayIssuing();
  await sayAuthority();
  await sayRequests();
  sayDeliveries();
});

test("the English is what it was, to the letter", async () => {
  await expect(`${[...lines].toSorted().join("\n")}\n`).toMatchFileSnapshot("english-sentences.txt");
});

test("a voucher, a numbering and a refusal's code that the English names, the Spanish names too", () => {
  const keys = ({ en }: LocalizedText) =>
    en.match(/(?<![\w-])(?!\d{4}-\d\d-\d\d)\d+-\d+(-\d+)?(?![\w-])|^\(\d+\)/g) ?? [];
  const named = said.filter((words) => keys(words).length > 0);
  expect(named.length).toBeGreaterThan(8);
  const lacking = named.filter((words) => !keys(words).every((key) => words.es.includes(key)));
  expect(lacking.map(({ en, es }) => `${en} | ${es}`)).toEqual([]);
  const behind = said.filter(({ en, es }) => /^\(\d+\)/.test(en) !== /^\(\d+\)/.test(es));
  expect(behind.map(({ en, es }) => `${en} | ${es}`)).toEqual([]);
});

test("all of it has its Spanish: a whole sentence, in which nothing stays English", () => {
  expect(said.length).toBeGreaterThan(500);
  // To a person an attempt is told behind other words: so it begins small.
  const wrong = said.filter(({ es, app = es }) => !isSpanish(es) || !isSpanish(`Dijo: ${app.replace(/[^.]$/, "$&.")}`));
  expect([...new Set(wrong.map(({ en, es, app }) => `${en} | ${es} | ${app}`))]).toEqual([]);
});

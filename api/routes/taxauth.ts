import { type Context, Hono } from "hono";
import { getActingCertificate } from "../../shared/db/company/certificates.js";
import { listNotices } from "../../shared/db/company/notices.js";
import {
  type AuthorityAsk,
  authorityTables,
  type ServiceDelegation,
  type StatusCheck,
} from "../../shared/db/issuer-requests/authority-question.js";
import { argentineDay, isFiscalDate, toFiscalDate } from "../../shared/domain/calendar.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { RegistryPerson } from "../../shared/domain/registry-person.js";
import { isTaxId } from "../../shared/domain/tax-id.js";
import { localize, type Translate } from "../http/answer-language.js";
import type { ApiEnv } from "../http/env.js";
import { notFound } from "../http/errors.js";
import { noInput } from "../parsing/no-input.js";
import { type FindIgnored, ignoredParameter, readQuery, unknownBut } from "../parsing/read-query.js";
import type { ReadingDeps } from "../reports/deps.js";
import { fieldFault } from "../schemas/check-body.js";
import { noDate } from "../schemas/day-words.js";
import { isDni, notDni, taxIdOf } from "../schemas/digits.js";
import { suggestionFor, unavailable } from "../taxauth/authority-suggestions.js";
import { builtInTables, ownTables, tableNames, toTableResult } from "../taxauth/code-tables.js";

/** There is a built-in copy of each table, so a client does not wait long for the authority's. */
const tableWaitMs = 5_000;

/** `/{company_id}/taxauth`. Source: api/README.md, "Endpoints"; api/README.md, "Further paths". */
export const taxauth = (deps: ReadingDeps) => {
  const ask = (c: Context<ApiEnv>, question: AuthorityAsk, waitMs = deps.config.REQUEST_TIMEOUT_MS) =>
    deps.askAuthority(c.get("caller"), question, { requestId: c.get("requestId"), waitMs });

  return new Hono<ApiEnv>()
    .get("/padron/:cuit", noInput, async (c) => {
      const taxId = readTaxId(c.req.param("cuit"));
      const answer = await ask(c, { kind: "person", taxId });
      if (answer.outcome === "unavailable") throw unavailable(answer.problem);
      if (answer.outcome !== "person") throw notFound(noPerson);

      return c.json({ ok: true, result: toPersonResult(answer.person, answer.partial) });
    })

    .get("/status", noInput, async (c) => {
      const answer = await ask(c, { kind: "status" });
      if (answer.outcome !== "status") throw new Error(`the status was answered with ${answer.outcome}`);
      const { connection, authentication, issuance, registry, fce } = answer;
      const translate = localize(c);

      return c.json({
        ok: true,
        result: {
          connection: toCheckResult(connection, translate),
          authentication: toCheckResult(authentication, translate),
          issuance: toCheckResult(issuance, translate),
          registry: toCheckResult(registry, translate),
          ...(fce && { fce: toCheckResult(fce, translate) }),
        },
      });
    })

    .get("/delegation", noInput, async (c) => {
      const caller = c.get("caller");
      const acting = await getActingCertificate(deps.reading.of(caller), caller);
      const answer = await ask(c, { kind: "delegation" });
      if (answer.outcome !== "delegation") throw new Error(`the delegation was answered with ${answer.outcome}`);

      const translate = localize(c);
      return c.json({
        ok: true,
        result: { ...acting, services: answer.services.map((service) => toServiceResult(service, translate)) },
      });
    })

    .get("/notices", noInput, async (c) => {
      const caller = c.get("caller");
      const result = await listNotices(deps.reading.of(caller), caller);

      return c.json({ ok: true, total: result.length, result });
    })

    .get("/fce/:cuit", async (c) => {
      const taxId = readTaxId(c.req.param("cuit"));
      const date = readDate(c) ?? toFiscalDate(argentineDay(deps.now()));
      const answer = await ask(c, { kind: "fceObligation", taxId, date });
      if (answer.outcome === "unavailable") throw unavailable(answer.problem);
      if (answer.outcome !== "fceObligation") throw new Error(`the obligation was answered with ${answer.outcome}`);
      const { required, minimumAmount } = answer;

      return c.json({ ok: true, result: { required, minimumAmount } });
    })

    .get("/tables/:name", noInput, async (c) => {
      const name = c.req.param("name");
      const table = authorityTables.find((one) => one === name);
      const rows = table
        ? await ask(c, { kind: "table", table }, Math.min(tableWaitMs, deps.config.REQUEST_TIMEOUT_MS)).then(
            (answer) => (answer.outcome === "table" ? answer.rows : builtInTables[table]),
            () => builtInTables[table],
          )
        : Object.hasOwn(ownTables, name) && ownTables[name];
      if (!rows)
        throw notFound({
          en: `There is no table ${name}: name is one of ${tableNames.join(", ")}.`,
          es: `No hay una tabla ${name}: elegí una de estas: ${tableNames.join(", ")}.`,
        });

      return c.json({ ok: true, total: rows.length, result: toTableResult(name, rows) });
    })

    .get("/quotation/:currency", async (c) => {
      const currency = c.req.param("currency").toUpperCase();
      const date = readDate(c);
      if (currency === "PES") {
        const today = toFiscalDate(argentineDay(deps.now()));
        return c.json({ ok: true, result: { currency, quotation: 1, date: date ?? today } });
      }
      if (!/^[A-Z0-9]{3}$/.test(currency)) throw notFound(noCurrency);
      const answer = await ask(c, { kind: "quotation", currency, date });
      if (answer.outcome === "unavailable") throw unavailable(answer.problem);
      if (answer.outcome !== "quotation") throw noQuotation();

      return c.json({ ok: true, result: { currency, quotation: answer.quotation, date: answer.date } });
    });
};

/** As it is printed too: 20-30405060-7. @throws ApiError 400 */
function readTaxId(text: string): string {
  const taxId = taxIdOf(text);
  if (isTaxId(taxId)) return taxId;
  throw fieldFault("cuit", isDni(taxId) ? notDni : noTaxId);
}

/** The query's date. An invalid one counts as none. Source: api/README.md, "Versioning". */
function readDate(c: Context<ApiEnv>): string | null {
  const date = readQuery(c, ignoredBesideDate).get("date") ?? "";
  return isFiscalDate(date) ? date : null;
}

const ignoredBesideDate: FindIgnored = (query) => [
  ...unknownBut("date")(query),
  ...(query.getAll("date").every(isFiscalDate) ? [] : [ignoredParameter("date", noDate)]),
];

const noPerson: LocalizedText = {
  en: "The tax authority's registry does not know this tax id.",
  es: "ARCA no tiene ese CUIT en el padrón: revisalo.",
  app: "ARCA no tiene ese CUIT en el padrón: revisalo o completá los datos a mano.",
};

const noCurrency: LocalizedText = {
  en: "There is no such currency: currency must be a code of 3 letters or digits, such as DOL.",
  es: "No hay tal moneda: el código tiene 3 letras o números, como DOL.",
  app: "No hay tal moneda: elegí una de la lista.",
};

const noQuotation = () =>
  notFound({
    en: "The tax authority has no quotation for this currency.",
    es: "ARCA no tiene cotización de esa moneda para ese día.",
    app: "ARCA no tiene cotización de esa moneda para ese día: escribila a mano.",
  });

const noTaxId: LocalizedText = {
  en: "must be a tax id: 11 digits, the last of which checks the others",
  es: "No es válido: revisá los 11 dígitos.",
};

const toCheckResult = ({ ms, problem }: StatusCheck, translate: Translate) =>
  problem ? { ok: false, ms, problem: problem.kind, suggestion: translate(suggestionFor(problem)) } : { ok: true, ms };

const toServiceResult = ({ name, authorized, problem }: ServiceDelegation, translate: Translate) => ({
  name,
  authorized,
  ...(problem && { suggestion: translate(suggestionFor(problem)) }),
  ...(problem?.delegation?.pendingUntil && { pendingUntil: problem.delegation.pendingUntil }),
});

/** `docNumber` is a number here. Source: api/README.md, "GET /{company_id}/taxauth/padron/{cuit}". */
const toPersonResult = (
  { taxId, docType, kind, name, isActive, ...person }: RegistryPerson,
  isPartial: boolean | undefined,
) => ({
  docType,
  docNumber: Number(taxId),
  name,
  personType: kind,
  taxCondition: person.taxCondition,
  stateId: person.stateId,
  address: person.address,
  status: isActive === null ? null : isActive ? "ACTIVE" : "INACTIVE",
  activities: person.activities,
  ...(isPartial && { partial: true }),
});

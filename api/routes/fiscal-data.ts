import { Hono } from "hono";
import { type ActingCertificate, getActingCertificate } from "../../shared/db/company/certificates.js";
import { type Company, getCompany } from "../../shared/db/company/companies.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { ApiEnv } from "../http/env.js";
import { unauthorized } from "../http/errors.js";
import { requireSubscription } from "../middleware/require-subscription.js";
import { changeCompany } from "../operations/companies.js";
import { noInput } from "../parsing/no-input.js";
import { readBody } from "../parsing/read-body.js";
import { fieldFault } from "../schemas/check-body.js";
import { fiscalDataChanges } from "../schemas/company.js";
import type { ApiDeps } from "./deps.js";
import { operatorOf } from "./operator-of.js";

/**
 * `/{company_id}/fiscal-data`: the company's own, the same in both environments. A person changes them in production only.
 * Source: api/README.md, "The web application".
 */
export const fiscalData = (deps: ApiDeps) =>
  new Hono<ApiEnv>()
    .get("/", noInput, async (c) => {
      const caller = c.get("caller");
      const db = deps.reading.of(caller);
      const [company, acting] = await Promise.all([getCompany(db, caller.companyId), getActingCertificate(db, caller)]);

      return c.json({ ok: true, result: toFiscalData(company, acting) });
    })

    .patch("/", requireSubscription(deps), async (c) => {
      const { userEmail, production } = c.get("caller");
      if (userEmail !== null && !production) throw unauthorized(onlyInProduction);
      const { cuit, certificate, ...changes } = await readBody(c, fiscalDataChanges);
      const operator = operatorOf(c, deps);
      if (cuit !== undefined && cuit !== (await getCompany(operator.db, operator.companyId)).cuit)
        throw fieldFault("cuit", readOnly.cuit);
      const acting = await getActingCertificate(operator.db, operator);
      if (certificate !== undefined && certificate.mode !== acting.mode)
        throw fieldFault("certificate.mode", readOnly.mode);
      const { result: company } = await changeCompany(operator, changes);
      deps.callers.clear();

      return c.json({ ok: true, result: toFiscalData(company, acting) });
    });

const onlyInProduction: LocalizedText = {
  en: "Both environments share the fiscal data: a person changes them in production.",
  es: "Los datos fiscales son de los dos ambientes: cambialos en Producción.",
};

const readOnly = {
  cuit: {
    en: "is read only: a company of another tax id is another company",
    es: "No se puede cambiar: con otro CUIT es otra empresa.",
  },
  mode: {
    en: "is read only: the operator of this service says whose certificate acts",
    es: "Lo decide quien opera el servicio: pedíselo.",
  },
};

const toFiscalData = (
  {
    accountEmail: _email,
    homologationMail: _mail,
    invitations: _invitations,
    certificateMode: _mode,
    ...company
  }: Company,
  { mode, operatorCuit }: ActingCertificate,
) => {
  const { id: _id, code: _code, created: _created, ...fields } = company;
  return { ...fields, certificate: { mode, cuit: mode === "own" ? company.cuit : operatorCuit } };
};

import { Hono } from "hono";
import { type Company, getCompany } from "../../shared/db/company/companies.js";
import type { ApiDeps, ApiEnv } from "../environment.js";
import { unauthorized } from "../errors.js";
import { requireSubscription } from "../middleware/require-subscription.js";
import { changeCompany } from "../operations/companies.js";
import { operatorOf } from "../operator-of.js";
import { noInput } from "../request/no-input.js";
import { readBody } from "../request/read-body.js";
import { fieldFault } from "../schemas/check-body.js";
import { fiscalDataChanges } from "../schemas/company.js";

/**
 * `/{company_id}/fiscal-data`: the company's own, the same in both environments. A person changes them in production only.
 * Source: api/README.md, "The web application".
 */
export const fiscalData = (deps: ApiDeps) =>
  new Hono<ApiEnv>()
    .get("/", noInput, async (c) => {
      const caller = c.get("caller");
      const company = await getCompany(deps.reading.of(caller), caller.companyId);

      return c.json({ ok: true, result: toFiscalData(company) });
    })

    .patch("/", requireSubscription(deps), async (c) => {
      const { userEmail, production } = c.get("caller");
      if (userEmail !== null && !production)
        throw unauthorized("Both environments share the fiscal data: a person changes them in production.");
      const { cuit, ...changes } = await readBody(c, fiscalDataChanges);
      const operator = operatorOf(c, deps);
      if (cuit !== undefined && cuit !== (await getCompany(operator.db, operator.companyId)).cuit)
        throw fieldFault("cuit", "is read only: a company of another tax id is another company");
      const { result: company } = await changeCompany(operator, changes);
      deps.callers.clear();

      return c.json({ ok: true, result: toFiscalData(company) });
    });

const toFiscalData = ({ accountEmail: _email, homologationMail: _mail, ...company }: Company) => {
  const { id: _id, code: _code, created: _created, ...fields } = company;
  return fields;
};

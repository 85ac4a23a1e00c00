import { type Context, Hono } from "hono";
import type { AppEnv } from "../frame/app-env.js";
import { resultOf } from "../frame/result-of.js";
import { back, show } from "../layout/show.js";
import { type FormErrors, refusedBy } from "../settings/refusal.js";
import { mayAs, only } from "../sign-in/enter-company.js";
import { changesOf, type FiscalData, type FiscalDataValues, form, valuesOf } from "./fiscal-data.js";
import { FiscalDataPage } from "./page.js";

const section = "fiscal-data";
const said = { changed: "Los datos fiscales quedaron guardados. Valen en los dos ambientes." };

/** `…/fiscal-data`: shown in both environments, changed in production. */
export const fiscalDataPages = () =>
  new Hono<AppEnv>()
    .get("/fiscal-data", (c) => showData(c))

    .post("/fiscal-data", only("owner"), async (c) => {
      const values = form.read(c.get("form"));
      const { ok, error, status } = await c.get("api").patch<FiscalData>("/fiscal-data", changesOf(values));
      if (ok) return back(c, "/fiscal-data", "changed");
      // In homologation the API lets no person change them, whatever their role.
      return showData(c, { values, refused: refusedBy(error), status: status === 401 ? 403 : 400 });
    });

interface ResubmittedFiscalData {
  values: FiscalDataValues;
  refused: FormErrors;
  status: 400 | 403;
}

async function showData(c: Context<AppEnv>, again?: ResubmittedFiscalData) {
  const visit = c.get("visit");
  const data = resultOf(await c.get("api").get<FiscalData>("/fiscal-data"));
  const page = (
    <FiscalDataPage
      visit={visit}
      data={data}
      values={again?.values ?? valuesOf(data)}
      mayConfigure={mayAs(visit.role, "owner")}
      refused={again?.refused}
    />
  );
  return show(c, { title: "Datos fiscales", section, said }, page, again?.status);
}

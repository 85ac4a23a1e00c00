import { type Context, Hono } from "hono";
import { findLogoKey } from "../../../shared/db/company/points-of-sale.js";
import { NotStoredError } from "../../../shared/storage/not-stored-error.js";
import { readAnswer } from "../frame/api-client.js";
import { type AppEnv, tenantOf } from "../frame/app-env.js";
import type { AppDeps } from "../frame/deps.js";
import { file, text } from "../frame/form.js";
import { readOffset } from "../frame/read-offset.js";
import { listAll, listOf, resultOf } from "../frame/result-of.js";
import { noPage } from "../layout/errors.js";
import { back, show } from "../layout/show.js";
import { type FormErrors, refusedBy } from "../settings/refusal.js";
import { mayAs, only } from "../sign-in/enter-company.js";
import { Addition } from "./addition.js";
import { PointsOfSale } from "./list.js";
import { One } from "./one.js";
import {
  additionOf,
  changesOf,
  type ListedPointOfSale,
  noValues,
  type PointOfSaleValues,
  readValues,
  valuesOf,
} from "./values.js";

const section = "points-of-sale";
/** Rows of a page of the list. */
const limit = 50;

const said = {
  added: "El punto de venta quedó agregado.",
  changed: "Los cambios quedaron guardados.",
  enabled: "El punto de venta está habilitado.",
  disabled: "El punto de venta está deshabilitado.",
  logo: "El logo quedó guardado.",
  bare: "El logo quedó quitado.",
};

/** `…/points-of-sale`. Source: api/app/README.md. */
export const pointOfSalePages = ({ reading, storage }: Pick<AppDeps, "reading" | "storage">) => {
  const one = "/points-of-sale/:number{[0-9]{1,5}}";

  return (
    new Hono<AppEnv>()
      .get("/points-of-sale", async (c) => {
        const offset = readOffset(c);
        const answer = await c.get("api").get<ListedPointOfSale[]>(`/points-of-sale?limit=${limit}&offset=${offset}`);
        const list = { ...listOf(answer), limit, offset };
        const visit = c.get("visit");
        return show(
          c,
          { title: "Puntos de venta", section, said },
          <PointsOfSale visit={visit} {...list} mayConfigure={mayAs(visit.role, "owner")} />,
        );
      })

      .get("/points-of-sale/new", only("owner"), (c) => showAddition(c, noValues))

      .post("/points-of-sale/new", only("owner"), async (c) => {
        const values = readValues(c.get("form"));
        const { ok, error, result } = await c.get("api").post<ListedPointOfSale>("/points-of-sale", additionOf(values));
        if (!ok) return showAddition(c, values, refusedBy(error));
        return back(c, `/points-of-sale/${result.number}`, "added");
      })

      .get(one, (c) => showOne(c))

      .post(one, only("owner"), async (c) => {
        const values = readValues(c.get("form"));
        const { ok, error } = await c.get("api").patch(ofApi(c), changesOf(values));
        return ok ? back(c, ofApi(c), "changed") : showOne(c, { values, refused: refusedBy(error) });
      })

      .post(`${one}/enabled`, only("owner"), async (c) => {
        const enabled = text(c.get("form"), "enabled") === "true";
        const { ok, error } = await c.get("api").patch(ofApi(c), { enabled });
        return ok ? back(c, ofApi(c), enabled ? "enabled" : "disabled") : showOne(c, { refused: refusedBy(error) });
      })

      .post(`${one}/logo`, only("owner"), async (c) => {
        const logo = file(c.get("form"), "logo");
        if (!logo) return showOne(c, { logoFault: "Elegí un archivo PNG o JPEG." });
        const body = new Uint8Array(await logo.arrayBuffer());
        const headers = { "content-type": typeOf(body) };
        const { ok, error } = await readAnswer(await c.get("api").send("PUT", `${ofApi(c)}/logo`, { body, headers }));
        if (ok) return back(c, ofApi(c), "logo");
        const { beside, sentence } = refusedBy(error);
        return showOne(c, { logoFault: beside[0]?.message ?? sentence });
      })

      .post(`${one}/logo-removal`, only("owner"), async (c) => {
        const { ok, error } = await c.get("api").delete(`${ofApi(c)}/logo`);
        return ok ? back(c, ofApi(c), "bare") : showOne(c, { refused: refusedBy(error) });
      })

      // Where a form was sent to leads to the page that it stands on.
      .on("GET", [`${one}/enabled`, `${one}/logo`, `${one}/logo-removal`], (c) => back(c, ofApi(c)))

      .get(`${one}/logo-image`, async (c) => {
        const tenant = tenantOf(c.get("visit"));
        const key = await findLogoKey(reading.of(tenant), tenant, Number(c.req.param("number")));
        const bytes = key ? await storage.read(key).catch(ifMissing) : undefined;
        if (!bytes) throw noPage();
        return c.body(Uint8Array.from(bytes), 200, { "content-type": typeOf(bytes) });
      })
  );
};

/** The path of the same point of sale in the API, which is that of its page as well. */
const ofApi = (c: Context<AppEnv>) => `/points-of-sale/${c.req.param("number")}`;

/** By the bytes, as the API checks them: a browser guesses by the file's name. */
const typeOf = (bytes: Uint8Array) => (bytes[0] === 0x89 ? "image/png" : "image/jpeg");

function ifMissing(error: unknown): undefined {
  if (!(error instanceof NotStoredError)) throw error;
}

/** The points of sale that can stand in for others. */
async function findSubstitutes(c: Context<AppEnv>): Promise<ListedPointOfSale[]> {
  const all = await listAll<ListedPointOfSale>(c.get("api"), "/points-of-sale");
  return all.filter(({ authorization }) => authorization === "CAEA");
}

async function showAddition(c: Context<AppEnv>, values: PointOfSaleValues, refused?: FormErrors) {
  const visit = c.get("visit");
  const page = <Addition visit={visit} values={values} substitutes={await findSubstitutes(c)} refused={refused} />;
  return show(c, { title: "Agregar un punto de venta", section }, page, refused ? 400 : 200);
}

interface ResubmittedPointOfSale {
  values?: PointOfSaleValues;
  refused?: FormErrors;
  logoFault?: string;
}

async function showOne(c: Context<AppEnv>, { values, refused, logoFault }: ResubmittedPointOfSale = {}) {
  const visit = c.get("visit");
  const pos = resultOf(await c.get("api").get<ListedPointOfSale>(ofApi(c)));
  const mayConfigure = mayAs(visit.role, "owner");
  const page = (
    <One
      visit={visit}
      pos={pos}
      values={values ?? valuesOf(pos)}
      substitutes={mayConfigure ? await findSubstitutes(c) : []}
      mayConfigure={mayConfigure}
      refused={refused}
      logoFault={logoFault}
    />
  );
  return show(c, { title: `Punto de venta ${pos.number}`, section, said }, page, refused || logoFault ? 400 : 200);
}

import { type Context, Hono } from "hono";
import type { AppEnv } from "../frame/app-env.js";
import type { AppDeps } from "../frame/deps.js";
import { text } from "../frame/form.js";
import { readOffset } from "../frame/read-offset.js";
import { back, show } from "../layout/show.js";
import { type FormErrors, refusedBy } from "../settings/refusal.js";
import { mayAs, only } from "../sign-in/enter-company.js";
import { Addition } from "./addition.js";
import { type ApiKeyValues, additionOf, type CreatedApiKey, listApiKeys, readValues, usual } from "./api-key.js";
import { ApiKeys } from "./list.js";
import { AlreadyMade, Made } from "./made.js";

const section = "api-keys";
/** Rows of a page of the list. */
const limit = 50;

const said = { revoked: "La clave quedó revocada." };

/** `…/api-keys`. */
export const apiKeyPages = ({ now }: Pick<AppDeps, "now">) => {
  async function showList(c: Context<AppEnv>, refused?: FormErrors) {
    const visit = c.get("visit");
    const list = { visit, keys: await listApiKeys(c.get("api")), limit, offset: readOffset(c), nowMs: now(), refused };
    const page = <ApiKeys {...list} mayConfigure={mayAs(visit.role, "owner")} />;
    return show(c, { title: "Claves de API", section, said }, page, refused ? 400 : 200);
  }

  return new Hono<AppEnv>()
    .get("/api-keys", (c) => showList(c))

    .get("/api-keys/new", only("owner"), async (c) => {
      const newest = (await listApiKeys(c.get("api"))).at(-1)?.id ?? 0;
      return showAddition(c, usual, newest);
    })

    .post("/api-keys/new", only("owner"), async (c) => {
      const api = c.get("api");
      const form = c.get("form");
      const values = readValues(form);
      const newest = Number(text(form, "newest")) || 0;
      // A page that is loaded again sends its form again.
      const isRepeated = (await listApiKeys(api)).some(({ id, name }) => id > newest && name === values.name);
      if (isRepeated)
        return show(
          c,
          { title: "Clave de API", section },
          <AlreadyMade visit={c.get("visit")} name={values.name} />,
          409,
        );
      const { ok, result, error } = await api.post<CreatedApiKey>("/api-keys", additionOf(values));
      if (!ok) return showAddition(c, values, newest, refusedBy(error));
      return show(c, { title: "Clave de API creada", section }, <Made visit={c.get("visit")} made={result} />, 201);
    })

    .post("/api-keys/:id{[0-9]+}/revocation", only("owner"), async (c) => {
      const { ok, error } = await c.get("api").delete(`/api-keys/${c.req.param("id")}`);
      return ok ? back(c, "/api-keys", "revoked") : showList(c, refusedBy(error));
    })

    .get("/api-keys/:id{[0-9]+}/revocation", (c) => back(c, "/api-keys"));
};

function showAddition(c: Context<AppEnv>, values: ApiKeyValues, newest: number, refused?: FormErrors) {
  const page = <Addition visit={c.get("visit")} values={values} newest={newest} refused={refused} />;
  return show(c, { title: "Crear una clave de API", section }, page, refused ? 400 : 200);
}

import { type Context, Hono } from "hono";
import type { AppEnv } from "../frame/app-env.js";
import { text } from "../frame/form.js";
import { readOffset } from "../frame/read-offset.js";
import { listOf, resultOf } from "../frame/result-of.js";
import { back, show } from "../layout/show.js";
import { type FormErrors, refusedBy } from "../settings/refusal.js";
import { mayAs, only } from "../sign-in/enter-company.js";
import { Addition } from "./addition.js";
import { readState } from "./deliveries.js";
import { OneDelivery } from "./delivery.js";
import { Webhooks } from "./list.js";
import { One } from "./one.js";
import { AlreadyMade, AlreadyRotated, Made, Rotated } from "./shown-once.js";
import {
  bodyOf,
  type CreatedWebhook,
  type DeliveryDetails,
  type ListedWebhook,
  noValues,
  readValues,
  valuesOf,
  type WebhookDelivery,
  type WebhookValues,
} from "./webhook.js";

const section = "webhooks";
const one = "/webhooks/:id{[0-9]+}";
const oneDelivery = `${one}/deliveries/:deliveryId{[0-9]+}`;
/** Rows of a page of the deliveries. */
const limit = 20;

const said = {
  changed: "Los cambios quedaron guardados.",
  enabled: "El webhook está activo.",
  disabled: "El webhook está desactivado.",
  removed: "El webhook quedó borrado.",
  tested: "Enviamos una prueba: mirá en las entregas cómo le fue. Cargá la página de nuevo si todavía está pendiente.",
  retried: "Lo intentamos otra vez. Cargá la página de nuevo si todavía está pendiente.",
};

/** `…/webhooks`, with their deliveries. */
export const webhookPages = () =>
  new Hono<AppEnv>()
    .get("/webhooks", async (c) => {
      const visit = c.get("visit");
      const list = { visit, webhooks: await listWebhooks(c), mayConfigure: mayAs(visit.role, "owner") };
      return show(c, { title: "Webhooks", section, said }, <Webhooks {...list} />);
    })

    .get("/webhooks/new", only("owner"), async (c) => {
      const newest = (await listWebhooks(c)).at(-1)?.id ?? 0;
      return showAddition(c, noValues, newest);
    })

    .post("/webhooks/new", only("owner"), async (c) => {
      const form = c.get("form");
      const values = readValues(form);
      const newest = Number(text(form, "newest")) || 0;
      const { base } = c.get("visit");
      // A page that is loaded again sends its form again.
      const made = (await listWebhooks(c)).find(({ id, url }) => id > newest && url === values.plain.url);
      if (made)
        return show(
          c,
          { title: "Webhook", section },
          <AlreadyMade path={`${base}/webhooks/${made.id}`} url={made.url} />,
          409,
        );
      const { ok, result, error } = await c.get("api").post<CreatedWebhook>("/webhooks", bodyOf(values));
      if (!ok) return showAddition(c, values, newest, refusedBy(error));
      const page = <Made path={`${base}/webhooks/${result.id}`} secret={result.secret} />;
      return show(c, { title: "Webhook agregado", section }, page, 201);
    })

    .get(one, (c) => showOne(c))

    .post(one, only("owner"), async (c) => {
      const values = readValues(c.get("form"));
      const { ok, error } = await c.get("api").patch(ofApi(c), bodyOf(values));
      return ok ? back(c, ofApi(c), "changed") : showOne(c, { values, refused: refusedBy(error) });
    })

    .post(`${one}/enabled`, only("owner"), async (c) => {
      const enabled = text(c.get("form"), "enabled") === "true";
      const { ok, error } = await c.get("api").patch(ofApi(c), { enabled });
      return ok ? back(c, ofApi(c), enabled ? "enabled" : "disabled") : showOne(c, { refused: refusedBy(error) });
    })

    .post(`${one}/test`, only("owner"), async (c) => {
      const { ok, error } = await c.get("api").post(`${ofApi(c)}/test`);
      return ok ? back(c, ofApi(c), "tested") : showOne(c, { refused: refusedBy(error) });
    })

    .post(`${one}/secret`, only("owner"), async (c) => {
      const path = `${c.get("visit").base}${ofApi(c)}`;
      // The same: a second change would end the secret that the receiver still has.
      if ((await findRotation(c)) > Number(text(c.get("form"), "rotation")))
        return show(c, { title: "Secreto de firma", section }, <AlreadyRotated path={path} />, 409);
      const { ok, result, error } = await c.get("api").post<{ secret: string }>(`${ofApi(c)}/secret`);
      if (!ok) return showOne(c, { refused: refusedBy(error) });
      return show(c, { title: "Secreto de firma", section }, <Rotated path={path} secret={result.secret} />);
    })

    .post(`${one}/removal`, only("owner"), async (c) => {
      const { ok, error } = await c.get("api").delete(ofApi(c));
      return ok ? back(c, "/webhooks", "removed") : showOne(c, { refused: refusedBy(error) });
    })

    // Where a form was sent to leads to the page that it stands on.
    .on(
      "GET",
      ["enabled", "test", "secret", "removal"].map((deed) => `${one}/${deed}`),
      (c) => back(c, ofApi(c)),
    )

    .get(oneDelivery, (c) => showDelivery(c))

    .post(`${oneDelivery}/retry`, only("owner"), async (c) => {
      const path = ofDelivery(c);
      const { ok, error } = await c.get("api").post(`${path}/retry`);
      return ok ? back(c, path, "retried") : showDelivery(c, refusedBy(error));
    })

    .get(`${oneDelivery}/retry`, (c) => back(c, ofDelivery(c)));

/** The paths in the API, which are those of the pages as well. */
const ofApi = (c: Context<AppEnv>) => `/webhooks/${c.req.param("id")}`;
const ofDelivery = (c: Context<AppEnv>) => `${ofApi(c)}/deliveries/${c.req.param("deliveryId")}`;

/** There are ten at most. */
const listWebhooks = async (c: Context<AppEnv>) => resultOf(await c.get("api").get<ListedWebhook[]>("/webhooks"));

/** The latest change of the secret, as the audit log has it; 0 when it knows of none. */
async function findRotation(c: Context<AppEnv>): Promise<number> {
  const path = `/audit-log?action=webhook.secret&resourceId=${c.req.param("id")}&limit=1`;
  const [latest] = resultOf(await c.get("api").get<{ id: number }[]>(path));
  return latest?.id ?? 0;
}

function showAddition(c: Context<AppEnv>, values: WebhookValues, newest: number, refused?: FormErrors) {
  const page = <Addition visit={c.get("visit")} values={values} newest={newest} refused={refused} />;
  return show(c, { title: "Agregar un webhook", section }, page, refused ? 400 : 200);
}

async function showOne(c: Context<AppEnv>, { values, refused }: { values?: WebhookValues; refused?: FormErrors } = {}) {
  const visit = c.get("visit");
  const api = c.get("api");
  const offset = readOffset(c);
  const state = readState(c.req.query("state"));
  const webhook = resultOf(await api.get<ListedWebhook>(ofApi(c)));
  const query = `limit=${limit}&offset=${offset}${state ? `&state=${state}` : ""}`;
  const listed = listOf(await api.get<WebhookDelivery[]>(`${ofApi(c)}/deliveries?${query}`));
  const page = (
    <One
      visit={visit}
      webhook={webhook}
      values={values ?? valuesOf(webhook)}
      rotation={await findRotation(c)}
      deliveries={{ ...listed, limit, offset, state }}
      mayConfigure={mayAs(visit.role, "owner")}
      refused={refused}
    />
  );
  return show(c, { title: `Webhook ${webhook.id}`, section, said }, page, refused ? 400 : 200);
}

async function showDelivery(c: Context<AppEnv>, refused?: FormErrors) {
  const visit = c.get("visit");
  const delivery = resultOf(await c.get("api").get<DeliveryDetails>(ofDelivery(c)));
  const page = (
    <OneDelivery
      visit={visit}
      webhookId={Number(c.req.param("id"))}
      delivery={delivery}
      mayConfigure={mayAs(visit.role, "owner")}
      refused={refused}
    />
  );
  return show(c, { title: `Entrega ${delivery.id}`, section, said }, page, refused ? 400 : 200);
}

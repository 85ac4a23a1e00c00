import { randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { argentineDay } from "../../../shared/domain/calendar.js";
import { localizeFor } from "../../../shared/domain/localized-text.js";
import { Notice } from "../components/notice.js";
import { placesOf, type TypedFields } from "../fields/typed.js";
import { type AppEnv, tenantOf } from "../frame/app-env.js";
import type { AppDeps } from "../frame/deps.js";
import { text, values } from "../frame/form.js";
import type { Voucher } from "../invoices/voucher.js";
import { noPage } from "../layout/errors.js";
import { back, show, showPartial } from "../layout/show.js";
import { only } from "../sign-in/enter-company.js";
import { money } from "../spanish/formats.js";
import { type Change, change } from "./changes.js";
import { blankForm, fillQuotation, withAuthority } from "./fill-in.js";
import { findAttempt } from "./find-attempt.js";
import { readFormOptions, type VoucherFormOptions } from "./form-options.js";
import { FormPage } from "./form-page.js";
import { issue } from "./issue.js";
import { removeLine } from "./lines.js";
import { type FormFault, reviewDraft } from "./review.js";
import { Already, Another, type IssuedVoucher, Waiting } from "./state-pages.js";
import { Gist, SummaryContent, Total } from "./summary.js";
import { toBody } from "./to-body.js";
import { toTyped, toTypedAgain } from "./to-typed.js";
import { findUnusual } from "./unusual.js";

type AppContext = Context<AppEnv>;

const title = "Nuevo comprobante";
const section = "new";

/** How often a page looks again whether its voucher was issued, in seconds. */
const lookAgainAfter = 3;

/**
 * `/invoices/new` and `/invoices/new/{key}`. The key is the API's `idempotency`: whatever is sent twice from one address, by a double
 * click, a reload or another tab, is one voucher.
 */
export const newVoucherPages = (deps: AppDeps) => {
  const own = (c: AppContext) => c.get("visit").company;
  const tenant = (c: AppContext) => tenantOf(c.get("visit"));

  /** The form, with what the API says of it. */
  async function showForm(
    c: AppContext,
    key: string,
    changed: (desk: VoucherFormOptions) => Change | Promise<Change>,
    status = 200,
  ) {
    const [api, visit, path] = [c.get("api"), c.get("visit"), pathOf(c, key)];
    const desk = await readFormOptions(api, visit);
    const { typed: given, isReview, ...shown } = await changed(desk);
    const { typed, said } = await fillQuotation(api, withAuthority(given));
    const draft = toBody(key, typed, own(c));
    const review = await reviewDraft(api, draft);
    const wrong = isReview ? [...review.faults, ...review.problems] : [];
    const view = {
      faults: wrong,
      notice: isReview && wrong.length === 0 && <Complete />,
      quoted: said?.text,
      ...shown,
    };
    const page = (
      <FormPage {...view} visit={visit} path={path} desk={desk} typed={typed} draft={draft} review={review} />
    );
    return show(c, { title, section }, page, status as ContentfulStatusCode);
  }

  /** @param changed what was filled in since, when it is not what the voucher says */
  const showAlready = (c: AppContext, voucher: IssuedVoucher, changed?: TypedFields) => {
    const page = <Already visit={c.get("visit")} voucher={voucher} another={pathOf(c, newKey())} changed={changed} />;
    return show(c, { title: "Ya se emitió", section }, page, changed ? 409 : 200);
  };

  const showWaiting = (c: AppContext, key: string, isInDoubt: boolean) => {
    c.header("Refresh", `${lookAgainAfter}; url=${pathOf(c, key)}?wait`);
    const page = <Waiting visit={c.get("visit")} path={pathOf(c, key)} isInDoubt={isInDoubt} />;
    return show(c, { title: "Se está emitiendo", section }, page);
  };

  /** A blank form, or one like an earlier voucher. */
  async function firstForm(c: AppContext, desk: VoucherFormOptions): Promise<Change> {
    const blank = blankForm(argentineDay(deps.now()), desk);
    const from = c.req.query("from") ?? "";
    const earlier = isId(from) ? await c.get("api").get<Voucher>(`/invoices/${from}`) : undefined;
    if (!earlier?.ok) return { typed: blank, isNew: true };
    const again = toTypedAgain(earlier.result);
    const hasLines = placesOf(again, "items").length > 0;
    const typed = { ...(hasLines ? removeLine(blank, 0) : blank), ...again };
    return { typed, notice: <Another voucher={earlier.result} /> };
  }

  return new Hono<AppEnv>()
    .use("/invoices/new", only("issuer"))
    .use("/invoices/new/*", only("issuer"))

    .get("/invoices/new", (c) => {
      const from = c.req.query("from") ?? "";
      return back(c, `/invoices/new/${newKey()}${isId(from) ? `?from=${from}` : ""}`);
    })

    .get("/invoices/new/:key", async (c) => {
      const key = readKey(c);
      const state = await findAttempt(deps, tenant(c), key);
      if (state.kind === "new") return showForm(c, key, (desk) => firstForm(c, desk));
      if (state.kind === "open") return showWaiting(c, key, state.isInDoubt);
      if (state.kind === "issued") {
        // Who waited for it sees it at once.
        if (c.req.query("wait") !== undefined) return back(c, `/invoices/${state.voucher.id}`, "issued");
        return showAlready(c, state.voucher);
      }
      const notice = <NotIssued text={localizeFor("app", state.why)} />;
      const { body } = state;
      return showForm(c, key, async (desk) => ({
        ...(body ? { typed: toTyped(body, own(c)) } : await firstForm(c, desk)),
        notice,
      }));
    })

    .post("/invoices/new/:key/preview", async (c) => {
      const key = readKey(c);
      const draft = toBody(key, values(c.get("form")), own(c));
      const review = await reviewDraft(c.get("api"), draft);
      return showPartial(
        c,
        <>
          <SummaryContent draft={draft} review={review} />
          <Total draft={draft} review={review} isUpdate />
          <Gist draft={draft} review={review} isUpdate />
        </>,
      );
    })

    .post("/invoices/new/:key", async (c) => {
      const key = readKey(c);
      const form = c.get("form");
      const { intent = "", end, ...typed } = values(form);
      const [verb, place = ""] = text(form, "intent").split(":");
      if (verb === "ask-again") return askAgain(c, key);
      if (end === undefined) return showForm(c, key, () => ({ typed, faults: [cutShort] }), 400);
      if (verb === "issue") return issueForm(c, key, typed);
      // The browser may send it again on the way back from the voucher.
      const state = await findAttempt(deps, tenant(c), key);
      if (state.kind === "issued" && !c.get("visit").isPartial) return showAlready(c, state.voucher, typed);
      return showForm(c, key, (desk) => change(verb ?? "", place, typed, desk, c.get("api")));
    });

  async function issueForm(c: AppContext, key: string, typed: TypedFields) {
    const api = c.get("api");
    const { typed: quoted } = await fillQuotation(api, typed);
    const draft = toBody(key, quoted, own(c));
    const unusual = c.get("visit").production ? findUnusual(draft, typed) : undefined;
    if (unusual !== undefined) {
      const { total, currency } = unusual;
      return showForm(c, key, () => ({ typed, asked: total, notice: <Unusual amount={money(total, currency)} /> }));
    }
    const ending = await issue(api, draft);
    if (ending.kind === "issued") return back(c, `/invoices/${ending.id}`, ending.isFirst ? "issued" : "once");
    if (ending.kind === "faults") return showForm(c, key, () => ({ typed, faults: ending.faults }), 400);
    const state = await findAttempt(deps, tenant(c), key);
    if (state.kind === "issued" && ending.kind === "another") return showAlready(c, state.voucher, typed);
    if (state.kind === "issued") return back(c, `/invoices/${state.voucher.id}`, "issued");
    if (state.kind === "open" && ending.kind === "unknown") return back(c, `/invoices/new/${key}?wait`);
    return showForm(c, key, () => ({ typed, notice: <NotIssued text={ending.text} /> }), ending.status);
  }

  /** Sends what was sent before once more: the API answers what became of it, and never issues a second one. */
  async function askAgain(c: AppContext, key: string) {
    const state = await findAttempt(deps, tenant(c), key);
    if (state.kind === "open" && state.body) await c.get("api").post("/invoices", state.body);
    return back(c, `/invoices/new/${key}?wait`);
  }
};

const NotIssued = ({ text }: { text: string }) => (
  <Notice tone="error" title="No se emitió" role="alert" tabindex={-1} data-focus>
    <p>{text}</p>
    <p>Lo que completaste sigue acá: corregilo y volvé a emitir.</p>
  </Notice>
);

const Unusual = ({ amount }: { amount: string }) => (
  <Notice tone="warning" title="¿Es el importe correcto?" role="alert" tabindex={-1} data-focus>
    <p>
      Son <strong class="nowrap">{amount}</strong>, mucho más que tus últimos comprobantes. Todavía no se emitió.
    </p>
    <p>Si está bien, tocá «Emitir en producción» otra vez.</p>
  </Notice>
);

const Complete = () => (
  <Notice tone="success" title="No falta nada" role="status" tabindex={-1} data-focus>
    Revisá el total y emitilo.
  </Notice>
);

const cutMessage = "El formulario no llegó entero: tiene demasiadas líneas. Sacá algunas, o cargalo como lote.";
const cutShort: FormFault = { field: null, message: cutMessage, beside: cutMessage };

const isId = (text: string) => /^\d{1,16}$/.test(text);

const newKey = () => `app-${randomBytes(16).toString("base64url")}`;

/** @throws PageError 404 when it is no key of the API */
function readKey(c: AppContext): string {
  const key = c.req.param("key") ?? "";
  if (!/^[\w-]{1,128}$/.test(key)) throw noPage();
  return key;
}

const pathOf = (c: AppContext, key: string) => `${c.get("visit").base}/invoices/new/${key}`;

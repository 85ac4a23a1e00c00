import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { nameOfVoucher } from "../../../../shared/domain/spanish.js";
import { beingMade } from "../../../routes/serve-pdf.js";
import { download } from "../../downloads/download.js";
import { NoFile } from "../../downloads/no-file.js";
import type { AppEnv } from "../../frame/app-env.js";
import type { AppDeps } from "../../frame/deps.js";
import { back, show, showPlain } from "../../layout/show.js";
import { mayAs, only } from "../../sign-in/enter-company.js";
import { errorInSpanish } from "../../spanish/errors.js";
import { type Fault, faultsInSpanish } from "../../spanish/faults.js";
import { emptyMailForm, type MailForm, mailFieldOf, readMailForm, toSchedule } from "./mail-form.js";
import { newNoteKey } from "./note-key.js";
import { readIssuedBy, readModified, readRemaining, readVoucher } from "./read-voucher.js";
import { VoucherPage } from "./voucher-page.js";
import { whenPrinted } from "./when-printed.js";

const said = {
  issued: "Se emitió el comprobante.",
  once: "Se emitió una sola vez, aunque el formulario se envió más de una.",
  credited: "Se emitió la nota de crédito.",
  debited: "Se emitió la nota de débito.",
  already: "Esta nota ya estaba emitida: con un mismo formulario se emite una sola.",
  mailed: "El correo sale en un momento.",
  reported: "Se va a informar de nuevo en un momento.",
  "pdf-0": "El PDF se está haciendo de nuevo. Hoy ya no se puede pedir más veces.",
  "pdf-1": "El PDF se está haciendo de nuevo. Hoy se puede pedir 1 vez más.",
  "pdf-2": "El PDF se está haciendo de nuevo. Hoy se puede pedir 2 veces más.",
  "pdf-3": "El PDF se está haciendo de nuevo. Hoy se puede pedir 3 veces más.",
  "pdf-4": "El PDF se está haciendo de nuevo. Hoy se puede pedir 4 veces más.",
};

/** `/invoices/{id}`: a voucher, its PDF, its mails and its report. */
export function voucherPages({ now }: AppDeps) {
  interface Shown {
    mail?: { typed: MailForm; faults: Fault[] };
    refusal?: string;
    status?: number;
  }

  async function showVoucher(c: Context<AppEnv>, id: string, { mail, refusal, status = 200 }: Shown = {}) {
    const api = c.get("api");
    const visit = c.get("visit");
    const voucher = await readVoucher(api, id);
    const [modified, issuedBy, remaining] = await Promise.all([
      readModified(api, voucher),
      readIssuedBy(api, voucher),
      mayAs(visit.role, "issuer") ? readRemaining(api, voucher, now()) : undefined,
    ]);
    const page = (
      <VoucherPage
        visit={visit}
        voucher={voucher}
        modified={modified}
        issuedBy={issuedBy}
        remaining={remaining}
        creditKey={newNoteKey("credit", voucher.id)}
        mail={mail ?? { typed: emptyMailForm, faults: [] }}
        refusal={refusal}
      />
    );
    return show(c, { title: nameOfVoucher(voucher), section: "invoices", said }, page, status as ContentfulStatusCode);
  }

  return new Hono<AppEnv>()
    .get("/invoices/:id{[0-9]+}", (c) => showVoucher(c, c.req.param("id")))

    .get("/invoices/:id{[0-9]+}/pdf", async (c) => {
      const id = c.req.param("id");
      const query = new URLSearchParams({ versions: c.req.query("versions") ?? "1" });
      const layout = c.req.query("layout");
      if (layout !== undefined) query.set("layout", layout);
      const passed = await whenPrinted(() => download(c, `/invoices/${id}/pdf?${query}`));
      const isInline = c.req.query("inline") === "1";
      if ("file" in passed) {
        const { headers } = passed.file;
        const disposition = headers.get("Content-Disposition") ?? "";
        if (isInline) headers.set("Content-Disposition", disposition.replace("attachment", "inline"));
        return passed.file;
      }
      const why = errorInSpanish(passed.fault);
      if (isInline && passed.fault.code === "PDF_NOT_READY") {
        const isSoon = passed.fault.message === beingMade.es;
        c.header("Refresh", isSoon ? "1" : "30");
        const said = isSoon ? "El PDF se está haciendo. Se muestra acá apenas esté." : why;
        return showPlain(c, "PDF", <p role="status">{said}</p>, 409);
      }
      const page = <NoFile title="PDF" why={why} backTo={`${c.get("visit").base}/invoices/${id}`} />;
      return show(c, { title: "PDF", section: "invoices" }, page, passed.status as ContentfulStatusCode);
    })

    .post("/invoices/:id{[0-9]+}/pdf", only("issuer"), async (c) => {
      const id = c.req.param("id");
      const answer = await c.get("api").post<{ remaining: number }>(`/invoices/${id}/pdf`);
      if (answer.ok) return back(c, `/invoices/${id}`, `pdf-${answer.result.remaining}`);
      return showVoucher(c, id, { refusal: errorInSpanish(answer.error), status: answer.status });
    })

    .post("/invoices/:id{[0-9]+}/report", only("issuer"), async (c) => {
      const id = c.req.param("id");
      const answer = await c.get("api").post(`/invoices/${id}/report`);
      if (answer.ok) return back(c, `/invoices/${id}`, "reported");
      return showVoucher(c, id, { refusal: errorInSpanish(answer.error), status: answer.status });
    })

    .post("/invoices/:id{[0-9]+}/emails", only("issuer"), async (c) => {
      const id = c.req.param("id");
      const typed = readMailForm(c.get("form"));
      const { body, lineOf } = toSchedule(typed);
      if (lineOf.length === 0) {
        const faults = [{ field: "email-0", message: "Escribí a qué correo se envía." }];
        return showVoucher(c, id, { mail: { typed, faults }, status: 400 });
      }
      const answer = await c.get("api").post(`/invoices/${id}/emails`, body);
      if (answer.ok) return back(c, `/invoices/${id}`, "mailed");
      const faults = faultsInSpanish(answer.error).map(({ field, message }) => ({
        field: mailFieldOf(field, lineOf),
        message,
      }));
      const refusal = faults.length > 0 ? {} : { refusal: errorInSpanish(answer.error) };
      return showVoucher(c, id, { mail: { typed, faults }, status: answer.status, ...refusal });
    });
}

import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnv } from "../../frame/app-env.js";
import { only } from "../../frame/enter-company.js";
import { values } from "../../frame/form.js";
import type { ApiAnswer } from "../../frame/own-api.js";
import { back, show } from "../../frame/show.js";
import { errorInSpanish } from "../../spanish/errors.js";
import { faultsInSpanish } from "../../spanish/faults.js";
import { isCreditable } from "../voucher/left-of.js";
import { readVoucher } from "../voucher/read-voucher.js";
import { creditFieldOf, emptyCreditForm, readCreditForm, toCreditBody } from "./credit-form.js";
import { newCreditKey } from "./credit-key.js";
import { CreditPage } from "./credit-page.js";
import { PendingPage } from "./pending-page.js";

const head = { title: "Nota de crédito", section: "invoices" } as const;

/** `/invoices/{id}/credit-note`: credit notes of a voucher, of all of it or of a part. */
export const creditPages = () =>
  new Hono<AppEnv>()
    .get("/invoices/:id{[0-9]+}/credit-note", only("issuer"), async (c) => {
      const voucher = await readVoucher(c.get("api"), c.req.param("id"));
      if (!isCreditable(voucher)) return back(c, `/invoices/${voucher.id}`);
      const typed = emptyCreditForm(newCreditKey(voucher.id));
      return show(c, head, <CreditPage visit={c.get("visit")} voucher={voucher} typed={typed} faults={[]} />);
    })

    .post("/invoices/:id{[0-9]+}/credit-note", only("issuer"), async (c) => {
      const api = c.get("api");
      const visit = c.get("visit");
      const voucher = await readVoucher(api, c.req.param("id"));
      const typed = readCreditForm(c.get("form"), voucher);
      const asked = toCreditBody(typed, voucher);
      if (asked.faults.length > 0)
        return show(c, head, <CreditPage visit={visit} voucher={voucher} typed={typed} faults={asked.faults} />, 400);

      const answer = await api.post<{ id: number; idempotencyHit: boolean }>(
        `/invoices/${voucher.id}/credit-notes`,
        asked.body,
      );
      if (answer.ok) {
        const { id, idempotencyHit } = answer.result;
        const path = `/invoices/${id}`;
        const said = idempotencyHit ? "already" : "credited";
        if (!visit.isPartial) return back(c, path, said);
        return c.body(null, 200, { "HX-Redirect": `${visit.base}${path}?said=${said}` });
      }
      if (isOpen(answer)) {
        const fields = Object.entries(values(c.get("form")));
        const why = errorInSpanish(answer.error);
        return show(c, head, <PendingPage visit={visit} voucher={voucher} fields={fields} why={why} />, 202);
      }
      const faults = faultsInSpanish(answer.error).map(({ field, message }) => ({
        field: creditFieldOf(field, asked.fieldOf),
        message,
      }));
      const page = (
        <CreditPage
          visit={visit}
          voucher={voucher}
          typed={typed}
          faults={faults}
          refusal={faults.length > 0 ? undefined : errorInSpanish(answer.error)}
        />
      );
      // The script shows a 400 and no other refusal.
      return show(c, head, page, visit.isPartial ? 400 : (answer.status as ContentfulStatusCode));
    });

/** Whether the note may exist all the same. Source: api/README.md, "Errors", note 2. */
const isOpen = ({ status, error }: ApiAnswer<unknown>): boolean =>
  error?.code === "TAXAUTH_UNCONFIRMED" || status === 504 || status === 500;

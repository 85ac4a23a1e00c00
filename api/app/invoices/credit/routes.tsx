import { Hono } from "hono";
import type { FC } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { argentineDay, toFiscalDate } from "../../../../shared/domain/calendar.js";
import { localizeFor } from "../../../../shared/domain/localized-text.js";
import { remarkOnTerm } from "../../../../shared/domain/remarks/note-late.js";
import type { NoteKind } from "../../../../shared/domain/voucher-types.js";
import type { ApiAnswer } from "../../frame/api-client.js";
import type { AppEnv } from "../../frame/app-env.js";
import type { AppDeps } from "../../frame/deps.js";
import { text, values } from "../../frame/form.js";
import { back, show } from "../../layout/show.js";
import { only } from "../../sign-in/enter-company.js";
import { errorInSpanish } from "../../spanish/errors.js";
import { faultsInSpanish } from "../../spanish/faults.js";
import { isCreditable, isDebitable } from "../voucher/left-of.js";
import { newNoteKey } from "../voucher/note-key.js";
import { readVoucher } from "../voucher/read-voucher.js";
import type { WholeVoucher } from "../voucher.js";
import {
  type AskedCredit,
  type CreditForm,
  creditFieldOf,
  emptyCreditForm,
  readCreditForm,
  toCreditBody,
  toDebitBody,
} from "./credit-form.js";
import { CreditPage } from "./credit-page.js";
import { DebitPage } from "./debit-page.js";
import type { NotePageProps } from "./note-page.js";
import { PendingPage } from "./pending-page.js";

interface Note {
  title: string;
  Page: FC<NotePageProps>;
  isOffered(voucher: WholeVoucher): boolean;
  toBody(typed: CreditForm, voucher: WholeVoucher): AskedCredit;
  issued: string;
}

const notes: Record<NoteKind, Note> = {
  credit: {
    title: "Nota de crédito",
    Page: CreditPage,
    isOffered: isCreditable,
    toBody: toCreditBody,
    issued: "credited",
  },
  debit: { title: "Nota de débito", Page: DebitPage, isOffered: isDebitable, toBody: toDebitBody, issued: "debited" },
};

/** `/invoices/{id}/credit-note` and `…/debit-note`: notes of a voucher, of all of it, of a part or of an amount. */
export const creditPages = (deps: Pick<AppDeps, "now">) =>
  new Hono<AppEnv>().route("/", notePages(deps, "credit")).route("/", notePages(deps, "debit"));

function notePages({ now }: Pick<AppDeps, "now">, kind: NoteKind) {
  const { title, Page, isOffered, toBody, issued } = notes[kind];
  const head = { title, section: "invoices" } as const;
  const path = `/invoices/:id{[0-9]+}/${kind}-note`;
  const notesOn = (voucher: WholeVoucher) => lateNotes(voucher, toFiscalDate(argentineDay(now())));
  return new Hono<AppEnv>()
    .get(path, only("issuer"), async (c) => {
      const voucher = await readVoucher(c.get("api"), c.req.param("id") ?? "");
      if (!isOffered(voucher)) return back(c, `/invoices/${voucher.id}`);
      const typed = emptyCreditForm(newNoteKey(kind, voucher.id));
      return show(
        c,
        head,
        <Page visit={c.get("visit")} voucher={voucher} typed={typed} faults={[]} notes={notesOn(voucher)} />,
      );
    })

    .post(path, only("issuer"), async (c) => {
      const api = c.get("api");
      const visit = c.get("visit");
      const voucher = await readVoucher(api, c.req.param("id") ?? "");
      const typed = readCreditForm(c.get("form"), voucher);
      // A form that was kept while somebody signed in again is looked at before it is issued.
      if (text(c.get("form"), "do") === "review") {
        if (!isOffered(voucher)) return back(c, `/invoices/${voucher.id}`);
        return show(
          c,
          head,
          <Page visit={visit} voucher={voucher} typed={typed} faults={[]} notes={notesOn(voucher)} />,
        );
      }
      const asked = toBody(typed, voucher);
      if (asked.faults.length > 0)
        return show(
          c,
          head,
          <Page visit={visit} voucher={voucher} typed={typed} faults={asked.faults} notes={notesOn(voucher)} />,
          400,
        );

      const answer = await api.post<{ id: number; idempotencyHit: boolean }>(
        `/invoices/${voucher.id}/${kind}-notes`,
        asked.body,
      );
      if (answer.ok) {
        const { id, idempotencyHit } = answer.result;
        const path = `/invoices/${id}`;
        const said = idempotencyHit ? "already" : issued;
        if (!visit.isPartial) return back(c, path, said);
        return c.body(null, 200, { "HX-Redirect": `${visit.base}${path}?said=${said}` });
      }
      if (isOpen(answer)) {
        const fields = Object.entries(values(c.get("form")));
        const why = errorInSpanish(answer.error);
        return show(c, head, <PendingPage {...{ visit, voucher, kind, fields, why }} />, 202);
      }
      const faults = faultsInSpanish(answer.error).map(({ field, message }) => ({
        field: creditFieldOf(field, asked.fieldOf),
        message,
      }));
      const page = (
        <Page
          visit={visit}
          voucher={voucher}
          typed={typed}
          faults={faults}
          notes={notesOn(voucher)}
          refusal={faults.length > 0 ? undefined : errorInSpanish(answer.error)}
        />
      );
      // The script shows a 400 and no other refusal.
      return show(c, head, page, visit.isPartial ? 400 : (answer.status as ContentfulStatusCode));
    });
}

/** Remark on a note that is dated today and late. The form has no date of its own, and all else of the law holds by itself. */
const lateNotes = ({ voucherType, posNumber, voucherNumber, voucherDate }: WholeVoucher, today: string): string[] =>
  remarkOnTerm({ voucherDate: today, associatedPeriod: null }, [
    { associated: { voucherType, posNumber, voucherNumber, cuit: null, date: voucherDate } },
  ]).map(({ message }) => localizeFor("app", message));

/** Whether the note may exist all the same. Source: api/README.md, "Errors", note 2. */
const isOpen = ({ status, error }: ApiAnswer<unknown>): boolean =>
  error?.code === "TAXAUTH_UNCONFIRMED" || status === 504 || status === 500;

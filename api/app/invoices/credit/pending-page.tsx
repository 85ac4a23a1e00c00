import { nameOfVoucher } from "../../../../shared/domain/spanish.js";
import type { NoteKind } from "../../../../shared/domain/voucher-types.js";
import { Button } from "../../components/button.js";
import { Form } from "../../components/form.js";
import { Heading } from "../../components/heading.js";
import { Notice } from "../../components/notice.js";
import type { PageContext } from "../../frame/app-env.js";
import type { Voucher } from "../voucher.js";

interface Props {
  visit: PageContext;
  voucher: Voucher;
  kind: NoteKind;
  fields: [name: string, value: string][];
  /** Reason that the API gave. */
  why: string;
}

/**
 * Nobody knows yet whether the note exists. The same form is sent again, with the same key: that gives the note, or issues it now.
 * With the script it is sent by itself.
 */
export const PendingPage = ({ visit, voucher, kind, fields, why }: Props) => (
  <>
    <Heading title={`La nota de ${kind === "credit" ? "crédito" : "débito"} se está emitiendo`} />
    <div id="pending">
      <Notice tone="info" title="Todavía no tenemos la respuesta de ARCA" role="status">
        <p>{why}</p>
        <p>
          Es la nota de {nameOfVoucher(voucher)}. No la cargues de nuevo ni la emitas por otro medio: acá se mira sola
          hasta saberlo, y no se emite dos veces.
        </p>
      </Notice>
      <Form
        visit={visit}
        action={`${visit.base}/invoices/${voucher.id}/${kind}-note`}
        hx-post={`${visit.base}/invoices/${voucher.id}/${kind}-note`}
        hx-trigger="load delay:5s, submit"
        hx-target="#content"
        hx-select="#content"
        hx-swap="outerHTML"
        data-resubmit
      >
        {fields.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <Button kind="secondary">Mirar de nuevo</Button>
      </Form>
    </div>
  </>
);

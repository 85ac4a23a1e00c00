import type { Child } from "hono/jsx";
import { nameOfVoucher } from "../../../../shared/domain/spanish.js";
import { isFceType } from "../../../../shared/domain/voucher-types.js";
import { Button } from "../../components/button.js";
import { Checkbox } from "../../components/checkbox.js";
import { FaultSummary } from "../../components/fault-summary.js";
import { Field } from "../../components/field.js";
import { Form } from "../../components/form.js";
import { Heading } from "../../components/heading.js";
import { Notice } from "../../components/notice.js";
import { money } from "../../spanish/formats.js";
import type { NotePageProps } from "./note-page.js";

interface NoteFrameProps extends NotePageProps {
  /** "crédito" or "débito". */
  kind: string;
  /** Below the voucher's own path. */
  path: string;
  /** Behind the voucher and its total. */
  about: Child;
  /** Said of a credit invoice: the buyer rejected what is modified. */
  rejected: string;
  /** Fields of what is credited or debited. */
  children: Child;
}

/** Frame of the pages of both kinds of note, around the fields of their own. */
export function NoteFrame({
  visit,
  voucher,
  typed,
  faults,
  refusal,
  notes,
  kind,
  path,
  about,
  rejected,
  children,
}: NoteFrameProps) {
  const back = `${visit.base}/invoices/${voucher.id}`;
  return (
    <>
      <Heading title={`Nota de ${kind}`} />
      <p>
        De <a href={back}>{nameOfVoucher(voucher)}</a>, por {money(voucher.totalAmount, voucher.currency)}. {about}
      </p>
      {refusal && (
        <Notice tone="error" title={`La nota de ${kind} no se emitió`} role="alert">
          {refusal}
        </Notice>
      )}
      <FaultSummary faults={faults} />
      <Form visit={visit} action={`${back}/${path}`}>
        <input type="hidden" name="key" value={typed.key} />
        {children}
        <Field
          name="legend"
          label="Motivo"
          hint="Se imprime en la nota."
          required={false}
          value={typed.legend}
          error={errorAt(faults, "legend")}
          maxlength={200}
        />
        {isFceType(voucher.voucherType) && (
          <Checkbox
            name="cancellation"
            label={rejected}
            hint="Solo si la rechazó: si no, ARCA no acepta la anulación."
            checked={typed.cancellation}
          />
        )}
        {notes.map((note) => (
          <p class="hint">{note}</p>
        ))}
        <div class="cluster">
          <Button name="do" value="issue">
            {visit.production ? `Emitir la nota de ${kind}` : "Emitir la nota de prueba"}
          </Button>
          <a href={back}>Volver sin emitir</a>
        </div>
      </Form>
    </>
  );
}

/** Fault of a field, if it has one. */
export const errorAt = (faults: NotePageProps["faults"], field: string) =>
  faults.find((fault) => fault.field === field)?.message;

import { isFceType } from "../../../../shared/domain/voucher-types.js";
import { Button } from "../../components/button.js";
import { Checkbox } from "../../components/checkbox.js";
import { FaultSummary } from "../../components/fault-summary.js";
import { Field } from "../../components/field.js";
import { Form } from "../../components/form.js";
import { Heading } from "../../components/heading.js";
import { Notice } from "../../components/notice.js";
import { money } from "../../spanish/formats.js";
import { nameOf } from "../voucher.js";
import { AmountFields } from "./amount-fields.js";
import type { NotePageProps } from "./note-page.js";

/** A debit note of a voucher: what is owed besides, such as interest. */
export function DebitPage({ visit, voucher, typed, faults, refusal }: NotePageProps) {
  const errorOf = (field: string) => faults.find((fault) => fault.field === field)?.message;
  const back = `${visit.base}/invoices/${voucher.id}`;
  return (
    <>
      <Heading title="Nota de débito" />
      <p>
        De <a href={back}>{nameOf(voucher)}</a>, por {money(voucher.totalAmount, voucher.currency)}. Lleva su letra, su
        receptor y su moneda.
      </p>
      {refusal && (
        <Notice tone="error" title="La nota de débito no se emitió" role="alert">
          {refusal}
        </Notice>
      )}
      <FaultSummary faults={faults} />
      <Form visit={visit} action={`${back}/debit-note`}>
        <input type="hidden" name="key" value={typed.key} />
        <AmountFields legend="Importe a debitar" otherwise="Débito" {...{ voucher, typed, errorOf }} />
        <Field
          name="legend"
          label="Motivo"
          hint="Se imprime en la nota."
          required={false}
          value={typed.legend}
          error={errorOf("legend")}
          maxlength={200}
        />
        {isFceType(voucher.voucherType) && (
          <Checkbox
            name="cancellation"
            label="El comprador rechazó la nota de crédito"
            hint="Solo si la rechazó: si no, ARCA no acepta la anulación."
            checked={typed.cancellation}
          />
        )}
        <div class="cluster">
          <Button>{visit.production ? "Emitir la nota de débito" : "Emitir la nota de prueba"}</Button>
          <a href={back}>Volver sin emitir</a>
        </div>
      </Form>
    </>
  );
}

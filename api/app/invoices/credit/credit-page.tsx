import { isFceType } from "../../../../shared/domain/voucher-types.js";
import { Button } from "../../components/button.js";
import { Checkbox } from "../../components/checkbox.js";
import { FaultSummary } from "../../components/fault-summary.js";
import { Field } from "../../components/field.js";
import { Fieldset } from "../../components/fieldset.js";
import { Form } from "../../components/form.js";
import { Heading } from "../../components/heading.js";
import { Notice } from "../../components/notice.js";
import { decimal, money } from "../../spanish/formats.js";
import { leftOf } from "../voucher/left-of.js";
import { nameOf } from "../voucher.js";
import { AmountFields } from "./amount-fields.js";
import { quantityName } from "./credit-form.js";
import type { NotePageProps } from "./note-page.js";

/** A credit note of a part of a voucher: of some of its lines, or of an amount. */
export function CreditPage({ visit, voucher, typed, faults, refusal }: NotePageProps) {
  const { items, currency } = voucher;
  const errorOf = (field: string) => faults.find((fault) => fault.field === field)?.message;
  const back = `${visit.base}/invoices/${voucher.id}`;
  return (
    <>
      <Heading title="Nota de crédito" />
      <p>
        De <a href={back}>{nameOf(voucher)}</a>, por {money(voucher.totalAmount, currency)}. Quedan{" "}
        <strong>{money(leftOf(voucher), currency)}</strong> por acreditar.
      </p>
      {refusal && (
        <Notice tone="error" title="La nota de crédito no se emitió" role="alert">
          {refusal}
        </Notice>
      )}
      <FaultSummary faults={faults} />
      <Form visit={visit} action={`${back}/credit-note`}>
        <input type="hidden" name="key" value={typed.key} />
        {items.length > 0 && (
          <Fieldset legend="Líneas a acreditar">
            <p class="hint">Escribí cuánto se acredita de cada línea. Lo que dejes vacío no se acredita.</p>
            {voucher.tributes && voucher.tributes.length > 0 && (
              <p class="hint">Los otros tributos se acreditan solo con el comprobante entero.</p>
            )}
            {items.map((item, at) => (
              <Field
                name={quantityName(at)}
                label={item.description}
                hint={`Se vendieron ${decimal(item.quantity)} a ${money(item.price, currency)}`}
                value={typed.quantities[at]}
                error={errorOf(quantityName(at))}
                inputmode="decimal"
                autocomplete="off"
                maxlength={40}
              />
            ))}
          </Fieldset>
        )}
        <AmountFields
          legend={items.length > 0 ? "O un importe" : "Importe a acreditar"}
          otherwise="Crédito"
          {...{ voucher, typed, errorOf }}
        />
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
            label="El comprador rechazó la factura de crédito"
            hint="Solo si la rechazó: si no, ARCA no acepta la anulación."
            checked={typed.cancellation}
          />
        )}
        <div class="cluster">
          <Button>{visit.production ? "Emitir la nota de crédito" : "Emitir la nota de prueba"}</Button>
          <a href={back}>Volver sin emitir</a>
        </div>
      </Form>
    </>
  );
}

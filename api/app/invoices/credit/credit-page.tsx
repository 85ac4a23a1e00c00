import { Checkbox } from "../../components/checkbox.js";
import { Field } from "../../components/field.js";
import { Fieldset } from "../../components/fieldset.js";
import { decimal, money } from "../../spanish/formats.js";
import { leftOf } from "../voucher/left-of.js";
import { AmountFields } from "./amount-fields.js";
import { quantityName } from "./credit-form.js";
import { errorAt, NoteFrame } from "./note-frame.js";
import type { NotePageProps } from "./note-page.js";

/** A credit note of a voucher: of some of its lines, or of an amount; of all of it when a form that asks for that was kept. */
export function CreditPage(props: NotePageProps) {
  const { voucher, typed } = props;
  const { currency } = voucher;
  const left = (
    <>
      Quedan <strong>{money(leftOf(voucher), currency)}</strong> por acreditar.
    </>
  );
  return (
    <NoteFrame
      {...props}
      kind="crédito"
      path="credit-note"
      about={left}
      rejected="El comprador rechazó la factura de crédito"
    >
      {typed.whole ? <Whole total={money(voucher.totalAmount, currency)} /> : <Part {...props} />}
    </NoteFrame>
  );
}

const Whole = ({ total }: { total: string }) => (
  <>
    <input type="hidden" name="whole" value="true" />
    <p>
      Acredita el comprobante entero, por <strong class="nowrap">{total}</strong>, y no se puede deshacer.
    </p>
  </>
);

function Part({ voucher, typed, faults }: NotePageProps) {
  const { items, currency } = voucher;
  const errorOf = (field: string) => errorAt(faults, field);
  const isPerceived = voucher.perceptions?.lines.some(({ tribute }) => tribute !== null) ?? false;
  return (
    <>
      {items.length > 0 && (
        <Fieldset legend="Líneas a acreditar">
          <p class="hint">Escribí cuánto se acredita de cada línea. Lo que dejes vacío no se acredita.</p>
          {voucher.tributes && voucher.tributes.length > 0 && (
            <p class="hint">
              {isPerceived
                ? "Los otros tributos se acreditan con el comprobante entero; las percepciones de SIRCIP también en parte."
                : "Los otros tributos se acreditan solo con el comprobante entero."}
            </p>
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
      {isPerceived && (
        <Checkbox
          name="perceptions"
          label="Devolver las percepciones de SIRCIP de lo que se acredita"
          hint="Algunas provincias lo admiten solo cuando se anula la operación entera."
          checked={typed.perceptions}
        />
      )}
    </>
  );
}

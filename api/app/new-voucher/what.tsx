import { currencies } from "../../../shared/domain/code-tables/currencies.js";
import { printPosNumber } from "../../../shared/domain/formats.js";
import { typeName } from "../../../shared/domain/spanish.js";
import { voucherTypesOf } from "../../../shared/domain/voucher-types.js";
import { Checkbox } from "../components/checkbox.js";
import { Field } from "../components/field.js";
import { Fieldset } from "../components/fieldset.js";
import { Radios } from "../components/radios.js";
import { Select } from "../components/select.js";
import { conceptName, currencyName, transferName } from "../spanish/names.js";
import type { Desk } from "./desk.js";
import { type FormProps, fieldProps } from "./field-props.js";
import { read } from "./typed.js";

interface Props extends FormProps {
  desk: Desk;
  path: string;
  /** What was said of the quotation. */
  quoted: string | undefined;
}

const prices = [
  { value: "", label: "A sin IVA, B con IVA" },
  { value: "true", label: "Con IVA incluido" },
  { value: "false", label: "Sin IVA" },
];

const frequent = ["PES", "DOL", "060", "012", "011"];
const money = [...currencies]
  .toSorted((one, other) => rankOf(one.id) - rankOf(other.id))
  .map(({ id }) => ({ value: id, label: currencyName(id) }));
function rankOf(id: string) {
  return frequent.includes(id) ? frequent.indexOf(id) : frequent.length;
}

/** Which voucher it is. What only some vouchers have is hidden by the style sheet for all others. */
export function What({ desk, path, quoted, ...form }: Props) {
  const types = voucherTypesOf({ ...desk.own, hasFce: desk.hasFce, withheldA: desk.own.withheldA ?? false }).map(
    (type) => ({
      value: type,
      label: typeName(type),
    }),
  );
  const points = desk.pointsOfSale.map(({ number, name }) => ({
    value: number,
    label: [printPosNumber(number), name ?? []].flat().join(" · "),
  }));
  return (
    <Fieldset legend="Comprobante">
      <div class="columns">
        <Select
          {...fieldProps(form, "posNumber")}
          options={points}
          hx-post={path}
          hx-trigger="change"
          hx-target="#more"
          hx-select="#more"
          hx-swap="outerHTML"
          hx-select-oob="#regime"
        />
        <Field {...fieldProps(form, "voucherDate")} type="date" />
        <Select
          {...fieldProps(form, "voucherType")}
          label="Tipo"
          options={[{ value: "", label: "Factura, letra automática" }, ...types]}
        />
      </div>
      <Association form={form} types={types} />
      {desk.hasFce && <CreditInvoice {...form} />}
      <Radios
        {...fieldProps(form, "concept")}
        options={[1, 2, 3].map((concept) => ({ value: concept, label: conceptName(concept) }))}
      />
      <div class="columns for-services">
        <Field {...fieldProps(form, "serviceFrom")} type="date" />
        <Field {...fieldProps(form, "serviceTo")} type="date" />
        <Field {...fieldProps(form, "serviceExpiration")} type="date" />
      </div>
      <div class="stack" id="currency">
        <div class="columns">
          <Select
            {...fieldProps(form, "currency.id")}
            options={money}
            hx-post={path}
            hx-trigger="change"
            hx-target="#currency"
            hx-select="#currency"
            hx-swap="outerHTML"
            hx-select-oob="#summary,#total"
          />
          {desk.own.taxType === 1 && (
            <Select {...fieldProps(form, "priceIncludesVat")} label="Precios" options={prices} />
          )}
        </div>
        <div class="columns for-foreign">
          <input type="hidden" name="quotedCurrency" value={read(form.typed, "quotedCurrency")} />
          <Field
            {...fieldProps(form, "currency.quotation")}
            label="Cotización, en pesos"
            inputmode="decimal"
            autocomplete="off"
            hint={quoted ?? "Si la dejás vacía, usamos la de ARCA."}
          />
          <Select
            {...fieldProps(form, "cancelsInSameForeignCurrency")}
            label="¿Se paga en esa misma moneda?"
            options={[
              { value: "", label: "Sin informar" },
              { value: "S", label: "Sí" },
              { value: "N", label: "No" },
            ]}
          />
        </div>
      </div>
    </Fieldset>
  );
}

/** What a note modifies: unless another type is chosen, an invoice of its letter. */
const Association = ({ form, types }: { form: FormProps; types: { value: number; label: string }[] }) => (
  <div class="stack for-notes">
    <p class="hint">Decí qué comprobante modifica la nota, o bien el período.</p>
    <div class="columns">
      <Select
        {...fieldProps(form, "associatedVouchers.0.voucherType")}
        label="Comprobante que modifica"
        options={[{ value: "", label: "Factura de la misma letra" }, ...types]}
      />
      <Field {...fieldProps(form, "associatedVouchers.0.posNumber")} label="Su punto de venta" inputmode="numeric" />
      <Field {...fieldProps(form, "associatedVouchers.0.voucherNumber")} label="Su número" inputmode="numeric" />
      <Field
        {...fieldProps(form, "associatedVouchers.0.date")}
        label="Su fecha"
        type="date"
        required={false}
        hint="Hace falta si no se emitió acá."
      />
    </div>
    <div class="columns">
      <Field
        {...fieldProps(form, "associatedPeriod.from")}
        label="O bien: período desde"
        type="date"
        required={false}
      />
      <Field {...fieldProps(form, "associatedPeriod.to")} label="Período hasta" type="date" required={false} />
    </div>
  </div>
);

/** What a credit invoice adds. What is left blank is the company's own. */
const CreditInvoice = (form: FormProps) => {
  const { value, ...cancellation } = fieldProps(form, "fce.cancellation");
  return (
    <div class="stack for-credit-invoices">
      <div class="columns">
        <Field {...fieldProps(form, "fce.cbu")} required={false} inputmode="numeric" maxlength={30} />
        <Field {...fieldProps(form, "fce.alias")} required={false} />
        <Select
          {...fieldProps(form, "fce.transfer")}
          label="Transferencia"
          options={[
            { value: "", label: "La de los datos fiscales" },
            ...(["SCA", "ADC"] as const).map((transfer) => ({ value: transfer, label: transferName(transfer) })),
          ]}
        />
      </div>
      <Checkbox
        {...cancellation}
        checked={value === "true"}
        label="El comprador rechazó la factura: la nota la anula"
        hint="Solo en notas."
      />
    </div>
  );
};

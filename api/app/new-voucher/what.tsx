import { currencyLabel } from "../../../shared/domain/code-labels.js";
import { currencies } from "../../../shared/domain/code-tables/currencies.js";
import { printPosNumber } from "../../../shared/domain/formats.js";
import { typeName } from "../../../shared/domain/spanish.js";
import { getVoucherType, isNote, voucherTypesOf } from "../../../shared/domain/voucher-types.js";
import { Fieldset } from "../components/fieldset.js";
import { read } from "../fields/typed.js";
import { conceptName, transferName } from "../spanish/names.js";
import type { VoucherFormOptions } from "./form-options.js";
import { type FormProps, inputs } from "./inputs.js";

type Control = ReturnType<typeof inputs>;

interface Props extends FormProps {
  desk: VoucherFormOptions;
  path: string;
  /** Message about the quotation. */
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
  .map(({ id }) => ({ value: id, label: currencyLabel(id) }));
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
  const Input = inputs(form);
  return (
    <Fieldset legend="Comprobante">
      <div class="columns">
        <Input
          name="posNumber"
          options={points}
          hx-post={path}
          hx-trigger="change"
          hx-target="#more"
          hx-select="#more"
          hx-swap="outerHTML"
          hx-select-oob="#regime"
        />
        <Input name="voucherDate" />
        <Input
          name="voucherType"
          label="Tipo"
          options={[{ value: "", label: "Factura, letra automática" }, ...types.map(withTraits)]}
        />
      </div>
      <Association Input={Input} types={types} />
      {desk.hasFce && <CreditInvoice Input={Input} />}
      <Input name="concept" radios={[1, 2, 3].map((concept) => ({ value: concept, label: conceptName(concept) }))} />
      <div class="columns for-services">
        <Input name="serviceFrom" />
        <Input name="serviceTo" />
        <Input name="serviceExpiration" />
      </div>
      <div class="stack" id="currency">
        <div class="columns">
          <Input
            name="currency.id"
            options={money}
            hx-post={path}
            hx-trigger="change"
            hx-target="#currency"
            hx-select="#currency"
            hx-swap="outerHTML"
            hx-sync="this:replace"
          />
          {desk.own.taxType === 1 && <Input name="priceIncludesVat" label="Precios" options={prices} />}
        </div>
        <div class="columns for-foreign">
          <input type="hidden" name="quotedCurrency" value={read(form.typed, "quotedCurrency")} />
          <Input
            name="currency.quotation"
            label="Cotización, en pesos"
            hint={quoted ?? "Si la dejás vacía, usamos la de ARCA."}
          />
          <Input
            name="cancelsInSameForeignCurrency"
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

/** "credit note": what the style sheet asks. */
function withTraits(type: { value: number; label: string }) {
  const traits = getVoucherType(type.value);
  return { ...type, "data-is": `${traits.isFce ? "credit " : ""}${isNote(traits) ? "note" : "invoice"}` };
}

/** Association of a note with what it modifies: unless another type is chosen, an invoice of its letter. */
const Association = ({ Input, types }: { Input: Control; types: { value: number; label: string }[] }) => (
  <div class="stack for-notes">
    <p class="hint">Decí qué comprobante modifica la nota, o bien el período.</p>
    <div class="columns">
      <Input
        name="associatedVouchers.0.voucherType"
        label="Comprobante que modifica"
        options={[{ value: "", label: "Factura de la misma letra" }, ...types]}
      />
      <Input name="associatedVouchers.0.posNumber" label="Su punto de venta" />
      <Input name="associatedVouchers.0.voucherNumber" label="Su número" />
      <Input
        name="associatedVouchers.0.date"
        label="Su fecha"
        required={false}
        hint="Hace falta si no se emitió acá."
      />
    </div>
    <div class="columns">
      <Input name="associatedPeriod.from" label="O bien: período desde" required={false} />
      <Input name="associatedPeriod.to" label="Período hasta" required={false} />
    </div>
  </div>
);

/** Fields that a credit invoice adds. A blank one takes the company's own. */
const CreditInvoice = ({ Input }: { Input: Control }) => (
  <div class="stack for-credit-invoices">
    <div class="columns">
      <Input name="fce.cbu" required={false} inputmode="numeric" maxlength={30} />
      <Input name="fce.alias" required={false} />
      <Input
        name="fce.transfer"
        label="Transferencia"
        options={[
          { value: "", label: "La de los datos fiscales" },
          ...(["SCA", "ADC"] as const).map((transfer) => ({ value: transfer, label: transferName(transfer) })),
        ]}
      />
    </div>
    <Input name="fce.cancellation" label="El comprador rechazó la factura: la nota la anula" hint="Solo en notas." />
  </div>
);

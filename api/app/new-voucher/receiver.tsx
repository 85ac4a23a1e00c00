import { taxConditionLabel } from "../../../shared/domain/code-labels.js";
import { documentTypes } from "../../../shared/domain/code-tables/document-types.js";
import { taxConditions } from "../../../shared/domain/code-tables/tax-conditions.js";
import { identificationThreshold } from "../../../shared/domain/predictions/identification-threshold.js";
import { parseDate } from "../../../shared/domain/written-date.js";
import { Button } from "../components/button.js";
import { idOf } from "../components/control.js";
import { Fieldset } from "../components/fieldset.js";
import { stateChoices } from "../fields/choices.js";
import { placesOf, read, type TypedFields } from "../fields/typed.js";
import { money } from "../spanish/formats.js";
import { documentName } from "../spanish/names.js";
import type { VoucherFormOptions } from "./form-options.js";
import { type FormProps, inputs, isInUse } from "./inputs.js";

interface Props extends FormProps {
  desk: VoucherFormOptions;
  path: string;
  /** Message about what the registry said. */
  said: { tone: "success" | "warning"; text: string } | undefined;
  /** Whether somebody begins here. */
  isNew: boolean;
  /** Whether the receiver was asked for and is there: the lines are next. */
  isFilled: boolean;
}

/** Document types that are asked for most. The others follow. */
const usual = ["80", "86", "96", "94", "87", "91", "99"];
const rankOf = (id: string) => (usual.includes(id) ? usual.indexOf(id) : usual.length);
const documents = [
  { value: "", label: "Según el número: CUIT o DNI" },
  ...documentTypes
    .map(({ id }) => id)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((id) => ({ value: id, label: documentName(Number(id)) })),
];

const conditions = [
  { value: "", label: "Sin CUIT: consumidor final" },
  ...taxConditions.map(({ id }) => ({ value: id, label: taxConditionLabel(Number(id)) })),
];

/** Receiver of the voucher. */
export function Receiver({ desk, path, said, isNew, isFilled, ...form }: Props) {
  const refresh = {
    "hx-post": path,
    "hx-target": "#receiver",
    "hx-select": "#receiver",
    "hx-swap": "outerHTML",
    "hx-sync": "closest fieldset:replace",
  };
  const day = read(form.typed, "voucherDate");
  const threshold = identificationThreshold(parseDate(day) ?? day);
  // The province mostly comes from the registry, and nobody looks at it.
  const isOther = (name: string) => name === "customer.docType";
  const isOpen = isInUse(form, isOther) || form.faults.some(({ field }) => field === "customer.stateId");
  const Input = inputs(form);
  return (
    <Fieldset legend="Receptor" id="receiver" data-focus-on={isFilled ? firstOf(form.typed) : undefined}>
      <div class="beside">
        <Input
          name="customer.docNumber"
          label="CUIT o DNI"
          inputmode="numeric"
          list="recent-receivers"
          maxlength={20}
          autofocus={isNew}
          {...refresh}
          hx-trigger="change delay:150ms"
          hx-sync="closest fieldset:drop"
          hx-vals='{"intent":"look-up:meanwhile"}'
          data-enter="look-up"
          data-subject
        />
        <Button kind="secondary" id="look-up" name="intent" value="look-up" {...refresh}>
          Buscar
        </Button>
        <Button
          kind="secondary"
          id="final-consumer"
          name="intent"
          value="final-consumer"
          data-shortcut="c"
          {...refresh}
        >
          Consumidor final
        </Button>
      </div>
      <p class="hint">
        <span class="keys">Consumidor final: Alt+C. </span>Se puede no identificar a quien compra por menos de{" "}
        <span class="nowrap">{money(threshold)}</span>.
      </p>
      <p role="status" class={said ? `said ${said.tone}` : "said"}>
        {said?.text}
      </p>
      <div class="columns">
        <Input name="customer.name" label="Nombre o razón social" />
        <Input name="customer.taxType" label="Condición de IVA" options={conditions} />
      </div>
      <Input name="customer.address" label="Domicilio" required={false} />
      <details open={isOpen}>
        <summary>Otro documento, provincia</summary>
        <div class="columns">
          <Input name="customer.docType" label="Tipo de documento" options={documents} />
          <Input name="customer.stateId" label="Provincia" options={stateChoices} />
        </div>
      </details>
      <datalist id="recent-receivers">
        {desk.recent.map(({ docNumber, name }) => (
          <option value={docNumber}>{name}</option>
        ))}
      </datalist>
    </Fieldset>
  );
}

/** Where the first line begins. */
const firstOf = (typed: TypedFields) => idOf(`items.${placesOf(typed, "items")[0] ?? 0}.description`);

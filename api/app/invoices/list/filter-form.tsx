import { typeName } from "../../../../shared/domain/spanish.js";
import { issuableTypes } from "../../../../shared/domain/voucher-types.js";
import { Button } from "../../components/button.js";
import { Field } from "../../components/field.js";
import { Fieldset } from "../../components/fieldset.js";
import { Select } from "../../components/select.js";
import { toDateInput } from "../../spanish/typed.js";
import { sourceName } from "../../spanish/words.js";
import type { AskedList } from "./asked-list.js";
import { type FilterName, toApiFilters } from "./filters.js";

interface Props {
  action: string;
  asked: AskedList;
  pointsOfSale: { number: number; name: string | null }[];
}

const any = { value: "", label: "Todos" };
const sources = (["app", "api", "rcel"] as const).map((value) => ({ value, label: sourceName(value) }));
const orders = [
  { value: "", label: "Los últimos emitidos primero" },
  { value: "-date", label: "Fecha: la más nueva primero" },
  { value: "date", label: "Fecha: la más vieja primero" },
  { value: "-number", label: "Número: el mayor primero" },
  { value: "number", label: "Número: el menor primero" },
  { value: "-total", label: "Total: el mayor primero" },
  { value: "total", label: "Total: el menor primero" },
];

/** Filters that are not always in sight: they open by themselves when something of them is asked for. */
const folded: FilterName[] = ["number", "type", "pos", "min", "max", "source", "reference", "cae"];

/** With the script the list changes with each filter; without it, by the button. */
export function FilterForm({ action, asked: { filters, order }, pointsOfSale }: Props) {
  const { faults } = toApiFilters(filters);
  const of = (name: FilterName) => ({
    name,
    value: filters[name],
    error: faults.find(({ field }) => field === name)?.message,
  });
  return (
    <form
      id="filters"
      method="get"
      action={action}
      novalidate
      hx-get={action}
      hx-trigger="submit, change"
      hx-target="#results"
      hx-select="#results"
      hx-swap="outerHTML"
      hx-push-url="true"
      hx-sync="this:replace"
      data-resubmit
    >
      <Fieldset legend="Filtrar" columns>
        <Field {...of("from")} type="date" label="Desde" value={toDateInput(filters.from)} />
        <Field {...of("to")} type="date" label="Hasta" value={toDateInput(filters.to)} />
        <Field {...of("document")} label="CUIT o documento del receptor" inputmode="numeric" maxlength={20} />
      </Fieldset>
      <details open={folded.some((name) => filters[name] !== "")}>
        <summary>Más filtros</summary>
        <Fieldset legend="Número, tipo, importe, origen y referencias" columns>
          <Field {...of("number")} label="Número" hint="12 o 00001-00000012" maxlength={60} />
          <Select {...of("type")} label="Tipo" options={[any, ...typeOptions]} />
          <Select
            {...of("pos")}
            label="Punto de venta"
            options={[
              any,
              ...pointsOfSale.map(({ number, name }) => ({ value: number, label: labelOf(number, name) })),
            ]}
          />
          <Select name="order" label="Orden" value={order} options={orders} />
          <Field {...of("min")} label="Total desde" inputmode="decimal" maxlength={40} />
          <Field {...of("max")} label="Total hasta" inputmode="decimal" maxlength={40} />
          <Select {...of("source")} label="Emitido en" options={[any, ...sources]} />
          <Field {...of("reference")} label="Referencia propia" maxlength={128} />
          <Field {...of("cae")} label="CAE" inputmode="numeric" maxlength={14} />
        </Fieldset>
      </details>
      <Button kind="secondary">Filtrar</Button>
    </form>
  );
}

const typeOptions = issuableTypes.map(([value]) => ({ value, label: typeName(value) }));

const labelOf = (number: number, name: string | null): string => (name ? `${number} · ${name}` : String(number));

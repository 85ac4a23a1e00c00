import { Button } from "../components/button.js";
import { Field } from "../components/field.js";
import { Fieldset } from "../components/fieldset.js";
import { Select } from "../components/select.js";
import { auditActionName, auditActions } from "../spanish/audit-actions.js";
import { actorTypeName } from "../spanish/words.js";
import type { AuditFilters, FilterFaults } from "./filters.js";

const actors = (["user", "apikey", "admin", "system"] as const).map((value) => ({
  value,
  label: actorTypeName(value),
}));

const actions = auditActions
  .map((value) => ({ value, label: auditActionName(value) }))
  .sort((one, other) => one.label.localeCompare(other.label, "es"));

/** Filters of the audit log by person, action and day. A GET form: it changes nothing, so its answer has an address of its own. */
export const FilterForm = ({
  base,
  filters,
  faults,
}: {
  base: string;
  filters: AuditFilters;
  faults: FilterFaults;
}) => (
  <form method="get" action={`${base}/audit-log`}>
    <Fieldset legend="Filtrar" columns>
      <Select
        name="actor"
        label="Quién"
        value={filters.actor}
        options={[{ value: "", label: "Cualquiera" }, ...actors]}
      />
      <Field name="email" label="Correo de la persona" type="email" value={filters.email} maxlength={254} />
      <Select name="action" label="Qué" value={filters.action} options={[{ value: "", label: "Todo" }, ...actions]} />
      <Field name="from" label="Desde" type="date" value={filters.from} error={faults.from} />
      <Field name="to" label="Hasta" type="date" value={filters.to} error={faults.to} />
    </Fieldset>
    <div class="cluster">
      <Button kind="secondary">Filtrar</Button>
      <a href={`${base}/audit-log`}>Quitar los filtros</a>
    </div>
  </form>
);

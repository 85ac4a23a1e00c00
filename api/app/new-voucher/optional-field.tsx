import { documentTypes } from "../../../shared/domain/code-tables/document-types.js";
import type { OptionalKind } from "../../../shared/domain/optionals/optional-kinds.js";
import { Field } from "../components/field.js";
import { Select } from "../components/select.js";
import { documentName } from "../spanish/names.js";
import { type FormProps, fieldProps } from "./field-props.js";

interface OptionalFieldProps {
  form: FormProps;
  name: string;
  kind: OptionalKind;
  /** What the point of sale says, where this stays empty. */
  fallback: string | undefined;
}

/** Ids whose values are documents' codes. */
const documentIds = ["61", "1011"];

/** One optional field: a choice where the authority has one, else a text. */
export function OptionalField({ form, name, kind, fallback }: OptionalFieldProps) {
  const props = fieldProps(form, name);
  const options = optionsOf(kind);
  const said = options?.find(({ value }) => value === fallback)?.label ?? fallback;
  const hint = said === undefined ? undefined : `Vacío: «${said}», lo del punto de venta.`;
  const empty = { value: "", label: said === undefined ? "Sin informar" : "Lo del punto de venta" };
  if (options) return <Select {...props} label={kind.label} hint={hint} options={[empty, ...options]} />;
  const { format } = kind;
  return (
    <Field
      {...props}
      label={kind.label}
      hint={hint}
      required={false}
      maxlength={format.kind === "choice" ? 250 : format.max}
      inputmode={format.kind === "digits" ? "numeric" : undefined}
    />
  );
}

function optionsOf({ id, format, meanings }: OptionalKind): { value: string; label: string }[] | undefined {
  if (documentIds.includes(id))
    return documentTypes
      .filter((type) => ["80", "86", "87", "96", "94"].includes(type.id))
      .map((type) => ({ value: type.id, label: documentName(Number(type.id)) }));
  if (format.kind !== "choice") return undefined;
  return format.values.map((value) => ({ value, label: meanings?.[value] ?? value }));
}

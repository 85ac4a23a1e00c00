import { documentTypes } from "../../../shared/domain/code-tables/document-types.js";
import type { OptionalKind } from "../../../shared/domain/optionals/optional-kinds.js";
import { documentName } from "../spanish/names.js";
import type { inputs } from "./inputs.js";

interface OptionalFieldProps {
  Input: ReturnType<typeof inputs>;
  name: string;
  kind: OptionalKind;
  /** Value of the point of sale, which counts where this stays empty. */
  fallback: string | undefined;
}

/** Ids whose values are documents' codes. */
const documentIds = ["61", "1011"];

/** One optional field: a choice where the authority has one, else a text. */
export function OptionalField({ Input, name, kind, fallback }: OptionalFieldProps) {
  const options = optionsOf(kind);
  const said = options?.find(({ value }) => value === fallback)?.label ?? fallback;
  const hint = said === undefined ? undefined : `Vacío: «${said}», lo del punto de venta.`;
  const empty = { value: "", label: said === undefined ? "Sin informar" : "Lo del punto de venta" };
  if (options) return <Input name={name} label={kind.label} hint={hint} options={[empty, ...options]} />;
  const { format } = kind;
  return (
    <Input
      name={name}
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

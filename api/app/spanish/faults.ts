import { labelOf as labelOfField } from "../../schemas/field-labels.js";
import { withSmallInitial } from "./formats.js";

/** A fault of one field as a form shows it; the field is null when the whole is at fault. */
export interface Fault {
  field: string | null;
  message: string;
}

/**
 * The faults of an answer of the API, in its order, each as a whole sentence: "Precio de la línea 1: tiene que ser 0 o más." Empty when
 * the answer names no field.
 * @param labelOf the words of a field in this form; a field without any is not named
 */
export const faultsInSpanish = (
  error: { details?: unknown } | null | undefined,
  labelOf: (field: string) => string | undefined = labelOfField,
): Fault[] =>
  readFaults(error?.details).map(({ field, message }) => ({
    field,
    message: labelled(field === null ? undefined : labelOf(field), message),
  }));

function labelled(label: string | undefined, sentence: string): string {
  return label === undefined ? sentence : `${label}: ${withSmallInitial(sentence)}`;
}

/** `details` of a VALIDATION_ERROR of fields. Source: api/README.md, "Shapes of details by code". */
function readFaults(details: unknown): Fault[] {
  const { errors } = Object(details) as { errors?: unknown };
  return Array.isArray(errors) ? (errors as Fault[]) : [];
}

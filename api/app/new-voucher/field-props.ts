import { wordsAt } from "../../schemas/field-labels.js";
import type { FormFault } from "./review.js";
import { read, type Typed } from "./typed.js";

/** What each part of the form shows: what was typed, and what is wrong with it. */
export interface FormProps {
  typed: Typed;
  faults: FormFault[];
}

/** What a control has of its field. A page gives another label where the field's is not what one asks for. */
export function fieldProps({ typed, faults }: FormProps, name: string) {
  const { label, most } = wordsAt(name);
  const error = faults.find(({ field }) => field === name)?.beside;
  return { name, label, value: read(typed, name), error, ...(most !== undefined && { maxlength: most }) };
}

/** Whether one of these fields holds something or is at fault: then what hides them is open. */
export const isInUse = ({ typed, faults }: FormProps, isOne: (name: string) => boolean): boolean =>
  Object.entries(typed).some(([name, value]) => value !== "" && isOne(name)) ||
  faults.some(({ field }) => field !== null && isOne(field));

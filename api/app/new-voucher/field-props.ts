import type { FormFault } from "./review.js";
import { read, type Typed } from "./typed.js";

/** What each part of the form shows: what was typed, and what is wrong with it. */
export interface FormProps {
  typed: Typed;
  faults: FormFault[];
}

/** Name, value and fault of a field. */
export const fieldProps = ({ typed, faults }: FormProps, name: string) => ({
  name,
  value: read(typed, name),
  error: faults.find(({ field }) => field === name)?.beside,
});

/** Whether one of these fields holds something or is at fault: then what hides them is open. */
export const isInUse = ({ typed, faults }: FormProps, isOne: (name: string) => boolean): boolean =>
  Object.entries(typed).some(([name, value]) => value !== "" && isOne(name)) ||
  faults.some(({ field }) => field !== null && isOne(field));

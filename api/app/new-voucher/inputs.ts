import { issuanceRequestShape } from "../../schemas/issuance-request.js";
import { inputsOf } from "../fields/input.js";
import type { TypedFields } from "../fields/typed.js";
import type { FormFault } from "./review.js";

/** Props of each part of the form: what was typed, and what is wrong with it. */
export interface FormProps {
  typed: TypedFields;
  faults: FormFault[];
}

/** A control for each field of the body. */
export const inputs = ({ typed, faults }: FormProps) =>
  inputsOf(issuanceRequestShape, {
    typed,
    faultOf: (name) => faults.find(({ field }) => field === name)?.beside,
  });

/** Whether one of these fields holds something or is at fault: then what hides them is open. */
export const isInUse = ({ typed, faults }: FormProps, isOne: (name: string) => boolean): boolean =>
  Object.entries(typed).some(([name, value]) => value !== "" && isOne(name)) ||
  faults.some(({ field }) => field !== null && isOne(field));

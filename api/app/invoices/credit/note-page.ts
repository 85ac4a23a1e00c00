import type { PageContext } from "../../frame/app-env.js";
import type { Fault } from "../../spanish/faults.js";
import type { WholeVoucher } from "../voucher.js";
import type { CreditForm } from "./credit-form.js";

/** Props of a page that makes a note of a voucher. */
export interface NotePageProps {
  visit: PageContext;
  voucher: WholeVoucher;
  typed: CreditForm;
  faults: Fault[];
  /** Remarks of the law, in Spanish: the note is issued all the same. */
  notes: string[];
  /** Why the note was not issued. */
  refusal?: string | undefined;
}

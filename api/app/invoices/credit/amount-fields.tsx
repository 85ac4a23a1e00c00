import { findVoucherType } from "../../../../shared/domain/voucher-types.js";
import { Field } from "../../components/field.js";
import { Fieldset } from "../../components/fieldset.js";
import { Select } from "../../components/select.js";
import { vatRateName } from "../../spanish/names.js";
import type { WholeVoucher } from "../voucher.js";
import type { CreditForm } from "./credit-form.js";

interface Props {
  legend: string;
  /** Text of the line when nothing is typed. */
  otherwise: string;
  voucher: WholeVoucher;
  typed: CreditForm;
  errorOf: (field: string) => string | undefined;
}

/** An amount that belongs to no line of the voucher, such as a later discount, or interest. */
export function AmountFields({ legend, otherwise, voucher, typed, errorOf }: Props) {
  const { items, vat, voucherType, priceIncludesVat } = voucher;
  const isLetterC = findVoucherType(voucherType)?.letter === "C";
  const taxTypes = [
    ...new Set([...items.flatMap(({ taxType }) => taxType ?? []), ...vat.map(({ taxType }) => taxType)]),
  ];
  return (
    <Fieldset legend={legend}>
      <Field
        name="amount"
        label="Importe"
        hint={isLetterC ? undefined : priceIncludesVat ? "Con IVA." : "Sin IVA."}
        value={typed.amount}
        error={errorOf("amount")}
        inputmode="decimal"
        autocomplete="off"
        maxlength={40}
      />
      <Field
        name="description"
        label="Concepto"
        hint={`Si lo dejás vacío, dice «${otherwise}».`}
        required={false}
        value={typed.description}
        error={errorOf("description")}
        maxlength={200}
      />
      {!isLetterC && (
        <Select
          name="taxType"
          label="IVA del importe"
          value={typed.taxType}
          error={errorOf("taxType")}
          options={(taxTypes.length > 0 ? taxTypes : [5]).map((value) => ({ value, label: vatRateName(value) }))}
        />
      )}
    </Fieldset>
  );
}

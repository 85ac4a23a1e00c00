import { AmountFields } from "./amount-fields.js";
import { errorAt, NoteFrame } from "./note-frame.js";
import type { NotePageProps } from "./note-page.js";

/** A debit note of a voucher: what is owed besides, such as interest. */
export function DebitPage(props: NotePageProps) {
  const { voucher, typed, faults } = props;
  const errorOf = (field: string) => errorAt(faults, field);
  return (
    <NoteFrame
      {...props}
      kind="débito"
      path="debit-note"
      about="Lleva su letra, su receptor y su moneda."
      rejected="El comprador rechazó la nota de crédito"
    >
      <AmountFields legend="Importe a debitar" otherwise="Débito" {...{ voucher, typed, errorOf }} />
    </NoteFrame>
  );
}

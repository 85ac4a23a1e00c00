/** Amounts with their sign, tax ids, and the full numbers of vouchers. */
const numbers = /(-?(?:US\$|\$|€|R\$) -?[\d.]+(?:,\d+)?|\d{2}-\d{8}-\d|\d{5}-\d{8})/;

/** Characters. "Nota de Crédito B 00001-00000001" stands in one line on any phone. */
const short = 34;

/**
 * A text that stays in one line when it is short, and otherwise each of its numbers does. What a person copies of it is as it is written: no
 * other hyphen, no other blank.
 */
export function Unbroken({ text }: { text: string }) {
  const parts = text.length <= short ? ["", text] : text.split(numbers);
  return <>{parts.map((part, at) => (at % 2 === 1 ? <span class="nowrap">{part}</span> : part))}</>;
}

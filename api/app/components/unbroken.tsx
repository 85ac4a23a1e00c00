/** Amounts with their sign, tax ids, and the full numbers of vouchers. */
const numbers = /(-?(?:US\$|\$|€|R\$) -?[\d.]+(?:,\d+)?|\d{2}-\d{8}-\d|\d{5}-\d{8})/;

/** A text whose numbers stay in one line each. What a person copies of it is as it is written: no other hyphen, no other blank. */
export const Unbroken = ({ text }: { text: string }) => (
  <>{text.split(numbers).map((part, at) => (at % 2 === 1 ? <span class="nowrap">{part}</span> : part))}</>
);

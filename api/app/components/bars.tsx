import type { Child } from "hono/jsx";

interface Bar {
  label: string;
  value: number;
  /** The value as it is read: "$ 1.234,56". */
  text: string;
}

/** More than these stand as columns, with a label under every fifth. */
const maxRows = 12;

interface Props {
  title: Child;
  bars: Bar[];
  /** Value of a full bar, also of a higher one. By default the highest value. */
  full?: number;
}

/** A chart of values from zero: a list that also reads well without its bars. */
export function Bars({ title, bars, full }: Props) {
  const highest = full ?? Math.max(...bars.map(({ value }) => value), 0);
  const top = bars.find(({ value }) => value === highest);
  const share = (value: number) => (highest > 0 ? Math.min(100, Math.max(0, (value / highest) * 100)).toFixed(2) : "0");
  const areColumns = bars.length > maxRows;
  return (
    <figure class={areColumns ? "bars upright" : "bars"}>
      <figcaption>{title}</figcaption>
      {areColumns && top && (
        <p class="hint">
          Máximo: {top.text} ({top.label})
        </p>
      )}
      <ol>
        {bars.map(({ label, value, text }) => (
          <li title={`${label}: ${text}`}>
            <span class="label">{label}</span>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              {areColumns ? (
                <rect x="0" y={100 - Number(share(value))} width="100" height={share(value)} />
              ) : (
                <rect x="0" y="0" width={share(value)} height="100" />
              )}
            </svg>
            <span class={areColumns ? "unseen" : "value"}>{text}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

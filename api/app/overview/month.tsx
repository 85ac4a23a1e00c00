import { argentineClock } from "../../../shared/domain/calendar.js";
import { Decimal } from "../../../shared/domain/money.js";
import type { MonthFigures } from "../../../shared/domain/month-figures.js";
import { Bars } from "../components/bars.js";
import { Figure } from "../components/figure.js";
import { Notice } from "../components/notice.js";
import type { CachedValue } from "../frame/deadline-cache.js";
import { decimal, fiscalDate, money, monthName } from "../spanish/formats.js";

interface Props {
  /** The overview's own address. */
  base: string;
  /** In Argentina, `YYYY-MM-DD`. */
  today: string;
  /** Undefined while they are being counted. */
  figures: CachedValue<MonthFigures> | undefined;
}

/** The part of the overview that may come after the page: the month in figures. */
export const Month = ({ base, today, figures }: Props) =>
  figures ? <Counted base={base} today={today} figures={figures} /> : <Counting base={base} today={today} />;

type CountedProps = Props & { figures: CachedValue<MonthFigures> };

function Counted({ base, today, figures: { value, atMs } }: CountedProps) {
  const { month, before, days } = value;
  const last = monthName(days[0]?.date ?? "").replace(/ de \d+$/, "");
  const monthBefore = monthName(monthBeforeOf(today)).replace(/ de \d+$/, "");
  const on = (date: string) => fiscalDate(date).slice(0, 5);
  return (
    <section id="month" class="stack">
      <h2>{titleOf(today)}</h2>
      <div class="figures">
        <Figure label="Facturado" value={money(month.net)} hint={compared(month.net, before.net, monthBefore)} />
        <Figure
          label="Comprobantes"
          value={decimal(month.vouchers)}
          hint={compared(month.vouchers, before.vouchers, monthBefore)}
        />
        <Figure
          label="Promedio por venta"
          value={month.average === null ? "—" : money(month.average)}
          hint={
            month.average !== null && before.average !== null
              ? compared(month.average, before.average, monthBefore)
              : undefined
          }
        />
      </div>
      {month.vouchers > 0 && (
        <Bars
          title={`Facturado por día en ${last}, en pesos`}
          bars={days.map(({ date, net }) => ({ label: on(date), value: Number(net), text: money(net) }))}
        />
      )}
      <p class="hint">
        Por fecha de comprobante, con las notas de crédito restadas; {monthBefore}, en los mismos días. Sumado a las{" "}
        {argentineClock(atMs)}. <a href={`${base}?overview`}>Actualizar</a>
      </p>
    </section>
  );
}

/** Asks again by itself with the script, and by a link without. */
const Counting = ({ base, today }: Omit<Props, "figures">) => (
  <section id="month" class="stack" hx-get={`${base}/figures`} hx-trigger="load" hx-swap="outerHTML" aria-live="polite">
    <h2>{titleOf(today)}</h2>
    <p>
      Contando los comprobantes del mes… <a href={`${base}?overview`}>Actualizar</a>
    </p>
  </section>
);

/** In place of the figures when they could not be counted. */
export const NotCounted = ({ base, today }: Omit<Props, "figures">) => (
  <section id="month" class="stack">
    <h2>{titleOf(today)}</h2>
    <Notice tone="warning" title="No pudimos contar los comprobantes del mes">
      Probá de nuevo en un momento. <a href={`${base}?overview`}>Actualizar</a>
    </Notice>
  </section>
);

function titleOf(today: string): string {
  const name = monthName(today.replaceAll("-", ""));
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** `YYYYMM` */
function monthBeforeOf(today: string): string {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return month === 1 ? `${year - 1}12` : `${year}${String(month - 1).padStart(2, "0")}`;
}

/** How a figure stands to that of the same days of another month: "12 % más que en octubre". */
export function compared(now: string | number, before: string | number, month: string): string {
  const [value, other] = [new Decimal(now), new Decimal(before)];
  if (value.isZero() && other.isZero()) return `En ${month} tampoco hubo`;
  if (other.lte(0)) return value.eq(other) ? `Igual que en ${month}` : `En ${month}, nada en estos días`;
  const percent = value.minus(other).dividedBy(other).times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
  if (percent.isZero()) return `Igual que en ${month}`;
  return `${decimal(percent.abs().toFixed())} % ${percent.isNegative() ? "menos" : "más"} que en ${month}`;
}

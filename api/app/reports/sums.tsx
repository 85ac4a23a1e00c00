import { argentineClock } from "../../../shared/domain/calendar.js";
import { Empty } from "../components/empty.js";
import { Notice } from "../components/notice.js";
import type { CachedValue } from "../frame/deadline-cache.js";
import { monthName } from "../spanish/formats.js";
import { type SummaryAnswer, SummaryTables } from "./summary-tables.js";

/** A month's sums, why there are none, or undefined while they are being added up. */
export type SumsState = CachedValue<SummaryAnswer> | { refusal: string } | undefined;

/** The part of the reports' page that may come after it: the month in sums. */
export function Sums({ path, period, sums }: { path: string; period: string; sums: SumsState }) {
  const again = <a href={`${path}?period=${period}`}>Actualizar</a>;
  if (!sums)
    return (
      <section
        id="sums"
        hx-get={`${path}/sums?period=${period}`}
        hx-trigger="load"
        hx-swap="outerHTML"
        aria-live="polite"
      >
        <p>
          Sumando los comprobantes de {monthName(period)}… {again}
        </p>
      </section>
    );
  if ("refusal" in sums)
    return (
      <section id="sums">
        <Notice tone="error" title="No se pudo sumar el mes">
          {sums.refusal} {again}
        </Notice>
      </section>
    );
  if (sums.value.vouchers === 0)
    return (
      <section id="sums">
        <Empty title={`No hay comprobantes de ${monthName(period)}`}>Elegí otro mes, o emití el primero de este.</Empty>
      </section>
    );
  return (
    <section id="sums" class="stack">
      <SummaryTables summary={sums.value} />
      <p class="hint">
        Sumado a las {argentineClock(sums.atMs)}. {again}
      </p>
    </section>
  );
}

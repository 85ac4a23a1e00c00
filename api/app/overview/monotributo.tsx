import { toFiscalDate } from "../../../shared/domain/calendar.js";
import type { MonotributoStanding } from "../../../shared/domain/monotributo/standing.js";
import { Bars } from "../components/bars.js";
import { Notice } from "../components/notice.js";
import { decimal, fiscalDate, money } from "../spanish/formats.js";

interface Props {
  base: string;
  /** In Argentina, `YYYY-MM-DD`. */
  today: string;
  /** Null when it could not be added up. */
  standing: MonotributoStanding | null;
}

/** The part of the overview of a monotributista: both windows against their caps. */
export function Monotributo({ base, today, standing }: Props) {
  if (!standing)
    return (
      <section class="stack">
        <h2>Monotributo</h2>
        <Notice tone="warning" title="No pudimos sumar lo facturado en doce meses">
          Probá de nuevo en un momento. <a href={`${base}?overview`}>Actualizar</a>
        </Notice>
      </section>
    );
  const { category, caps, rolling, next } = standing;
  return (
    <section class="stack">
      <h2>Monotributo{category && `, categoría ${category}`}</h2>
      {caps && (
        <Bars
          title="Facturado contra los topes, en pesos"
          full={100}
          bars={[
            barOf(`Últimos doce meses, contra el tope de la K`, rolling.issued, caps.top, rolling.ofTop),
            ...(caps.own === null
              ? []
              : [
                  barOf(
                    `De ${on(next.from)} a ${on(next.to)}, contra el tope de la ${category}`,
                    next.issued,
                    caps.own,
                    next.ofOwn,
                  ),
                ]),
          ]}
        />
      )}
      {(!caps || caps.until < toFiscalDate(today)) && (
        <Notice tone="warning" title="Faltan los topes vigentes">
          {caps && `Los que conocemos valieron hasta el ${fiscalDate(caps.until)}. `}Los carga quien opera el servicio.
        </Notice>
      )}
      {category === null && (
        <p>
          Decí tu categoría en los <a href={`${base}/fiscal-data`}>datos fiscales</a>, y vas a ver también cuánto falta
          para su tope.
        </p>
      )}
      <p class="hint">
        Suma lo emitido acá, con las notas de crédito restadas: lo que facturaste en otro lado también cuenta. La
        próxima recategorización vence el {fiscalDate(next.due)}.
      </p>
    </section>
  );
}

const on = (date: string): string => fiscalDate(date).slice(3);

const barOf = (label: string, issued: string, cap: string, percent: string | null) => ({
  label,
  value: Number(percent ?? 0),
  text: `${money(issued)} de ${money(cap)} (${decimal(percent ?? 0, 1)} %)`,
});

import type { FC } from "hono/jsx";
import { legendPlaces } from "../../../shared/domain/legends.js";
import { Fieldset } from "../components/fieldset.js";
import type { InputProps } from "../fields/input.js";
import { placesOf, type TypedFields } from "../fields/typed.js";
import { type FormErrors, faultOf } from "./refusal.js";

interface Props {
  Input: FC<InputProps<`legends.${number}.${string}`>>;
  values: TypedFields;
  refused: FormErrors | undefined;
  /** "de la empresa". */
  whose: string;
}

const words: Record<(typeof legendPlaces)[number], string> = {
  all: "En todos los comprobantes",
  "final-consumers": "A consumidores finales (B y C)",
  A: "Con letra A",
  B: "Con letra B",
  C: "Con letra C",
};
const places = legendPlaces.map((value) => ({ value, label: words[value] }));

/** Fields that make a legend more than a blank row. */
export const legendRows = { legends: ["text"] } as const;

/** The legends that vouchers print, and an empty row for one more. */
export function LegendRows({ Input, values, refused, whose }: Props) {
  const rows = placesOf(values, "legends");
  const whole = faultOf(refused, "legends");
  return (
    <Fieldset legend={`Leyendas ${whose}`}>
      <p class="hint">
        Lo que pide tu provincia o tu municipio, con su alícuota: por ejemplo, ALÍCUOTA ISIB CABA 3,00%. Para quitar
        una, dejá el texto vacío. Al guardar aparece otro renglón.
      </p>
      {whole && (
        <p class="fault" id="field-legends">
          {whole}
        </p>
      )}
      {[...rows, rows.length].map((place) => (
        <Fieldset legend={`Leyenda ${place + 1}`} columns>
          <Input name={`legends.${place}.text`} autocomplete="off" required={false} />
          <Input name={`legends.${place}.on`} options={places} />
          <Input name={`legends.${place}.from`} />
        </Fieldset>
      ))}
    </Fieldset>
  );
}

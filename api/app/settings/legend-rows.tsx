import { legendPlaces } from "../../../shared/domain/legends.js";
import { Field } from "../components/field.js";
import { Fieldset } from "../components/fieldset.js";
import { Select } from "../components/select.js";
import { faultOf, type Refused } from "./refusal.js";
import { legendWords, type TypedLegend } from "./typed-legends.js";

interface Props {
  legends: readonly TypedLegend[];
  refused: Refused | undefined;
  /** "de la empresa". */
  whose: string;
}

/** How many empty rows wait for more. */
const emptyRows = 1;
const places = legendPlaces.map((value) => ({ value, label: legendWords[value] }));

/** The legends that vouchers print. */
export function LegendRows({ legends, refused, whose }: Props) {
  const rows = [...legends, ...Array.from({ length: emptyRows }, () => ({ text: "", on: "all", from: "" }))];
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
      {rows.map(({ text, on, from }, index) => {
        const name = `legends.${index}`;
        const error = (field: string) => faultOf(refused, `${name}.${field}`);
        return (
          <Fieldset legend={`Leyenda ${index + 1}`} columns>
            <Field
              name={`${name}.text`}
              label="Texto"
              value={text}
              maxlength={200}
              error={error("text")}
              autocomplete="off"
              required={false}
            />
            <Select name={`${name}.on`} label="Dónde va" value={on} options={places} error={error("on")} />
            <Field
              name={`${name}.from`}
              label="Desde"
              type="date"
              value={from}
              error={error("from")}
              required={false}
            />
          </Fieldset>
        );
      })}
    </Fieldset>
  );
}

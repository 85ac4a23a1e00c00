import { tributeLabel } from "../../../shared/domain/code-labels.js";
import { tributes } from "../../../shared/domain/code-tables/tributes.js";
import { printedTextNames } from "../../../shared/domain/printed-texts.js";
import { Fieldset } from "../components/fieldset.js";
import { stateChoices } from "../fields/choices.js";
import { read } from "../fields/typed.js";
import { textHints } from "../spanish/printed-texts.js";
import { AddRow } from "./add-row.js";
import type { VoucherFormOptions } from "./form-options.js";
import { FurtherMore } from "./further-more.js";
import { type FormProps, inputs, isInUse } from "./inputs.js";
import { rowsOf } from "./lines.js";

const maxEmails = 3;
const texts = [
  ...printedTextNames,
  "legend",
  "comments",
  "externalReference",
  "activityCode",
  "activities",
  "contingency",
  "perceptions",
  "deliveryStateId",
];
const lists = /^(emails|tributes|settings|additionalData|optionals|buyers)\./;
const isHere = (name: string) => texts.includes(name) || lists.test(name);

/** Choices that say something before anybody chooses. */
const isPreset = (name: string, value: string) => value === "2" || /^buyers\.\d+\.docType$/.test(name);

const decimals = [
  { value: "", label: "2, lo usual" },
  { value: 4, label: "4" },
  { value: 6, label: "6" },
];

const tributeTypes = [
  { value: "", label: "Elegí uno" },
  ...tributes.map(({ id }) => ({ value: id, label: tributeLabel(Number(id)) })),
];

/** Fields that few vouchers have. Open when one of them holds something, and while somebody adds a row. */
export function More({
  desk,
  path,
  isOpen,
  ...form
}: FormProps & { desk: VoucherFormOptions; path: string; isOpen: boolean }) {
  const pos = desk.pointsOfSale.find(({ number }) => String(number) === read(form.typed, "posNumber"));
  const Input = inputs(form);
  return (
    <details
      id="more"
      open={isOpen || isInUse(form, (name) => isHere(name) && !isPreset(name, read(form.typed, name)))}
    >
      <summary>Más datos</summary>
      <div class="stack">
        <Fieldset legend="Correos que reciben el PDF" columns>
          {Array.from({ length: maxEmails }, (_, place) => (
            <Input name={`emails.${place}.email`} label={`Correo ${place + 1}`} type="email" required={false} />
          ))}
        </Fieldset>
        {pos && pos.additionalDataKeys.length > 0 && (
          <Fieldset legend="Datos del punto de venta" columns>
            {pos.additionalDataKeys.map(({ key, label, printed }) => (
              <Input
                name={`additionalData.${key}`}
                label={label}
                required={false}
                hint={printed ? undefined : "No se imprime."}
              />
            ))}
          </Fieldset>
        )}
        <Fieldset legend="Textos">
          {printedTextNames.map((name) => {
            const [ofPos, { ofVoucher, besides }] = [pos?.[name], textHints[name]];
            return <Input name={name} required={false} hint={ofPos ? besides(ofPos) : ofVoucher} />;
          })}
          <Input name="legend" label="Leyenda que se imprime" required={false} />
          <Input name="comments" label="Observaciones internas" required={false} rows={2} />
          <Input name="externalReference" label="Tu referencia" required={false} />
        </Fieldset>
        <Fieldset legend="Tributos y percepciones">
          {rowsOf(form.typed, "tributes").map((place) => (
            <div class="columns">
              <Input name={`tributes.${place}.type`} label="Tributo" options={tributeTypes} />
              <Input
                name={`tributes.${place}.description`}
                required={false}
                hint="Hace falta en «Otro» y en las FCE."
              />
              <Input name={`tributes.${place}.baseAmount`} />
              <Input name={`tributes.${place}.aliquot`} label="Alícuota, en %" />
              <Input name={`tributes.${place}.subtotal`} />
            </div>
          ))}
          <AddRow path={path} intent="add-tribute" label="Agregar tributo" />
          {desk.isAgent && (
            <div class="stack">
              <Input
                name="perceptions"
                ticked="sircip"
                label="Agregar las percepciones de SIRCIP"
                hint="Las calcula el padrón del mes. En una nota de crédito son las del comprobante que modifica."
              />
              <Input
                name="deliveryStateId"
                required={false}
                options={stateChoices}
                hint="Dónde se entrega o se presta el servicio. Vacía: la provincia del receptor."
              />
            </div>
          )}
        </Fieldset>
        <FurtherMore {...form} path={path} />
        <Fieldset legend="Impresión y actividad" columns>
          <Input name="settings.quantityPrecision" label="Decimales de la cantidad" options={decimals} />
          <Input name="settings.pricePrecision" label="Decimales del precio" options={decimals} />
          <Input name="activityCode" required={false} inputmode="numeric" hint="6 dígitos. Vacía: la de la empresa." />
        </Fieldset>
        <Input
          name="contingency"
          ticked="never"
          label="Emitir solo con CAE"
          hint="En una contingencia espera a ARCA, en vez de salir con CAEA."
        />
      </div>
    </details>
  );
}

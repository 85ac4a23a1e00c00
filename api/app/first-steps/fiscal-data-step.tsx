import { taxConditionLabel } from "../../../shared/domain/code-labels.js";
import { type FiscalData, lackingOf } from "../fiscal-data/fiscal-data.js";
import { listed } from "../spanish/formats.js";
import { Do, type StepProps } from "./parts.js";

export function FiscalDataStep({ data, ...step }: StepProps & { data: FiscalData }) {
  if (step.state === "done")
    return <p>{taxConditionLabel(data.taxType)}. Están los datos que lleva todo comprobante.</p>;
  return (
    <>
      <p>Falta completar {listed(lackingOf(data))}. Valen para los dos ambientes y se cargan en producción.</p>
      <Do {...step} path="/fiscal-data" words="Completar los datos fiscales" />
    </>
  );
}

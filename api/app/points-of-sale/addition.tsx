import { Button } from "../components/button.js";
import { Field } from "../components/field.js";
import { Form } from "../components/form.js";
import { Heading } from "../components/heading.js";
import { LinkButton } from "../components/link-button.js";
import type { Visit } from "../frame/app-env.js";
import { faultOf, Refusal, type Refused } from "../settings/refusal.js";
import { Fields } from "./fields.js";
import type { PointOfSale, Values } from "./values.js";

interface AdditionProps {
  visit: Visit;
  values: Values;
  substitutes: PointOfSale[];
  refused?: Refused | undefined;
}

export const Addition = ({ visit, values, substitutes, refused }: AdditionProps) => (
  <>
    <Heading title="Agregar un punto de venta" />
    <Refusal refused={refused} />
    <Form visit={visit}>
      <Field
        name="number"
        label="Número"
        hint={
          visit.production
            ? "El mismo que diste de alta en ARCA como punto de venta de web services (RECE). Después no se puede cambiar."
            : "En homologación puede ser cualquiera, por ejemplo 1. Después no se puede cambiar."
        }
        value={values.number}
        inputmode="numeric"
        maxlength={5}
        autocomplete="off"
        error={faultOf(refused, "number")}
        required
      />
      <Fields values={values} refused={refused} substitutes={substitutes} />
      <div class="cluster">
        <Button>Agregar</Button>
        <LinkButton href={`${visit.base}/points-of-sale`} kind="quiet">
          Cancelar
        </LinkButton>
      </div>
    </Form>
  </>
);

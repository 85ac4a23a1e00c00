import { Form } from "../components/form.js";
import { FormEnd } from "../components/form-end.js";
import { Heading } from "../components/heading.js";
import type { PageContext } from "../frame/app-env.js";
import { type FormErrors, Refusal } from "../settings/refusal.js";
import { Fields } from "./fields.js";
import { form, type ListedPointOfSale, type PointOfSaleValues } from "./values.js";

interface PointOfSaleAdditionProps {
  visit: PageContext;
  values: PointOfSaleValues;
  substitutes: ListedPointOfSale[];
  refused?: FormErrors | undefined;
}

export function Addition({ visit, values, substitutes, refused }: PointOfSaleAdditionProps) {
  const Input = form.inputs(values, refused);
  return (
    <>
      <Heading title="Agregar un punto de venta" />
      <Refusal refused={refused} />
      <Form visit={visit}>
        <Input
          name="number"
          hint={
            visit.production
              ? "El mismo que diste de alta en ARCA como punto de venta de web services (RECE). Después no se puede cambiar."
              : "En homologación puede ser cualquiera, por ejemplo 1. Después no se puede cambiar."
          }
          maxlength={5}
          autocomplete="off"
          required
        />
        <Fields values={values} refused={refused} substitutes={substitutes} />
        <FormEnd cancel={`${visit.base}/points-of-sale`}>Agregar</FormEnd>
      </Form>
    </>
  );
}

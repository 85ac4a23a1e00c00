import { findOptionalKind } from "../../../shared/domain/optionals/optional-kinds.js";
import { Button } from "../components/button.js";
import { Card } from "../components/card.js";
import { Confirm } from "../components/confirm.js";
import { Facts } from "../components/facts.js";
import { Form } from "../components/form.js";
import { Heading } from "../components/heading.js";
import type { PageContext } from "../frame/app-env.js";
import { type FormErrors, Refusal } from "../settings/refusal.js";
import { layoutWords } from "../spanish/layouts.js";
import { Fields } from "./fields.js";
import { EnabledTag } from "./list.js";
import { Logo } from "./logo.js";
import { type FieldName, form, type ListedPointOfSale, type PointOfSaleValues } from "./values.js";

interface PointOfSaleProps {
  visit: PageContext;
  pos: ListedPointOfSale;
  values: PointOfSaleValues;
  substitutes: ListedPointOfSale[];
  mayConfigure: boolean;
  refused?: FormErrors | undefined;
  /** Fault of the logo that was sent. */
  logoFault?: string | undefined;
}

/** A point of sale. Who may configure changes it here, others read it. */
export function One({ visit, pos, values, substitutes, mayConfigure, refused, logoFault }: PointOfSaleProps) {
  const path = `${visit.base}/points-of-sale/${pos.number}`;
  return (
    <>
      <p>
        <a href={`${visit.base}/points-of-sale`}>Puntos de venta</a>
      </p>
      <Heading title={`Punto de venta ${pos.number}`}>
        <EnabledTag enabled={pos.enabled} />
      </Heading>
      <Refusal refused={refused} />
      <Logo visit={visit} pos={pos} mayConfigure={mayConfigure} fault={logoFault} />
      <Card title="Datos">
        {mayConfigure ? (
          <Form visit={visit} action={path}>
            <Fields
              values={values}
              refused={refused}
              substitutes={substitutes.filter(({ number }) => number !== pos.number)}
            />
            <Button>Guardar</Button>
          </Form>
        ) : (
          <PosFacts pos={pos} />
        )}
      </Card>
      {mayConfigure && <Enabling visit={visit} pos={pos} action={`${path}/enabled`} />}
    </>
  );
}

/** Details of a point of sale that leaves a field to the company, and of fields that are no text. */
const details: Partial<Record<FieldName, (pos: ListedPointOfSale) => string>> = {
  address: ({ address }) => address ?? "El de la empresa",
  exclusive: ({ exclusive }) => (exclusive ? "Sí" : "No"),
  layout: ({ layout }) => layoutWords[layout],
  activity: ({ activity }) => activity ?? "La de la empresa",
  contingencyPos: ({ contingencyPos }) => `${contingencyPos ?? "Ninguno"}`,
};

const PosFacts = ({ pos }: { pos: ListedPointOfSale }) => (
  <Facts
    facts={[
      ...form.names
        .filter((name) => name !== "number")
        .map((name) => ({ term: form.label(name), detail: details[name]?.(pos) ?? `${pos[name] ?? "—"}` })),
      {
        term: "Informa a ARCA",
        detail:
          [
            ...(pos.optionals ?? []).map(({ id, value }) => `${findOptionalKind(id)?.label ?? id}: ${value}`),
            ...(pos.activities ?? []).map(({ id }) => `Actividad ${id}`),
          ].join(" · ") || "Nada más",
      },
      {
        term: "Datos adicionales",
        detail:
          pos.additionalDataKeys
            .map(({ label, key, printed }) => `${label} (${key}${printed ? "" : ", no se imprime"})`)
            .join(" · ") || "Ninguno",
      },
    ]}
  />
);

function Enabling({ visit, pos, action }: { visit: PageContext; pos: ListedPointOfSale; action: string }) {
  if (!pos.enabled)
    return (
      <Card title="Habilitar">
        <p>Mientras está deshabilitado no se emite ahí. La numeración sigue donde quedó.</p>
        <Form visit={visit} action={action}>
          <Button kind="secondary" name="enabled" value="true">
            Habilitar
          </Button>
        </Form>
      </Card>
    );
  return (
    <Card title="Deshabilitar">
      <p>Por ejemplo cuando cierra un local. Los comprobantes y la numeración quedan, y lo podés habilitar de nuevo.</p>
      <Confirm summary="Deshabilitar…" kind="danger">
        <p>Nadie va a poder emitir en el punto de venta {pos.number} hasta que lo habilites otra vez.</p>
        <Form visit={visit} action={action}>
          <Button kind="danger" name="enabled" value="false">
            Sí, deshabilitar
          </Button>
        </Form>
      </Confirm>
    </Card>
  );
}

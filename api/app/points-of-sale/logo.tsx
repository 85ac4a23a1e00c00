import { Button } from "../components/button.js";
import { Card } from "../components/card.js";
import { Confirm } from "../components/confirm.js";
import { FileField } from "../components/file-field.js";
import { Form } from "../components/form.js";
import type { PageContext } from "../frame/app-env.js";
import type { ListedPointOfSale } from "./values.js";

interface LogoProps {
  visit: PageContext;
  pos: ListedPointOfSale;
  mayConfigure: boolean;
  fault: string | undefined;
}

/** The logo that the vouchers of a point of sale are printed with. */
export function Logo({ visit, pos, mayConfigure, fault }: LogoProps) {
  const path = `${visit.base}/points-of-sale/${pos.number}`;
  return (
    <Card title="Logo">
      {pos.hasLogo ? (
        <p>
          <img class="logo" src={`${path}/logo-image`} alt={`Logo del punto de venta ${pos.number}`} />
        </p>
      ) : (
        <p>Sin logo: en los comprobantes va el nombre de la empresa.</p>
      )}
      {mayConfigure && (
        <>
          <Form visit={visit} action={`${path}/logo`} enctype="multipart/form-data">
            <FileField
              name="logo"
              label={pos.hasLogo ? "Otro logo" : "Elegí un logo"}
              hint="PNG o JPEG, de hasta 512 KB. Se imprime en los comprobantes nuevos, y en los que se impriman otra vez."
              accept="image/png,image/jpeg"
              error={fault}
            />
            <Button kind="secondary">Subir el logo</Button>
          </Form>
          {pos.hasLogo && (
            <Confirm summary="Quitar el logo…" kind="quiet">
              <p>Los comprobantes nuevos van a salir sin logo. Los que ya están impresos no cambian.</p>
              <Form visit={visit} action={`${path}/logo-removal`}>
                <Button kind="danger">Sí, quitarlo</Button>
              </Form>
            </Confirm>
          )}
        </>
      )}
    </Card>
  );
}

import { advice, Do, type StepProps } from "./parts.js";
import { type Environment, isAboutPoint, isUsable } from "./progress.js";

type Props = StepProps & { environment: Environment; isReal: boolean };

/** A point of sale where the authority lets the company issue. */
export function PointOfSaleStep({ environment: { pointOfSale, checks }, isReal, ...step }: Props) {
  if (step.state === "done")
    return <p>{pointOfSale ? `El punto de venta ${pointOfSale.number}.` : "Ya hizo falta antes: la empresa emite."}</p>;
  if (step.state === "todo" && !pointOfSale) return null;
  if (!pointOfSale)
    return (
      <>
        <p>
          {isReal
            ? "Primero dalo de alta en ARCA, en Administración de puntos de venta y domicilios, como punto de venta de web services. Después agregalo acá con el mismo número."
            : "En homologación no hace falta darlo de alta en ARCA: agregá el número 1."}
        </p>
        <Do {...step} path="/points-of-sale/new" words="Agregar el punto de venta" />
      </>
    );
  const { number } = pointOfSale;
  if (!isUsable(pointOfSale))
    return (
      <>
        <p>
          {pointOfSale.enabled
            ? `El punto de venta ${number} es de CAEA, solo para contingencias: hace falta uno de CAE.`
            : `El punto de venta ${number} está deshabilitado.`}
        </p>
        <Do {...step} path="/points-of-sale" words="Ir a los puntos de venta" />
      </>
    );
  if (checks !== undefined && checks !== "late" && isAboutPoint(checks))
    return (
      <>
        <p>{advice(checks.issuance)}</p>
        <Do {...step} path="/points-of-sale" words="Ir a los puntos de venta" />
      </>
    );
  return <p>El punto de venta {number} está agregado. Falta que ARCA lo confirme.</p>;
}

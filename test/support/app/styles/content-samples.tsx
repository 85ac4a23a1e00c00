import { Bars } from "../../../../api/app/components/bars.js";
import { Card } from "../../../../api/app/components/card.js";
import { Facts } from "../../../../api/app/components/facts.js";
import { Figure } from "../../../../api/app/components/figure.js";
import { Secret } from "../../../../api/app/components/secret.js";
import { Steps } from "../../../../api/app/components/steps.js";

const days = Array.from({ length: 31 }, (_, index) => {
  const value = (index * 7919) % 23;
  return { label: `${index + 1}/11`, value, text: `$ ${value}.000,00` };
});

export const ContentSamples = () => (
  <>
    <Card title="Cifras">
      <div class="figures">
        <Figure label="Facturado en noviembre" value="$ 12.345.678,90" hint="312 comprobantes" />
        <Figure label="IVA débito" value="$ 2.142.638,49" />
        <Figure label="Cupo del mes" value="312 de 500" hint="Vuelve a empezar el 01/12/2026" />
      </div>
    </Card>
    <div class="cards">
      <Card title="Por día">
        <Bars title="Facturado por día, en pesos" bars={days} />
      </Card>
      <Card title="Por tipo">
        <Bars
          title="Comprobantes por tipo"
          bars={[
            { label: "Factura B", value: 201, text: "201" },
            { label: "Factura A", value: 98, text: "98" },
            { label: "Nota de crédito B", value: 13, text: "13" },
            { label: "Nota de débito", value: 0, text: "0" },
          ]}
        />
      </Card>
    </div>
    <Card title="Datos">
      <Facts
        facts={[
          { term: "Receptor", detail: "Ana María Gómez" },
          { term: "CUIT", detail: "20-11111111-2" },
          { term: "CAE", detail: "75471234567890, vence el 01/12/2026" },
          { term: "Clave de idempotencia", detail: "mostrador-".repeat(9) },
        ]}
      />
    </Card>
    <Card title="Pasos">
      <Steps
        steps={[
          { title: "Generar el pedido", state: "done" },
          {
            title: "Cargarlo en ARCA",
            state: "current",
            children: <p>Entrá a “Administración de Certificados Digitales” y subí el archivo que descargaste.</p>,
          },
          { title: "Subir el certificado", state: "todo" },
        ]}
      />
    </Card>
    <Card title="Secreto">
      <Secret label="Clave de API" value="TEST_4f9a1c7e2b8d4a60b5c3e1f7a9d2c4b6" />
    </Card>
  </>
);

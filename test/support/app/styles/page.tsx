import { Hono } from "hono";
import { Heading } from "../../../../api/app/components/heading.js";
import type { PageContext } from "../../../../api/app/frame/app-env.js";
import { Layout } from "../../../../api/app/layout/layout.js";
import { PlainLayout } from "../../../../api/app/layout/show.js";
import { ActionSamples } from "./action-samples.js";
import { ContentSamples } from "./content-samples.js";
import { FormSamples, SignInSample } from "./form-samples.js";
import { PartSample } from "./part-sample.js";
import { TableSamples } from "./table-samples.js";

/** Nobody's visit: the page of styles shows no company's data. */
const sampleVisit = (production: boolean): PageContext => ({
  person: { id: 0, email: "ana@example.com", name: "Ana Gómez" },
  company: { id: 0, code: "demo", name: "Papelera Andina S.A.", taxType: 1, withheldA: false },
  production,
  role: "owner",
  csrf: "",
  base: `/app/demo/${production ? "production" : "homologation"}`,
  path: "/styles",
  isPartial: false,
});

/** `/app/styles`: every component in every state, within both layouts and both environments, to look at and to test. */
export const styles = (): Hono =>
  new Hono()
    .get("/app/styles", (c) =>
      c.html(
        <Layout
          visit={sampleVisit(c.req.query("environment") === "production")}
          title="Componentes"
          section="invoices"
          flash={c.req.query("said") === undefined ? undefined : "Se guardó el punto de venta 3."}
        >
          <Heading title="Componentes">
            <a href="/app/styles?environment=production&said">Producción</a>
            <a href="/app/styles/plain">Sin empresa</a>
          </Heading>
          <ActionSamples />
          <FormSamples />
          <TableSamples />
          <ContentSamples />
          <PartSample isOpen={c.req.query("more") !== undefined} />
        </Layout>,
      ),
    )
    .get("/app/styles/plain", (c) =>
      c.html(
        <PlainLayout title="Ingresar">
          <h1>Ingresar</h1>
          <SignInSample />
        </PlainLayout>,
      ),
    );

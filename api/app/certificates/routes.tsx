import { type Context, Hono } from "hono";
import { textOfFile } from "../../../shared/certificates/sent-certificates.js";
import type { FiscalData } from "../fiscal-data/fiscal-data.js";
import type { AppEnv } from "../frame/app-env.js";
import type { AppDeps } from "../frame/deps.js";
import { file, text } from "../frame/form.js";
import { resultOf } from "../frame/result-of.js";
import { noPage } from "../layout/errors.js";
import { back, show } from "../layout/show.js";
import { type FormErrors, faultOf, refusedBy } from "../settings/refusal.js";
import { mayAs, only } from "../sign-in/enter-company.js";
import { type ListedCertificate, listCertificates } from "./certificate.js";
import type { Checks } from "./check.js";
import { type CheckedDelegation, Delegated } from "./delegated.js";
import { Certificates } from "./list.js";
import { One } from "./one.js";
import { Request } from "./request.js";

const section = "certificates";
const one = "/certificates/:id{[0-9]+}";

const said = {
  requested: "El pedido está preparado. Ahora llevalo a ARCA.",
  installed: "El certificado quedó instalado y en uso. Ahora probalo.",
};

/** `…/certificates`: the list, and the steps from a request to a certificate in use. */
export const certificatePages = ({ now }: Pick<AppDeps, "now">) => {
  async function showOne(c: Context<AppEnv>, again: CertificatePageState = {}) {
    const visit = c.get("visit");
    const certificate = await findOne(c);
    const page = (
      <One
        visit={visit}
        certificate={certificate}
        nowMs={now()}
        mayConfigure={mayAs(visit.role, "owner")}
        checks={again.checks}
        pasted={again.pasted}
        fault={again.fault}
        refused={again.refused}
      />
    );
    const status = again.refused || again.fault ? 400 : 200;
    return show(c, { title: `Certificado ${certificate.alias}`, section, said }, page, status);
  }

  return (
    new Hono<AppEnv>()
      .get("/certificates", async (c) => {
        const visit = c.get("visit");
        const [data, certificates] = await Promise.all([findFiscalData(c), listCertificates(c.get("api"))]);
        if (data.certificate.mode === "delegated") return showDelegated(c, data);
        const list = { visit, certificates, nowMs: now(), mayConfigure: mayAs(visit.role, "owner") };
        return show(c, { title: "Certificados", section, said }, <Certificates {...list} />);
      })

      .get("/certificates/delegation", async (c) => {
        const data = await findFiscalData(c);
        if (data.certificate.mode === "own") return back(c, "/certificates");
        return showDelegated(c, data, resultOf(await c.get("api").get<CheckedDelegation>("/taxauth/delegation")));
      })

      .get("/certificates/new", only("owner"), async (c) => {
        const isRenewal = c.req.query("renew") !== undefined;
        const used = isRenewal ? (await listCertificates(c.get("api"))).find(({ active }) => active) : undefined;
        return showRequest(c, used?.alias ?? "", used !== undefined);
      })

      .post("/certificates/new", only("owner"), async (c) => {
        const alias = text(c.get("form"), "alias");
        const { ok, result, error } = await c.get("api").post<{ id: number }>("/certificates", { alias });
        if (!ok) return showRequest(c, alias, c.req.query("renew") !== undefined, refusedBy(error));
        return back(c, `/certificates/${result.id}`, "requested");
      })

      .get(one, (c) => showOne(c))

      .get(`${one}/request.csr`, async (c) => {
        const { alias, csr } = await findOne(c);
        return c.body(csr, 200, {
          "content-type": "application/pkcs10",
          "content-disposition": `attachment; filename="${alias.replaceAll(/[^\w.-]/g, "_")}.csr"`,
        });
      })

      .post(`${one}/installation`, only("owner"), async (c) => {
        const sent = file(c.get("form"), "certificateFile");
        const pasted = text(c.get("form"), "certificate");
        const certificate = sent ? textOfFile(new Uint8Array(await sent.arrayBuffer())) : pasted;
        if (certificate === "") return showOne(c, { fault: "Elegí el archivo que te dio ARCA, o pegá su texto." });
        const path = `/certificates/${c.req.param("id")}`;
        const { ok, error } = await c.get("api").put(path, { certificate });
        if (ok) return back(c, path, "installed");
        const refused = refusedBy(error);
        const fault = faultOf(refused, "certificate");
        return showOne(c, { pasted, refused, ...(fault && { fault }) });
      })

      // Where the form was sent to leads to the page that it stands on.
      .get(`${one}/installation`, (c) => back(c, `/certificates/${c.req.param("id")}`))

      .get(`${one}/check`, async (c) => {
        const { active } = await findOne(c);
        if (!active) return back(c, `/certificates/${c.req.param("id")}`);
        const { ok, result, error } = await c.get("api").get<Checks>("/taxauth/status");
        return showOne(c, ok ? { checks: result } : { refused: refusedBy(error) });
      })
  );
};

const findFiscalData = async (c: Context<AppEnv>): Promise<FiscalData> =>
  resultOf(await c.get("api").get<FiscalData>("/fiscal-data"));

/** For a company for which the operator's certificate acts. */
function showDelegated(c: Context<AppEnv>, { cuit: taxId, certificate }: FiscalData, found?: CheckedDelegation) {
  const page = { visit: c.get("visit"), operatorCuit: certificate.cuit, taxId, found };
  return show(c, { title: "Certificados", section, said }, <Delegated {...page} />);
}

interface CertificatePageState {
  checks?: Checks;
  pasted?: string;
  fault?: string;
  refused?: FormErrors;
}

/** The certificate of the path, in the visit's environment. @throws PageError 404 */
async function findOne(c: Context<AppEnv>): Promise<ListedCertificate> {
  const id = Number(c.req.param("id"));
  const found = (await listCertificates(c.get("api"))).find((each) => each.id === id);
  if (!found) throw noPage();
  return found;
}

function showRequest(c: Context<AppEnv>, alias: string, isRenewal: boolean, refused?: FormErrors) {
  const title = isRenewal ? "Renovar el certificado" : "Pedir un certificado";
  const page = <Request visit={c.get("visit")} alias={alias} isRenewal={isRenewal} refused={refused} />;
  return show(c, { title, section }, page, refused ? 400 : 200);
}

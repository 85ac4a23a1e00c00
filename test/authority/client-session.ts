import { type ClientIdentity, createIdentity, signCms, ticketRequest } from "./client-identity.js";
import type { Authority } from "./server.js";
import { parseXml, type XmlElement } from "./xml-element.js";

export type SoapReply = { status: number; text: string; xml: XmlElement };

const namespaces = {
  "1.1": "http://schemas.xmlsoap.org/soap/envelope/",
  "1.2": "http://www.w3.org/2003/05/soap-envelope",
};

export const soapBody = (content: string, version: "1.1" | "1.2" = "1.1"): string =>
  `<soap:Envelope xmlns:soap="${namespaces[version]}"><soap:Body>${content}</soap:Body></soap:Envelope>`;

export async function postSoap(
  url: string,
  body: string,
  headers: Record<string, string> = { soapaction: '""' },
): Promise<SoapReply> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "text/xml; charset=utf-8", ...headers },
    body,
  });
  const text = await response.text();
  const xml = text === "" ? { name: "", uri: "", text: "", attributes: {}, children: [] } : parseXml(text);
  return { status: response.status, text, xml };
}

/** The texts of all elements with this name, in document order. */
export function textsOf(element: XmlElement, name: string): string[] {
  const own = element.name === name ? [element.text] : [];
  return [...own, ...element.children.flatMap((child) => textsOf(child, name))];
}

export const loginWith = (base: string, cms: string): Promise<SoapReply> =>
  postSoap(
    `${base}/ws/services/LoginCms`,
    soapBody(`<w:loginCms xmlns:w="http://wsaa.view.sua.dvadac.desein.afip.gov"><w:in0>${cms}</w:in0></w:loginCms>`),
  );

export type Ticket = { token: string; sign: string };

/** @throws when the login is refused */
export async function login(base: string, identity: ClientIdentity, service: string): Promise<Ticket> {
  const reply = await loginWith(base, signCms(ticketRequest(service), identity));
  const [document] = textsOf(reply.xml, "loginCmsReturn");
  if (document === undefined) throw new Error(reply.text);
  const ticket = parseXml(document);
  return { token: textsOf(ticket, "token")[0] ?? "", sign: textsOf(ticket, "sign")[0] ?? "" };
}

/** A WSFEv1 client with its own ticket. `base` is the authority's URL, with or without the prefix of an environment. */
export async function openSession(authority: Authority, cuit: string, base = authority.url) {
  const identity = await createIdentity(authority.control, cuit);
  const { token, sign } = await login(base, identity, "wsfe");
  const auth = `<Auth><Token>${token}</Token><Sign>${sign}</Sign><Cuit>${cuit}</Cuit></Auth>`;
  const call = (operation: string, content = "", ownAuth = auth) =>
    postSoap(
      `${base}/wsfev1/service.asmx`,
      soapBody(`<${operation} xmlns="http://ar.gov.afip.dif.FEV1/">${ownAuth}${content}</${operation}>`),
      { soapaction: `"http://ar.gov.afip.dif.FEV1/${operation}"` },
    );
  return {
    auth,
    identity,
    call,
    issue: (pos: number, type: number, vouchers: VoucherFields[]) =>
      call("FECAESolicitar", issueRequest(pos, type, vouchers)),
    async lastNumber(pos: number, type: number): Promise<number> {
      const reply = await call("FECompUltimoAutorizado", `<PtoVta>${pos}</PtoVta><CbteTipo>${type}</CbteTipo>`);
      return Number(textsOf(reply.xml, "CbteNro")[0]);
    },
    lookUp: (pos: number, type: number, number: number) =>
      call(
        "FECompConsultar",
        `<FeCompConsReq><CbteTipo>${type}</CbteTipo><CbteNro>${number}</CbteNro><PtoVta>${pos}</PtoVta></FeCompConsReq>`,
      ),
  };
}

/** Elements of a FECAEDetRequest by name. A value may be XML; undefined leaves the element out. */
export type VoucherFields = { number: number } & Record<string, string | number | undefined>;

/** A sale of 121.00 to a final consumer; `fields` override its elements. */
export function voucherXml({ number, ...fields }: VoucherFields): string {
  const values: Record<string, string | number | undefined> = {
    Concepto: 1,
    DocTipo: 99,
    DocNro: 0,
    CbteDesde: number,
    CbteHasta: number,
    ImpTotal: "121.00",
    ImpTotConc: "0.00",
    ImpNeto: "100.00",
    ImpOpEx: "0.00",
    ImpTrib: "0.00",
    ImpIVA: "21.00",
    MonId: "PES",
    MonCotiz: 1,
    CondicionIVAReceptorId: 5,
    Iva: "<AlicIva><Id>5</Id><BaseImp>100.00</BaseImp><Importe>21.00</Importe></AlicIva>",
    ...fields,
  };
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join("");
}

export const issueRequest = (pos: number, type: number, vouchers: VoucherFields[], count = vouchers.length): string =>
  `<FeCAEReq><FeCabReq><CantReg>${count}</CantReg><PtoVta>${pos}</PtoVta><CbteTipo>${type}</CbteTipo></FeCabReq><FeDetReq>${vouchers
    .map((voucher) => `<FECAEDetRequest>${voucherXml(voucher)}</FECAEDetRequest>`)
    .join("")}</FeDetReq></FeCAEReq>`;

/** The results and codes of a FECAESolicitar answer. */
export function readVerdict({ xml }: SoapReply) {
  const results = textsOf(xml, "Resultado");
  const codesIn = (name: string) => findAll(xml, name).flatMap((element) => textsOf(element, "Code").map(Number));
  return {
    header: results[0],
    details: results.slice(1),
    caes: textsOf(xml, "CAE"),
    errors: codesIn("Err"),
    observations: codesIn("Obs"),
  };
}

function findAll(element: XmlElement, name: string): XmlElement[] {
  const own = element.name === name ? [element] : [];
  return [...own, ...element.children.flatMap((child) => findAll(child, name))];
}

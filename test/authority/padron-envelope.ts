import type { HttpAnswer } from "./call.js";
import { escapeCxf } from "./xml-text.js";

/** A tree of XML elements. Undefined ones are left out, and a list repeats its element. */
export type Tree = { [name: string]: string | number | undefined | Tree | (string | number | Tree)[] };

/** Source: issuer/authority/README.md, section 6.3: alphabetical order, empty elements omitted. */
function treeXml(tree: Tree): string {
  const element = (name: string, value: string | number | Tree): string =>
    `<${name}>${typeof value === "object" ? treeXml(value) : escapeCxf(String(value))}</${name}>`;
  return Object.entries(tree)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, value]) => {
      if (value === undefined || value === "") return [];
      return Array.isArray(value) ? value.map((item) => element(name, item)) : [element(name, value)];
    })
    .join("");
}

const envelope = (body: string) =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`;

const contentType = "text/xml;charset=UTF-8";

export const padronAnswer = (namespace: string, operation: string, tree: Tree): HttpAnswer => ({
  status: 200,
  contentType,
  body: envelope(`<ns2:${operation}Response xmlns:ns2="${namespace}">${treeXml(tree)}</ns2:${operation}Response>`),
});

/** @param exceptionNamespace given when the fault contains an SRValidationException */
export const padronFault = (code: string, text: string, exceptionNamespace?: string): HttpAnswer => ({
  status: 500,
  contentType,
  body: envelope(
    `<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>${escapeCxf(text)}</faultstring>${
      exceptionNamespace === undefined
        ? ""
        : `<detail><ns1:SRValidationException xmlns:ns1="${exceptionNamespace}"/></detail>`
    }</soap:Fault>`,
  ),
});

export const versionMismatch: HttpAnswer = {
  status: 500,
  contentType: "application/soap+xml;charset=UTF-8",
  body: '<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope"><soap:Body><soap:Fault><soap:Code><soap:Value>soap:VersionMismatch</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">A SOAP 1.2 message is not valid when sent to a SOAP 1.1 only endpoint.</soap:Text></soap:Reason></soap:Fault></soap:Body></soap:Envelope>',
};

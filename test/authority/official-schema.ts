import { readFileSync } from "node:fs";
import path from "node:path";
import { XmlDocument, XmlElement, XmlLibError, XsdValidator } from "libxml2-wasm";
import { projectFolder } from "../../shared/assets/assets.js";

/** The errors of one message by the official schema; empty when it is valid. */
export type SchemaCheck = (envelope: string) => string[];

const soapNamespaces = {
  soap11: "http://schemas.xmlsoap.org/soap/envelope/",
  soap12: "http://www.w3.org/2003/05/soap-envelope",
};

const bodyContent = "/soap11:Envelope/soap11:Body/* | /soap12:Envelope/soap12:Body/*";

/** The schema inside a WSDL, with the namespace prefixes that it inherits from the WSDL. */
function schemaOf(wsdl: string): string {
  const [definitions = ""] = /<wsdl:definitions[^>]*>/.exec(wsdl) ?? [];
  const [, start = "", rest = ""] = /(<(?:\w+:)?schema\b[^>]*)(>[\s\S]*?<\/(?:\w+:)?schema>)/.exec(wsdl) ?? [];
  const inherited = [...definitions.matchAll(/\sxmlns:\w+="[^"]*"/g)]
    .map(([declaration]) => declaration)
    .filter((declaration) => !start.includes(declaration.slice(0, declaration.indexOf("=") + 1)));
  return start + inherited.join("") + rest;
}

const describe = (error: unknown): string[] => {
  if (!(error instanceof XmlLibError)) throw error;
  return error.details.map(({ message }) => message.trim());
};

/** Checks messages against the first schema of a WSDL, which has the service's own elements. */
export function openSchemaCheck(wsdlFile: string): SchemaCheck {
  const wsdl = readFileSync(path.join(projectFolder, "test/authority/wsdl", wsdlFile), "utf8");
  const schema = XmlDocument.fromString(schemaOf(wsdl));
  const validator = XsdValidator.fromDoc(schema);
  schema.dispose();

  return (envelope) => {
    let document: XmlDocument;
    try {
      document = XmlDocument.fromString(envelope);
    } catch (error) {
      return describe(error);
    }
    try {
      const [content, ...more] = document.find(bodyContent, soapNamespaces);
      if (!(content instanceof XmlElement) || more.length > 0) return ["the body does not hold one element"];
      validator.validate(content);
      return [];
    } catch (error) {
      return describe(error);
    } finally {
      document.dispose();
    }
  };
}

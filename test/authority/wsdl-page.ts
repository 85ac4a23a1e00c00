import { readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "../../shared/assets.js";

/** An official WSDL whose soap:address is the simulator's own. */
export function wsdlPage(file: string, address: string): string {
  const text = readFileSync(path.join(projectFolder, "test/authority/wsdl", file), "utf8");
  return text.replace(
    /(<\w+:address location=")[^"]*(")/g,
    (_, before: string, after: string) => before + address + after,
  );
}

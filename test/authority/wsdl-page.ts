import { readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "../../shared/assets/assets.js";

/** A WSDL with the simulator's own soap:address. */
export function wsdlPage(file: string, address: string): string {
  const text = readFileSync(path.join(projectFolder, "test/authority/wsdl", file), "utf8");
  return text.replace(
    /(<\w+:address location=")[^"]*(")/g,
    (_, before: string, after: string) => before + address + after,
  );
}

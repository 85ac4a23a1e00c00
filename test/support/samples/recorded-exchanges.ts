import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "../../../shared/assets/assets.js";

/** An exchange with the authority's homologation environment that a third party recorded. Tickets and keys are masked. */
export interface RecordedExchange {
  /** "wsfe-2021/test_consulta.1" */
  name: string;
  operation: string;
  /** As sent, including quotes. */
  soapAction: string;
  request: string;
  status: number;
  response: string;
  /** The time of the answer. */
  at: Date;
}

/** The recorded exchanges are not part of this repository. They may lie in a folder beside it. */
const folder = process.env.AUTHORITY_SAMPLES ?? path.join(projectFolder, "..", "shared", "authority", "samples");

/** All recorded exchanges, sorted by name. Empty when the folder is missing. */
export function readRecordedExchanges(): RecordedExchange[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".request.xml"))
    .map((file) => file.replace(/\.request\.xml$/, ""))
    .sort()
    .map(readExchange);
}

function readExchange(name: string): RecordedExchange {
  const read = (ending: string) => readFileSync(path.join(folder, `${name}.${ending}`), "utf8");
  const [request, response, headers] = [read("request.xml"), read("response.xml"), read("headers.txt")];
  const body = request.slice(request.search(/<\w+:Body>/));
  const soapAction = /'soapaction': \['(.*?)'\]/.exec(headers)?.[1] ?? "";
  const date = /^Date: \['(.*)'\]/m.exec(headers)?.[1];
  return {
    name,
    // For an empty body, only the action names the operation.
    operation: /^<\w+:Body>\s*<(?:\w+:)?(\w+)/.exec(body)?.[1] ?? /(\w+)"?$/.exec(soapAction)?.[1] ?? "",
    soapAction,
    request,
    status: Number(/'code': (\d+)/.exec(headers)?.[1]),
    response,
    at: new Date(date ?? Number.NaN),
  };
}

/** The texts of all elements of that name, in any namespace. Deliberately not read with our own parser. */
export const textsIn = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}>([^<]*)<`, "g"))].map(([, text = ""]) => text);

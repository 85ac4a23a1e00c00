import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "../../../shared/assets.js";

/** One exchange with the authority's homologation, recorded by others; tickets and keys are masked. */
export interface RecordedExchange {
  /** "wsfe-2021/test_consulta.1" */
  name: string;
  operation: string;
  /** As it was sent, quotes and all. */
  soapAction: string;
  request: string;
  status: number;
  response: string;
  /** When it was answered. */
  at: Date;
}

/** Recorded exchanges are no part of this repository: they lie beside it where somebody keeps them. */
const folder = process.env.AUTHORITY_SAMPLES ?? path.join(projectFolder, "..", "shared", "authority", "samples");

/** All of them in their order; none where the folder is missing. */
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
    // An empty body is told apart by its action alone.
    operation: /^<\w+:Body>\s*<(?:\w+:)?(\w+)/.exec(body)?.[1] ?? /(\w+)"?$/.exec(soapAction)?.[1] ?? "",
    soapAction,
    request,
    status: Number(/'code': (\d+)/.exec(headers)?.[1]),
    response,
    at: new Date(date ?? Number.NaN),
  };
}

/** The texts of every element of that name, whatever its namespace, read without any parser of ours. */
export const textsIn = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}>([^<]*)<`, "g"))].map(([, text = ""]) => text);

import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { escapePointer, operationsOf, resolve, type Schema, type ServedDocument } from "./served-document.js";

export interface RealAnswer {
  status: number;
  headers: Headers;
  /** Parsed when it is JSON, otherwise bytes. */
  body: unknown;
}

export interface AnswerChecker {
  /** What is wrong with a real answer. Remembers which fields and headers came. */
  check(operation: string, answer: RealAnswer): string[];
  /** What is wrong, by the document, with a JSON body that the operation accepted. */
  checkAccepted(operation: string, body: unknown): string[];
  /** The fields and headers that the document names and no answer had. */
  neverSeen(): string[];
}

/**
 * Holds real answers against a served OpenAPI document: status, content type, headers and body. A field that the document does not
 * name is wrong, too.
 */
export function createAnswerChecker(served: ServedDocument): AnswerChecker {
  const document = closeObjects(structuredClone(served));
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: fullFormats });
  ajv.addSchema(document, "openapi");
  const operations = new Map(operationsOf(document).map((each) => [each.operation, each]));
  const responses = [...operations.values()].flatMap((each) => Object.entries(each.responses));
  const watched = new Set(responses.flatMap(([, { headers }]) => Object.keys(headers ?? {})));
  const seen = new Set<string>();
  const fits = (pointer: string, value: unknown): boolean => ajv.validate(`openapi#${pointer}`, value);
  const misfit = (value: unknown) =>
    `${ajv.errorsText(ajv.errors, { dataVar: "body" })} in ${JSON.stringify(value).slice(0, 1_000)}`;
  const ofMedia = (pointer: string, type: string) => `${pointer}/content/${escapePointer(type)}/schema`;

  /** Calls `visit` with the place of every field of the schema; with a value, only of those that it has. */
  function walk(given: Schema, at: string, visit: (field: string) => void, value?: { of: unknown }): void {
    const [schema, pointer] = [resolve(document, given), given.$ref?.slice(1) ?? at];
    for (const [index, branch] of (schema.anyOf ?? []).entries()) {
      const branchAt = `${pointer}/anyOf/${index}`;
      if (!value || fits(branchAt, value.of)) walk(branch, branchAt, visit, value);
    }
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const own = value && Object(value.of);
      if (own && !(name in own)) continue;
      const fieldAt = `${pointer}/properties/${escapePointer(name)}`;
      visit(fieldAt);
      walk(field, fieldAt, visit, own && { of: own[name] });
    }
    if (!schema.items) return;
    if (!value) walk(schema.items, `${pointer}/items`, visit);
    else if (Array.isArray(value.of)) for (const of of value.of) walk(schema.items, `${pointer}/items`, visit, { of });
  }

  return {
    check(operation, { status, headers, body }) {
      const known = operations.get(operation);
      const response = known?.responses[String(status)];
      if (!known || !response) return [`${operation} answered ${status}, which the document does not list`];
      const wrong: string[] = [];
      const say = (text: string) => wrong.push(`${operation} ${status}: ${text}`);

      const type = (headers.get("content-type") ?? "none").replace(/;.*$/, "");
      const media = response.content?.[type];
      const pointer = ofMedia(`${known.pointer}/responses/${status}`, type);
      if (!media) say(`the content type ${type} is not documented`);
      else if (body instanceof Uint8Array) body.length === 0 && say("the file is empty");
      else if (fits(pointer, body)) walk(media.schema, pointer, (field) => seen.add(field), { of: body });
      else say(misfit(body));

      for (const name of watched) {
        const [value, documented] = [headers.get(name), response.headers?.[name]];
        if (value === null && documented?.required) say(`the header ${name} is missing`);
        if (value === null) continue;
        seen.add(`header ${name}`);
        if (!documented) say(`the header ${name} is not documented`);
        else if (!ajv.validate(documented.schema, documented.schema.type === "integer" ? Number(value) : value))
          say(`the header ${name} is ${value}`);
      }
      return wrong;
    },
    checkAccepted(operation, body) {
      const known = operations.get(operation);
      if (!known?.requestBody) return [`${operation} has no documented body`];
      const fitted = fits(ofMedia(`${known.pointer}/requestBody`, "application/json"), body);
      return fitted ? [] : [`${operation} accepted a body that is none by the document: ${misfit(body)}`];
    },
    neverSeen() {
      const named = new Set([...watched].map((name) => `header ${name}`));
      for (const { pointer, responses } of operations.values())
        for (const [status, { content }] of Object.entries(responses))
          for (const [type, { schema }] of Object.entries(content ?? {}))
            walk(schema, ofMedia(`${pointer}/responses/${status}`, type), (field) => named.add(field));
      return [...named].filter((each) => !seen.has(each)).sort();
    },
  };
}

/** Takes fields that an object's schema does not name for wrong. */
function closeObjects<T>(node: T): T {
  if (typeof node !== "object" || node === null) return node;
  const schema = node as Schema;
  if (schema.properties && schema.additionalProperties === undefined && schema.type)
    schema.additionalProperties = false;
  for (const inner of Object.values(node)) closeObjects(inner);
  return node;
}

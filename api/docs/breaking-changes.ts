/** Parts of an OpenAPI document of 3.1 that a client relies on. */
export interface ComparedDocument {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema>; parameters?: Record<string, ComparedParameter> };
}

interface Reference {
  $ref?: string;
}

interface Schema extends Reference {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

interface ComparedParameter extends Reference {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  parameters?: ComparedParameter[];
  requestBody?: Content & { required?: boolean };
  responses?: Record<string, Content>;
}

const methods = ["get", "post", "put", "patch", "delete"];

/**
 * Compatibility check: what a client of the document before may trip over, a line each. A request may be taken as before, an answer has what it
 * had. New paths, optional fields and values that answers may have beside those of before break nobody, as api/README.md says.
 */
export function findBreakingChanges(before: ComparedDocument, after: ComparedDocument): string[] {
  const found: string[] = [];
  for (const [path, operations] of Object.entries(before.paths)) {
    for (const method of methods) {
      const [was, is] = [operations[method], after.paths[path]?.[method]];
      const place = `${method.toUpperCase()} ${path}`;
      if (was && !is) found.push(`${place} is gone`);
      if (was && is) found.push(...compareOperations(place, { before, was }, { after, is }));
    }
  }
  return [...new Set(found)];
}

function compareOperations(
  place: string,
  { before, was }: { before: ComparedDocument; was: Operation },
  { after, is }: { after: ComparedDocument; is: Operation },
): string[] {
  const asked = createComparison(before, after, "request");
  const answered = createComparison(before, after, "answer");
  const parametersOf = (document: ComparedDocument, { parameters = [] }: Operation) =>
    new Map(parameters.map((one) => follow(document, one)).map((one) => [`${one.in} ${one.name}`, one]));
  const [had, has] = [parametersOf(before, was), parametersOf(after, is)];
  return [
    ...[...had.keys()].filter((name) => !has.has(name)).map((name) => `${place}: ${name} is gone`),
    ...[...has].flatMap(([name, { required, schema = {} }]) => {
      const old = had.get(name);
      const isNeeded = required && !old?.required ? [`${place}: ${name} is required now`] : [];
      return [...isNeeded, ...(old ? asked(`${place}: ${name}`, old.schema ?? {}, schema) : [])];
    }),
    ...(is.requestBody?.required && !was.requestBody?.required ? [`${place}: a body is required now`] : []),
    ...compareContent(`${place}: body`, was.requestBody, is.requestBody, asked),
    ...Object.entries(was.responses ?? {}).flatMap(([status, response]) => {
      const now = is.responses?.[status];
      return now
        ? compareContent(`${place}: ${status}`, response, now, answered)
        : [`${place}: the answer ${status} is gone`];
    }),
  ];
}

type CompareSchemas = (place: string, was: Schema, is: Schema) => string[];

function compareContent(place: string, was: Content | undefined, is: Content | undefined, compare: CompareSchemas) {
  return Object.entries(was?.content ?? {}).flatMap(([type, { schema = {} }]) => {
    const now = is?.content?.[type];
    return now ? compare(place, schema, now.schema ?? {}) : [`${place}: ${type} is gone`];
  });
}

/** A request may say at least as much as before, an answer at most. */
function createComparison(
  before: ComparedDocument,
  after: ComparedDocument,
  side: "request" | "answer",
): CompareSchemas {
  /** Pairs that were compared: a schema may hold itself. */
  const seen = new Set<string>();
  return function compare(place: string, first: Schema, second: Schema): string[] {
    const pair = `${first.$ref} ${second.$ref}`;
    if (first.$ref && second.$ref && seen.has(pair)) return [];
    seen.add(pair);
    const [was, is] = [follow(before, first), follow(after, second)];
    const [narrow, wide] = side === "request" ? [was, is] : [is, was];
    const lost = typesOf(narrow).filter((type) => typesOf(wide).length > 0 && !typesOf(wide).includes(type));
    const values = (was.enum ?? []).filter((value) => is.enum && !is.enum.includes(value));
    const needed = (is.required ?? []).filter((name) => !was.required?.includes(name));
    const sure = (was.required ?? []).filter((name) => !is.required?.includes(name));
    return [
      ...lost.map((type) => `${place}: ${side === "request" ? `may not be ${type} any more` : `may be ${type} now`}`),
      ...values.map((value) => `${place}: the value ${JSON.stringify(value)} is gone`),
      ...(side === "request" && !was.enum && is.enum ? [`${place}: takes some values alone now`] : []),
      ...(side === "request" ? needed : []).map((name) => `${place}.${name} is required now`),
      ...(side === "answer" ? sure : [])
        .filter((name) => is.properties?.[name])
        .map((name) => `${place}.${name} may be missing now`),
      ...Object.entries(was.properties ?? {}).flatMap(([name, schema]) => {
        const now = is.properties?.[name];
        return now ? compare(`${place}.${name}`, schema, now) : [`${place}.${name} is gone`];
      }),
      ...(was.items && is.items ? compare(`${place}[]`, was.items, is.items) : []),
      ...compareChoices(place, was.anyOf ?? [], is.anyOf ?? []),
    ];

    function compareChoices(at: string, had: Schema[], has: Schema[]): string[] {
      const isFewer = side === "request" ? has.length < had.length : has.length > had.length && had.length > 0;
      return [
        ...(isFewer ? [`${at}: ${had.length} forms are ${has.length} now`] : []),
        ...had.flatMap((one, index) => (has[index] ? compare(at, one, has[index]) : [])),
      ];
    }
  };
}

const typesOf = ({ type = [] }: Schema): string[] => {
  const types = [type].flat();
  // Each integer is a number.
  return types.includes("number") ? [...types, "integer"] : types;
};

function follow<Part extends Reference>(document: ComparedDocument, part: Part): Part {
  const [, kind, name = ""] = /^#\/components\/(schemas|parameters)\/(.+)$/.exec(part.$ref ?? "") ?? [];
  const found = kind ? document.components?.[kind as "schemas" | "parameters"]?.[name] : undefined;
  return (found as Part | undefined) ?? part;
}

/** A version promises the document of the last one with the same first number, before 1.0 with the same first two. */
export const mayBreak = (before: string, after: string): boolean => {
  const line = (version: string) => /^(0\.\d+|\d+)/.exec(version)?.[0];
  return line(before) !== line(after);
};

import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { openApiDocument, operations } from "../../../api/docs/docs.js";
import { docs } from "../../../api/docs/docs-routes.js";
import { exampleOf as exampleWithin } from "../../../api/docs/documented-operations.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";

test("the OpenAPI document lists exactly the routes that the API serves", async () => {
  await using system = await openIssuingApp();
  const document = (await (await system.app.request("/openapi.json")).json()) as {
    openapi: string;
    paths: Record<string, object>;
  };
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} /api${path}`),
  );
  const served = system.app.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/"))
    .map(({ method, path }) => `${method} ${path.replace(/:company/, "{company_id}").replace(/:(\w+)/g, "{$1}")}`);
  expect(document.openapi).toBe("3.1.0");
  expect([...new Set(served)].sort()).toEqual(documented.sort());
});

test("the documentation page loads only our own files", async () => {
  await using system = await openIssuingApp();
  const page = await (await system.app.request("/docs")).text();
  const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = ""]) => url);
  expect(loaded.length).toBeGreaterThan(2);
  for (const url of [...loaded, "/openapi.json"]) {
    expect(url).toMatch(/^\/(?!\/)/);
    expect([url, (await system.app.request(url)).status]).toEqual([url, 200]);
  }
});

interface Shown {
  info: { description: string };
}

test.each([
  ["nothing", {}, "en"],
  ["a browser that prefers Spanish", { "accept-language": "es-AR,es;q=0.9,en;q=0.8" }, "es"],
  ["a browser that prefers English", { "accept-language": "en,es;q=0.8" }, "en"],
  ["?lang=es", { "accept-language": "en" }, "es"],
  ["?lang=en", { "accept-language": "es" }, "en"],
  ["?lang=pt", { "accept-language": "es" }, "es"],
])(
  "the document and its page are in the language that is asked for by %s, and name the other",
  async (asked, headers, language) => {
    const app = docs("/api", "https://talonario.example");
    const query = asked.startsWith("?") ? asked : "";
    const other = language === "es" ? "en" : "es";
    for (const path of ["/openapi.json", "/docs"]) {
      const answer = await app.request(path + query, { headers });
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        vary: "Accept-Language, Accept-Encoding",
        link: `<${path}?lang=${other}>; rel="alternate"; hreflang="${other}"`,
      });
      expect([path, answer.headers.get("content-language")]).toEqual([path, language === "es" ? "es-AR" : null]);
    }
    const { info } = (await (await app.request(`/openapi.json${query}`, { headers })).json()) as Shown;
    expect(info.description).toMatch(language === "es" ? /^Comprobantes electrónicos/ : /^Electronic vouchers/);
    const page = await (await app.request(`/docs${query}`, { headers })).text();
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(`href="/docs?lang=${other}"`);
    const [, start = ""] = /src="(\/docs\/start\.js[^"]*)"/.exec(page) ?? [];
    expect(await (await app.request(start)).text()).toContain(`"/openapi.json?lang=${language}"`);
  },
);

test("the collection is in English, whoever asks", async () => {
  const app = docs("/api", "https://talonario.example");
  const ask = async (language: string) =>
    (await app.request("/postman.json", { headers: { "accept-language": language } })).text();
  expect(await ask("es")).toBe(await ask("en"));
});

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  example?: unknown;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

interface Operation {
  parameters?: { name: string; description?: string; schema: Schema }[];
  responses: Record<string, { headers?: object; content?: Record<string, { schema: Schema; examples?: object }> }>;
}

const document = JSON.parse(JSON.stringify(openApiDocument("/api"))) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
const every = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

const exampleOf = (schema: Schema) => exampleWithin(schema, document.components.schemas);

function fieldsWithoutWords(schema: Schema, at: string): string[] {
  const own = Object.entries(schema.properties ?? {});
  return [
    ...own.filter(([, field]) => !field.description).map(([name]) => `${at}.${name}`),
    ...own.flatMap(([name, field]) => fieldsWithoutWords(field, `${at}.${name}`)),
    ...[schema.items, ...(schema.anyOf ?? [])].flatMap((inner) => (inner ? fieldsWithoutWords(inner, at) : [])),
  ];
}

test("every field and every parameter has a description", () => {
  const inComponents = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    fieldsWithoutWords(schema, name),
  );
  const inAnswers = every.flatMap(({ name, operation }) => [
    ...Object.values(operation.responses).flatMap(({ content }) =>
      Object.values(content ?? {}).flatMap(({ schema }) => fieldsWithoutWords(schema, name)),
    ),
    ...(operation.parameters ?? [])
      .filter((parameter) => !parameter.description && !parameter.schema.description)
      .map((parameter) => `${name} ?${parameter.name}`),
  ]);
  expect([...inComponents, ...inAnswers]).toEqual([]);
});

test("every answer and every body has an example that its schema accepts", () => {
  const wrong: string[] = [];
  for (const { path, method, request, responses } of operations) {
    const documented = document.paths[path]?.[method] as unknown as Operation & {
      requestBody?: { content: Record<string, { schema: Schema }> };
    };
    const check = (what: string, schema: unknown, example: unknown) => {
      const parsed = schema instanceof z.ZodType ? schema.safeParse(example) : undefined;
      if (!parsed?.success) wrong.push(`${method} ${path} ${what}: ${parsed ? z.prettifyError(parsed.error) : "?"}`);
    };
    for (const [status, response] of Object.entries(responses)) {
      const json = "content" in response ? response.content?.["application/json"] : undefined;
      const described = documented.responses[status]?.content?.["application/json"];
      if (!json || !described) continue;
      const examples = Object.values(described.examples ?? {}) as { value: unknown }[];
      if (Number(status) >= 400 && examples.length === 0) wrong.push(`${method} ${path} ${status}: no example`);
      if (Number(status) < 400) check(status, "schema" in json && json.schema, exampleOf(described.schema));
      for (const { value } of examples) check(status, "schema" in json && json.schema, value);
    }
    const body = request?.body?.content?.["application/json"];
    if (body && "schema" in body)
      check("body", body.schema, exampleOf(documented.requestBody?.content["application/json"]?.schema ?? {}));
  }
  expect(wrong).toEqual([]);
});

test("each operation lists its statuses, including 401, 405, 429, 500 and 504, with their headers", () => {
  for (const { name, operation } of every) {
    expect(Object.keys(operation.responses), name).toEqual(expect.arrayContaining(["401", "405", "429", "500", "504"]));
    expect(operation.responses["429"]?.headers, name).toHaveProperty("Retry-After");
    expect(operation.responses["405"]?.headers, name).toHaveProperty("Allow");
    for (const response of Object.values(operation.responses))
      expect(response.headers, name).toHaveProperty("X-Request-Id");
  }
});

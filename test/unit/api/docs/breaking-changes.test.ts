import { describe, expect, test } from "vitest";
import { type ComparedDocument, findBreakingChanges, mayBreak } from "../../../../api/docs/breaking-changes.js";
import { openApiDocument } from "../../../../api/docs/docs.js";

// biome-ignore lint/suspicious/noExplicitAny: each change reaches into the document at another place
type Loose = any;

const ours = openApiDocument("", undefined, "en") as unknown as ComparedDocument;
const issuing = "/{company_id}/invoices";

/** The document after a change of its copy. */
function after(change: (document: Loose) => void): ComparedDocument {
  const document = structuredClone(ours);
  change(document);
  return document;
}

const follow = (document: Loose, schema: Loose): Loose =>
  schema.$ref ? document.components.schemas[schema.$ref.split("/").at(-1)] : schema;
const bodyOf = (document: Loose): Loose =>
  follow(document, document.paths[issuing].post.requestBody.content["application/json"].schema);
const answerOf = (document: Loose, status: string): Loose =>
  follow(document, document.paths[issuing].post.responses[status].content["application/json"].schema);

test("a document that is unchanged breaks nobody", () => {
  expect(Object.keys(ours.paths).length).toBeGreaterThan(30);
  expect(findBreakingChanges(ours, structuredClone(ours))).toEqual([]);
});

describe("a change that may break a client is told with its place", () => {
  test.each<[string, (document: Loose) => void, RegExp]>([
    ["path removed", (document) => delete document.paths[issuing], /^POST .*invoices is gone$/],
    ["field of the body removed", (document) => delete bodyOf(document).properties.currency, /body\.currency is gone/],
    ["field of an answer removed", (document) => delete answerOf(document, "201").properties.ok, /200\.ok is gone/],
    [
      "field required",
      (document) => bodyOf(document).required.push("currency"),
      /POST .*: body\.currency is required now/,
    ],
    [
      "new field that is required",
      (document) => {
        bodyOf(document).properties.colour = { type: "string" };
        bodyOf(document).required.push("colour");
      },
      /body\.colour is required now/,
    ],
    ["status removed", (document) => delete document.paths[issuing].post.responses["409"], /the answer 409 is gone/],
    [
      "type narrowed",
      (document) => {
        bodyOf(document).properties.idempotency = { type: "integer" };
      },
      /body\.idempotency: may not be string any more/,
    ],
    [
      "answer that may be null",
      (document) => {
        answerOf(document, "201").properties.ok = { type: ["boolean", "null"] };
      },
      /200\.ok: may be null now/,
    ],
    [
      "answer's field that may be missing",
      (document) => {
        const answer = answerOf(document, "201");
        answer.required = answer.required.filter((name: string) => name !== "ok");
      },
      /200\.ok may be missing now/,
    ],
    [
      "parameter required",
      (document) => {
        document.paths[issuing].post.parameters.push({ name: "region", in: "query", required: true, schema: {} });
      },
      /query region is required now/,
    ],
  ])("%s", (_name, change, told) => {
    const changes = findBreakingChanges(ours, after(change));
    expect(changes.join("\n")).toMatch(new RegExp(told.source, "m"));
  });

  test("code removed", () => {
    const coded = (codes: string[]): ComparedDocument => ({
      info: { version: "1.0.0" },
      paths: {
        "/x": {
          get: {
            responses: {
              "400": {
                content: {
                  json: { schema: { type: "object", properties: { code: { type: "string", enum: codes } } } },
                },
              },
            },
          },
        },
      },
    });
    expect(findBreakingChanges(coded(["A", "B"]), coded(["A"]))).toEqual(['GET /x: 400.code: the value "B" is gone']);
    expect(findBreakingChanges(coded(["A"]), coded(["A", "B"]))).toEqual([]);
  });
});

test("what breaks nobody is not told: a new path, an optional field, a further status", () => {
  const changed = after((document) => {
    document.paths["/new"] = { get: { responses: {} } };
    bodyOf(document).properties.colour = { type: "string" };
    answerOf(document, "201").properties.colour = { type: "string" };
    document.paths[issuing].post.responses["418"] = {};
  });
  expect(findBreakingChanges(ours, changed)).toEqual([]);
});

test("a version may break what the last one promised when its first number is another, before 1.0 its second", () => {
  expect([mayBreak("0.2.0", "0.2.1"), mayBreak("0.2.9", "0.3.0"), mayBreak("0.9.0", "1.0.0")]).toEqual([
    false,
    true,
    true,
  ]);
  expect([mayBreak("1.2.0", "1.3.0"), mayBreak("1.9.0", "2.0.0")]).toEqual([false, true]);
});

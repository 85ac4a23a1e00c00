import { expect, test } from "vitest";
import { createAnswerChecker } from "../../support/contract/answer-checker.js";
import { casesOf, nameOf, type ServedDocument } from "../../support/contract/served-document.js";

const document: ServedDocument = {
  paths: {
    "/{company_id}/things/{id}": {
      get: {
        responses: {
          200: {
            headers: {
              "X-Request-Id": { required: true, schema: { type: "string" } },
              Age: { schema: { type: "integer" } },
            },
            content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
          },
          429: {
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: { error: {}, code: { enum: ["SLOW", "FULL"] } },
                  required: ["error"],
                },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: "object",
        required: ["id"],
        properties: {
          id: { type: "integer" },
          parts: { type: "array", items: { type: "object", properties: { name: { type: ["string", "null"] } } } },
        },
      },
    },
  },
};
const operation = "GET /things/{id}";
const answer = (body: unknown, headers: Record<string, string> = {}, status = 200) => ({
  status,
  headers: new Headers({ "content-type": "application/json; charset=utf-8", "x-request-id": "a", ...headers }),
  body,
});

test("every status is a case, and so is every code, and none where the code may be missing", () => {
  expect(casesOf(document).map(nameOf)).toEqual(
    [200, "429 SLOW", "429 FULL", 429].map((each) => `${operation} ${each}`),
  );
});

test.each([
  ["a missing field", answer({}), /required property 'id'/],
  ["a field of another type", answer({ id: "1" }), /must be integer/],
  ["a field that is not documented", answer({ id: 1, parts: [{ name: null, size: 2 }] }), /additional properties/],
  ["a status that is not documented", answer({}, {}, 418), /418, which the document does not list/],
  ["another content type", answer({ id: 1 }, { "content-type": "text/html" }), /text\/html is not documented/],
  ["a header of another type", answer({ id: 1 }, { age: "old" }), /header Age is old/],
  ["a header where it is not documented", answer({ error: "x" }, {}, 429), /X-Request-Id is not documented/],
  [
    "a missing header",
    { ...answer({ id: 1 }), headers: new Headers({ "content-type": "application/json" }) },
    /is missing/,
  ],
])("an answer with %s is not as documented", (_what, given, words) => {
  expect(createAnswerChecker(document).check(operation, given)).toEqual([expect.stringMatching(words)]);
});

test("fields and headers are told that no answer had", () => {
  const checker = createAnswerChecker(document);
  const name = "/components/schemas/Thing/properties/parts/items/properties/name";
  expect(checker.check(operation, answer({ id: 1, parts: [] }))).toEqual([]);
  expect(checker.neverSeen()).toEqual(expect.arrayContaining([name, "header Age"]));
  expect(checker.check(operation, answer({ id: 1, parts: [{ name: "a" }] }, { age: "3" }))).toEqual([]);
  expect(checker.neverSeen().filter((field) => !field.includes("/responses/429/"))).toEqual([]);
});

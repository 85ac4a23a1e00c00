import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { openApiDocument } from "../../../api/docs/docs.js";
import { projectFolder } from "../../../shared/assets/assets.js";
import { type ApiDocument, writeApiTypes } from "../../support/readers/write-api-types.js";
import { type ClientDocument, writeClient } from "../../support/typed-client/write-client.js";

const document: unknown = JSON.parse(JSON.stringify(openApiDocument("/api")));

function compare(folder: string, name: string, written: string): void {
  const file = path.join(projectFolder, folder, name);
  if (process.env.UPDATE_API_TYPES) writeFileSync(file, written);
  expect(readFileSync(file, "utf8") === written, `${name} is stale: run again with UPDATE_API_TYPES=1`).toBe(true);
}

test("the generated types of the test client match the OpenAPI document", () => {
  compare("test/support/generated", "api-types.ts", writeApiTypes(document as ApiDocument));
});

test("the generated files of the typed client match the OpenAPI document", () => {
  const folder = "api/client/src/generated";
  const files = writeClient(document as ClientDocument);
  for (const [name, written] of Object.entries(files)) compare(folder, name, written);
  expect(readdirSync(path.join(projectFolder, folder)).sort()).toEqual(Object.keys(files).sort());
});

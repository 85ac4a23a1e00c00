import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { openApiDocument } from "../../../api/docs/docs.js";
import { projectFolder } from "../../../shared/assets.js";
import { type ApiDocument, writeApiTypes } from "../../support/readers/write-api-types.js";

const file = path.join(projectFolder, "test", "support", "generated", "api-types.ts");

test("the generated types of the test client match the OpenAPI document", () => {
  const types = writeApiTypes(JSON.parse(JSON.stringify(openApiDocument("/api"))) as ApiDocument);
  if (process.env.UPDATE_API_TYPES) writeFileSync(file, types);
  expect(readFileSync(file, "utf8") === types, "run again with UPDATE_API_TYPES=1").toBe(true);
});

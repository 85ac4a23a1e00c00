import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../shared/assets/assets.js";

interface Statement {
  Effect: "Allow" | "Deny";
  Action: string[];
  Resource: string[];
}

const file = path.join(projectFolder, "shared", "deploy", "s3-policies.json");
const policies: Record<string, { Statement: Statement[] }> = JSON.parse(readFileSync(file, "utf8"));

const matches = (pattern: string, text: string) =>
  new RegExp(
    `^${pattern
      .split("*")
      .map((part) => part.replace(/[.\\/]/g, "\\$&"))
      .join(".*")}$`,
  ).test(text);

/** As S3 decides: a word against it wins. */
function may(process: string, action: string, resource: string): boolean {
  const said = (policies[process]?.Statement ?? []).filter(
    ({ Action, Resource }) => Action.includes(`s3:${action}`) && Resource.some((one) => matches(one, resource)),
  );
  return said.length > 0 && said.every(({ Effect }) => Effect === "Allow");
}

const kinds = {
  pdf: "3/120/1.pdf",
  logo: "3/logo/production/1/ab/cd.png",
  watermark: "database/1234.json",
  // A name that another kind's pattern would take as well.
  disguised: "database/1.pdf",
  trial: "doctor-1234.txt",
} as const;
const done = (process: string, action: string) =>
  Object.entries(kinds)
    .filter(([, key]) => may(process, action, `arn:aws:s3:::BUCKET/PREFIX/${key}`))
    .map(([kind]) => kind);

test.each([
  ["api", { GetObject: Object.keys(kinds), PutObject: ["logo"], DeleteObject: ["logo"] }],
  ["issuer", { GetObject: ["watermark", "disguised"], PutObject: ["watermark", "disguised"], DeleteObject: [] }],
  ["renderer", { GetObject: ["pdf", "logo"], PutObject: ["pdf"], DeleteObject: [] }],
  ["mailer", { GetObject: ["pdf"], PutObject: [], DeleteObject: [] }],
  ["operator", { GetObject: Object.keys(kinds), PutObject: ["trial"], DeleteObject: ["trial"] }],
])("in a bucket the keys of %s do what its work needs, and nothing more", (process, expected) => {
  for (const [action, of] of Object.entries(expected)) expect([action, done(process, action)]).toEqual([action, of]);
});

test("every process can tell what is absent, and none reaches beyond the prefix", () => {
  for (const process of Object.keys(policies)) {
    expect(may(process, "ListBucket", "arn:aws:s3:::BUCKET")).toBe(true);
    expect(may(process, "GetObject", "arn:aws:s3:::BUCKET/elsewhere/3/120/1.pdf")).toBe(false);
  }
});

import { expect, test } from "vitest";
import { readAudit } from "../../../../shared/deploy/advisories.js";

const metadata = { vulnerabilities: { total: 0 }, dependencies: { prod: 300, dev: 600, total: 905 } };

test("packages without advisories are told with their number", () => {
  expect(readAudit(JSON.stringify({ auditReportVersion: 2, vulnerabilities: {}, metadata }))).toEqual({
    outcome: "clean",
    packages: 300,
  });
});

test("each advisory is told with its package, and what only brings it along is not told again", () => {
  const vulnerabilities = {
    "tar-fs": {
      severity: "high",
      range: "<2.1.3",
      via: [{ title: "Link following", url: "https://github.com/advisories/GHSA-1" }],
    },
    above: { severity: "high", range: "*", via: ["tar-fs"] },
  };
  expect(readAudit(JSON.stringify({ vulnerabilities, metadata }))).toEqual({
    outcome: "found",
    advisories: ["high: tar-fs <2.1.3: Link following (https://github.com/advisories/GHSA-1)"],
  });
  expect(readAudit(JSON.stringify({ vulnerabilities: { above: vulnerabilities.above }, metadata })).outcome).toBe(
    "found",
  );
});

test.each([
  [
    "a registry that has none",
    '{"message":"405 Method Not Allowed - POST https://registry","statusCode":405,"error":{"summary":"","detail":""}}',
    "405 Method Not Allowed - POST https://registry",
  ],
  [
    "no network",
    '{"error":{"code":"ENOTFOUND","summary":"getaddrinfo ENOTFOUND registry"}}',
    "getaddrinfo ENOTFOUND registry",
  ],
  ["nothing", "", "no report"],
  ["no JSON", "npm error", "no report"],
  ["another report", '{"vulnerabilities":{}}', "no report"],
])("without an answer (%s) nothing is said to be clean", (_what, output, reason) => {
  expect(readAudit(output)).toEqual({ outcome: "unanswered", reason });
});

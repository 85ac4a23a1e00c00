import { expect, test } from "vitest";
import { suggestionFor, unavailable } from "../../../api/taxauth/authority-suggestions.js";
import type { AuthorityProblem } from "../../../shared/db/questions/authority-question.js";

test.each<[AuthorityProblem["kind"], number, RegExp]>([
  ["noCertificate", 400, /install one/],
  ["expiredCertificate", 502, /has expired/],
  ["certificate", 502, /does not accept the certificate/],
  ["notDelegated", 502, /services "a" and "b".*Retrying does not help/],
  ["clock", 502, /clock is off/],
  ["pointOfSale", 502, /point of sale 3/],
  ["request", 502, /refuses the request/],
  ["down", 502, /does not answer/],
])("the problem %s is answered %i with advice", (kind, status, words) => {
  const problem = { kind, services: ["a", "b"], detail: "said so", posNumbers: [3] };
  expect(suggestionFor(problem)).toMatch(words);
  expect(unavailable(problem)).toMatchObject({
    status,
    code: status === 400 ? "VALIDATION_ERROR" : "TAXAUTH_CONNECTION_ERROR",
  });
});

import { expect, test } from "vitest";
import { suggestionFor, unavailable } from "../../../api/taxauth/authority-suggestions.js";
import { type AuthorityProblem, authorityProblemKinds } from "../../../shared/domain/authority-problem.js";

const problemOfKind = (kind: AuthorityProblem["kind"]): AuthorityProblem => ({
  kind,
  services: ["a", "b"],
  detail: "said so",
  posNumbers: [3],
});
const never = /Retrying does not help\.$/;

test.each<[AuthorityProblem["kind"], number, RegExp, retry: RegExp]>([
  ["noCertificate", 400, /no active tax-authority certificate/, /install one\.$/],
  ["expiredCertificate", 502, /has expired \(said so\).*request a new one/, never],
  ["certificate", 502, /does not accept the certificate \(said so\)/, never],
  ["notDelegated", 502, /not authorized for the services "a" and "b".*associate the certificate's alias/, never],
  ["clock", 502, /clock is off/, /Retrying helps only after that\.$/],
  ["pointOfSale", 502, /point of sale 3/, never],
  ["request", 502, /refuses the request \(said so\)/, never],
  ["numbering", 502, /does not tell the last number.*\(said so\)/, /Try again in a few minutes/],
  ["down", 502, /does not answer for the services "a" and "b" \(said so\)/, /try again in a few minutes\.$/],
])("the problem %s is answered %i with advice, and says whether retrying helps", (kind, status, words, retry) => {
  const problem = problemOfKind(kind);
  expect(suggestionFor(problem).en).toMatch(words);
  expect(suggestionFor(problem).en).toMatch(retry);
  expect(unavailable(problem)).toMatchObject({
    status,
    code: status === 400 ? "VALIDATION_ERROR" : "TAXAUTH_CONNECTION_ERROR",
  });
  const waits = /in a few minutes/.test(suggestionFor(problem).en);
  expect(unavailable(problem).headers).toEqual(waits ? { "Retry-After": "5" } : {});
});

test("every problem has words of its own", () => {
  expect(new Set(authorityProblemKinds.map((kind) => suggestionFor(problemOfKind(kind)).en)).size).toBe(
    authorityProblemKinds.length,
  );
});

import { expect, test } from "vitest";
import { readFailure } from "../../../mailer/delivery.js";

const failure = (code: string, responseCode?: number, command?: string) =>
  Object.assign(new Error("connect ECONNREFUSED 10.0.0.5:25"), {
    code,
    command,
    ...(responseCode && { responseCode, response: `${responseCode} no` }),
  });

test.each([
  ["5xx for the recipient", failure("EENVELOPE", 550, "RCPT TO"), "refused", "550 no"],
  ["5xx for the message", failure("EMESSAGE", 554, "DATA"), "refused", "554 no"],
  ["5xx for our sender, which the operator must correct", failure("EENVELOPE", 553, "MAIL FROM"), "later", "553 no"],
  ["4xx for the recipient", failure("EENVELOPE", 451, "RCPT TO"), "later", "451 no"],
  ["4xx for the message", failure("EMESSAGE", 421, "DATA"), "later", "421 no"],
  ["a refused login", failure("EAUTH", 535, "AUTH PLAIN"), "later", "535 no"],
  ["5xx as a greeting", failure("ECONNECTION", 554, "CONN"), "later", "554 no"],
  [
    "an address that the library refuses to send",
    failure("EENVELOPE"),
    "refused",
    "the message or its address cannot be sent",
  ],
  ["no connection", failure("ESOCKET"), "later", "the mail server could not be reached"],
  ["anything else", "text", "later", "the mail server could not be reached"],
])("%s", (_name, error, outcome, answer) => {
  expect(readFailure(error, false)).toEqual({ outcome, answer });
});

test("after the whole message was sent, a lost answer is unknown and a given answer counts", () => {
  const lost = { outcome: "unknown", answer: "the answer of the mail server was lost" };
  expect(readFailure(failure("ETIMEDOUT"), true)).toEqual(lost);
  expect(readFailure(failure("ECONNECTION"), true)).toEqual(lost);
  expect(readFailure(new Error("aborted"), true)).toEqual(lost);
  expect(readFailure(failure("EMESSAGE", 554, "DATA"), true)).toEqual({ outcome: "refused", answer: "554 no" });
});

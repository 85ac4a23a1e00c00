import { expect, test } from "vitest";
import { mailFieldOf, readMailForm, toSchedule } from "../../../../../api/app/invoices/voucher/mail-form.js";
import { emailSchedule } from "../../../../../api/schemas/email-schedule.js";

const form: [string, string][] = [
  ["email", ""],
  ["email", " ana@example.com "],
  ["email", "bruno@example.com"],
  ["email", "a fourth is not read"],
  ["email", "nor a fifth"],
  ["comments", "Gracias"],
  ["versions", "1"],
  ["versions", "2"],
];

test("empty lines are left out, and no more lines are read than a voucher may have recipients", () => {
  const { body, lineOf } = toSchedule(readMailForm(form));
  expect(body).toEqual({
    emails: [
      { email: "ana@example.com", comments: "Gracias", pdfVersions: [1, 2] },
      { email: "bruno@example.com", comments: "Gracias", pdfVersions: [1, 2] },
    ],
  });
  expect(emailSchedule.safeParse(body).success).toBe(true);
  expect(lineOf).toEqual([1, 2]);
});

test("without a message and copies the API's own are taken", () => {
  expect(toSchedule(readMailForm([["email", "ana@example.com"]])).body).toEqual({
    emails: [{ email: "ana@example.com" }],
  });
});

test("a fault stands beside the line that the address was typed in", () => {
  expect(mailFieldOf("emails.1.email", [1, 2])).toBe("email-2");
  expect(mailFieldOf("emails.0.comments", [1, 2])).toBe("comments");
  expect(mailFieldOf("emails", [1])).toBe("email-0");
});

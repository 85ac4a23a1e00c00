import { expect, test } from "vitest";
import {
  certificateWarning,
  keyWarning,
  quotaWarning,
  reportWarning,
  subscriptionWarning,
} from "../../../../shared/domain/warnings.js";

const usage = { extra: 0, reserved: 0, usedHomologation: 0, anchor: "2026-01-31", periodStart: "2026-10-31" };

test.each([
  { monthlyVouchers: 10, usedProduction: 8, warned: false },
  { monthlyVouchers: 10, usedProduction: 9, warned: true },
  { monthlyVouchers: 10, usedProduction: 10, warned: true },
  { monthlyVouchers: 7, usedProduction: 6, warned: false },
  { monthlyVouchers: 7, usedProduction: 7, warned: true },
  { monthlyVouchers: 0, usedProduction: 0, warned: false },
])("$usedProduction of $monthlyVouchers vouchers: warned is $warned", ({ warned, ...used }) => {
  expect(quotaWarning(3, { ...usage, ...used }, "2026-11-21") !== undefined).toBe(warned);
});

test("the vouchers of both environments and extra quota count, and reserved vouchers do not", () => {
  const counted = { monthlyVouchers: 8, extra: 2, usedProduction: 4, usedHomologation: 5, reserved: 1 };
  expect(quotaWarning(3, { ...usage, ...counted }, "2026-11-21")).toEqual({
    companyId: 3,
    kind: "quota",
    subject: "2026-10-31",
    facts: { kind: "quota", used: 9, granted: 10, periodEnd: "2026-11-30" },
  });
  expect(quotaWarning(3, { ...usage, ...counted, usedHomologation: 4 }, "2026-11-21")).toBeUndefined();
});

test("a past period causes no warning", () => {
  expect(quotaWarning(3, { ...usage, monthlyVouchers: 10, usedProduction: 10 }, "2026-11-30")).toBeUndefined();
});

const certificate = {
  id: 5,
  companyId: 3,
  alias: "a",
  production: true,
  expiresAtMs: Date.parse("2026-12-31T12:00:00Z"),
};

test.each([
  ["2026-11-30", undefined],
  ["2026-12-01", "5-2026-12-31-30"],
  ["2026-12-23", "5-2026-12-31-30"],
  ["2026-12-24", "5-2026-12-31-7"],
  ["2026-12-29", "5-2026-12-31-7"],
  ["2026-12-30", "5-2026-12-31-1"],
  ["2027-01-01", undefined],
])("a certificate that expires on 2026-12-31 causes on %s the warning %s", (day, subject) => {
  expect(certificateWarning(certificate, Date.parse(`${day}T12:00:00-03:00`))?.subject).toBe(subject);
});

const key = { id: 8, companyId: 3, name: "Tienda", prefix: "TEST_abcd", production: false };

test.each([
  ["2026-01-01", "2026-12-23", undefined],
  ["2026-01-01", "2026-12-24", "8-7"],
  ["2026-01-01", "2026-12-30", "8-1"],
  ["2026-12-23", "2026-12-24", "8-7"],
  ["2026-12-24", "2026-12-24", undefined],
  ["2026-12-26", "2026-12-30", "8-1"],
  ["2026-12-31", "2026-12-31", undefined],
  ["2026-01-01", "2027-01-01", undefined],
])("a key that is made on %s and expires on 2026-12-31 causes on %s the warning %s", (made, day, subject) => {
  const times = {
    createdAtMs: Date.parse(`${made}T09:00:00-03:00`),
    expiresAtMs: Date.parse("2026-12-31T20:00:00-03:00"),
  };
  expect(keyWarning({ ...key, ...times }, Date.parse(`${day}T12:00:00-03:00`))?.subject).toBe(subject);
});

test.each([
  ["2026-12-23", undefined],
  ["2026-12-24", "2026-12-31-7"],
  ["2026-12-30", "2026-12-31-1"],
  ["2026-12-31", "2026-12-31-1"],
  ["2027-01-01", undefined],
])("a subscription until 2026-12-31 causes on %s the warning %s", (day, subject) => {
  expect(subscriptionWarning(3, "2026-12-31", day)?.subject).toBe(subject);
});

const code = { production: true, code: "26463476341977", period: 203111, fortnight: 1 as const, reportBy: "20311123" };

test.each([
  ["2031-11-19", 1, 0, false],
  ["2031-11-20", 1, 0, true],
  ["2031-11-20", 0, 1, true],
  ["2031-11-20", 0, 0, false],
  ["2031-11-23", 1, 0, true],
  ["2031-11-30", 1, 0, true],
])(
  "on %s, with %i vouchers and %i points of sale open until 2031-11-23: warned is %s",
  (today, unreported, undeclared, warned) => {
    const open = { ...code, unreported, rejected: 0, undeclared };
    const warning = { companyId: 3, kind: "report", subject: code.code, facts: { kind: "report", ...open } };
    expect(reportWarning(3, open, today)).toEqual(warned ? warning : undefined);
  },
);

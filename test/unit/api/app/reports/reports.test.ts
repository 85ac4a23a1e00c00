import { expect, test } from "vitest";
import { fileGroups, fileQuery } from "../../../../../api/app/reports/files.js";
import { lastMonths, readMonth } from "../../../../../api/app/reports/routes.js";
import { sumOf } from "../../../../../api/app/reports/summary-tables.js";
import { bookParts, ivaSimpleParts } from "../../../../../api/routes/reports.js";

test("the page is of the month before today's unless another is asked for", () => {
  expect(readMonth(undefined, "2026-01-31")).toBe("202512");
  expect(readMonth("202613", "2026-11-23")).toBe("202610");
  expect(readMonth("202603", "2026-11-23")).toBe("202603");
  expect(lastMonths("2026-03-31").slice(0, 4)).toEqual(["202603", "202602", "202601", "202512"]);
});

test("the page offers every file of the API", () => {
  const offered = fileGroups.flatMap(({ files }) => files.map(({ path, part }) => `${path} ${part ?? ""}`));
  const known = [
    ...["", ...bookParts].map((part) => `vat-book ${part}`),
    ...["", ...ivaSimpleParts].map((part) => `iva-simple ${part}`),
  ];
  expect(offered.toSorted()).toEqual(known.toSorted());
});

test("a part that no file has is not asked of the API", () => {
  expect(fileQuery("vat-book", "202611", "rates")).toBe("?period=202611&part=rates");
  expect(fileQuery("vat-book", "202611", "debit")).toBe("?period=202611");
});

test("amounts are added to the cent, negative ones too", () => {
  const rows = [
    { net: "0.10", vat: "0.02" },
    { net: "0.20", vat: "-1.00" },
  ];
  expect(sumOf(rows, "net")).toBe("0.30");
  expect(sumOf(rows, "net", "vat")).toBe("-0.68");
  expect(sumOf<"net">([], "net")).toBe("0.00");
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { type PdfForm, pdfFormKey, pdfLayouts, readPdfFormKey } from "../../../../shared/domain/pdf-form.js";
import { pdfJobId } from "../../../../shared/queues/pdf.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

test.each<[PdfForm, string, string]>([
  [{ layout: "a4", versions: [1] }, "1", "pdf-7-v1"],
  [{ layout: "a4", versions: [1, 2, 3] }, "1-2-3", "pdf-7-v1-2-3"],
  [{ layout: "ticket80", versions: [1] }, "ticket80-1", "pdf-7-ticket80-v1"],
])("the PDF %o is kept as %s; on A4 as in the version before", (form, key, jobId) => {
  expect([pdfFormKey(form), pdfJobId(7, form)]).toEqual([key, jobId]);
});

test("every PDF has a key of its own, which says what it is", () => {
  const form = fc.record({
    layout: fc.constantFrom(...pdfLayouts),
    versions: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
  });
  fc.assert(
    fc.property(form, (one) => {
      expect(readPdfFormKey(pdfFormKey(one))).toEqual(one);
    }),
    propertyRuns(200),
  );
});

import { expect, test } from "vitest";
import { certificateRequest } from "../../../api/schemas/certificate.js";

test("blanks around a certificate's alias are no part of it, and an alias of blanks is none", () => {
  expect(certificateRequest.parse({ alias: " caja 1 " })).toEqual({ alias: "caja 1" });
  expect(certificateRequest.safeParse({ alias: "   " }).success).toBe(false);
});

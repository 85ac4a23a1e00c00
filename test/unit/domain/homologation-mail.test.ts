import { expect, test } from "vitest";
import { type HomologationMail, refusedInHomologation } from "../../../shared/domain/homologation-mail.js";

const account = "Ana@Example.com";

test.each<[HomologationMail, string | null, string, boolean]>([
  ["any", account, "client@other.com", true],
  ["any", null, "client@other.com", true],
  ["own", account, "ana@example.com", true],
  ["own", account, "caja@example.com", false],
  ["domain", account, "caja@EXAMPLE.com", true],
  ["domain", account, "caja@sub.example.com", false],
  ["domain", account, "caja@notexample.com", false],
  ["domain", "ana@xn--and-6ma2c.com.ar", "caja@ñandú.com.ar", true],
  ["domain", "ana@gmail.com", "eva@gmail.com", false],
  ["domain", "ana@gmail.com", "Ana@gmail.com", true],
  ["own", null, "ana@example.com", false],
  ["domain", null, "ana@example.com", false],
])(
  "with %s and the account %s a mail of homologation to %s is allowed: %s",
  (homologationMail, accountEmail, email, allowed) => {
    const refusal = refusedInHomologation(email, { accountEmail, homologationMail });
    expect(refusal === undefined).toBe(allowed);
    if (!allowed) expect(refusal).toContain("in homologation");
  },
);

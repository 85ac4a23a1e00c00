import { Hono } from "hono";
import { countCertificates, listCertificates } from "../../shared/db/company/certificates.js";
import type { ApiEnv } from "../http/env.js";
import { requireSubscription } from "../middleware/require-subscription.js";
import { installCertificate, requestCertificate } from "../operations/certificates.js";
import { readBody } from "../parsing/read-body.js";
import { readNumber } from "../parsing/read-id.js";
import { certificateInstallation, certificateRequest } from "../schemas/certificate.js";
import { answerPage } from "./answer-page.js";
import type { ApiDeps } from "./deps.js";
import { operatorOf } from "./operator-of.js";

/** `/{company_id}/certificates`. Source: api/README.md, "Further paths". */
export const certificates = (deps: ApiDeps) => {
  const inForce = requireSubscription(deps);
  return new Hono<ApiEnv>()
    .get("/", (c) => answerPage(c, deps, countCertificates, listCertificates))

    .post("/", inForce, async (c) => {
      const body = await readBody(c, certificateRequest);
      const { id, alias, csr } = await requestCertificate(operatorOf(c, deps), deps.sealer, body);

      return c.json({ ok: true, result: { id, alias, csr } }, 201);
    })

    .put("/:id", inForce, async (c) => {
      const id = readNumber(c.req.param("id"), "id", "certificate");
      const { certificate } = await readBody(c, certificateInstallation);
      const installation = { id, certificate, nowMs: deps.now() };
      const result = await installCertificate(operatorOf(c, deps), installation);

      return c.json({ ok: true, result });
    });
};

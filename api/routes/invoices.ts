import { Hono } from "hono";
import { voucherFields } from "../../shared/db/listed-fields.js";
import { findVoucher, listVouchers } from "../../shared/db/vouchers.js";
import { answerIssuance } from "../answer-issuance.js";
import type { ApiDeps, ApiEnv } from "../environment.js";
import { invalidBody, notFound } from "../errors.js";
import { issueVoucher } from "../issue-voucher.js";
import { requireScope } from "../middleware/authenticate.js";
import { readJsonBody } from "../read-body.js";
import { readListing } from "../read-listing.js";
import { checkIssuance } from "../schemas/check-issuance.js";
import { servePdf } from "../serve-pdf.js";
import { toListingRow } from "../voucher-row.js";

/** `/{company_id}/invoices`. Source: API.md, "Endpoints". */
export const invoices = (deps: ApiDeps) =>
  new Hono<ApiEnv>()
    .post("/", requireScope("issue"), async (c) => {
      const checked = checkIssuance(await readJsonBody(c));
      if (!checked.ok) throw invalidBody(checked.faults);
      const { body, amounts } = checked;
      const ending = await issueVoucher(deps, {
        caller: c.get("caller"),
        requestId: c.get("requestId"),
        body,
        amounts,
      });

      return answerIssuance(c, deps, body, ending);
    })

    .get("/", requireScope("read"), async (c) => {
      const listing = readListing(new URL(c.req.url).searchParams, voucherFields);
      const { total, rows } = await listVouchers(deps.db, c.get("caller"), listing);

      return c.json({ ok: true, total, result: rows.map(toListingRow) });
    })

    .get("/:id", requireScope("read"), async (c) => {
      const voucher = await findVoucher(deps.db, c.get("caller"), readId(c.req.param("id")));
      if (!voucher) throw notFound("There is no such voucher in this environment.");

      return c.json({ ok: true, result: toListingRow(voucher) });
    })

    .get("/:id/pdf", requireScope("read"), async (c) => {
      const voucher = await findVoucher(deps.db, c.get("caller"), readId(c.req.param("id")));
      if (!voucher) throw notFound("There is no such voucher in this environment.");

      return servePdf(c, deps, voucher);
    });

function readId(text: string): number {
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (id === 0) throw notFound("There is no such voucher in this environment.");
  return id;
}

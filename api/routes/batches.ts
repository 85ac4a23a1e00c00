import { type Context, Hono } from "hono";
import { accepts } from "hono/accepts";
import { listElements } from "../../shared/db/batches/batch-results.js";
import { batchFields, findBatch, listBatches } from "../../shared/db/batches/batch-rows.js";
import { listPointsOfSale } from "../../shared/db/company/points-of-sale.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import { checkBatch } from "../batches/check-batch.js";
import { writeTemplate } from "../batches/csv/template.js";
import { writeResults } from "../batches/csv/write-results.js";
import { toResult } from "../batches/to-result.js";
import { languageFor, localize } from "../http/answer-language.js";
import { asFile } from "../http/as-file.js";
import type { ApiEnv } from "../http/env.js";
import { findUnlisted } from "../issuing/unlisted.js";
import { requireSubscription } from "../middleware/require-subscription.js";
import { addBatch, cancelBatch, noBatch } from "../operations/batches.js";
import { ignoredInListing } from "../parsing/ignored-in-listing.js";
import { noInput } from "../parsing/no-input.js";
import { readBatch } from "../parsing/read-batch.js";
import { readId } from "../parsing/read-id.js";
import { readListing } from "../parsing/read-listing.js";
import { ignoredInPage, readPage } from "../parsing/read-page.js";
import { readQuery } from "../parsing/read-query.js";
import { answerListing, answerRow } from "./answer-listing.js";
import type { ApiDeps } from "./deps.js";
import { operatorOf } from "./operator-of.js";

const idOf = (c: Context) => readId(c.req.param("id"), "id", "batch");

/** `/{company_id}/batches`. Source: api/README.md, "Batches". */
export const batches = (deps: ApiDeps) => {
  const inForce = requireSubscription(deps);

  return new Hono<ApiEnv>()
    .post("/", inForce, async (c) => {
      const [caller, requestId] = [c.get("caller"), c.get("requestId")];
      const sent = await readBatch(c);
      const unlisted = await findUnlisted(deps, caller, requestId, sent.invoices);
      const terms = { nowMs: deps.now(), aliquotDecimals: deps.config.TRIBUTE_ALIQUOT_DECIMALS };
      const checked = await checkBatch(deps.reading.of(caller), caller, sent, c.get("handling"), terms, unlisted);
      const { row, sequences } = await addBatch(operatorOf(c, deps), caller, checked, requestId);
      const { companyId, production } = caller;
      await Promise.all(
        sequences.map((sequence) => deps.wakeSequence({ companyId, production, ...sequence }, requestId)),
      );

      return answerRow(c, row, 202);
    })

    .get("/", async (c) => {
      const caller = c.get("caller");
      const listing = readListing(readQuery(c, ignoredInListing(batchFields)), batchFields);

      return answerListing(c, await listBatches(deps.reading.of(caller), caller, listing));
    })

    .get("/template.csv", noInput, async (c) => {
      const caller = c.get("caller");
      const points = await listPointsOfSale(deps.reading.of(caller), caller);
      const posNumber = points.find(({ enabled }) => enabled)?.number ?? 1;
      // Only a registered taxpayer issues letter B.
      const voucherType = caller.taxType === 1 ? 6 : 11;
      const voucherDate = toFiscalDate(argentineDay(deps.now()));

      const template = writeTemplate({ posNumber, voucherType, voucherDate }, languageFor(c));

      return answerCsv(c, template, "template.csv");
    })

    .get("/:id", noInput, async (c) => {
      const caller = c.get("caller");
      const id = idOf(c);
      const batch = await findBatch(deps.reading.of(caller), caller, id);
      if (batch === undefined) throw noBatch(id);

      return answerRow(c, batch);
    })

    .get("/:id/results", async (c) => {
      const caller = c.get("caller");
      const id = idOf(c);
      const page = readPage(readQuery(c, ignoredInPage));
      const isCsv = accepts(c, {
        header: "Accept",
        supports: ["application/json", "text/csv"],
        default: "application/json",
      });
      const whole = isCsv === "text/csv";
      const { total, rows } = await listElements(deps.reading.of(caller), caller, id, whole ? undefined : page);
      if (total === 0) throw noBatch(id);
      const say = localize(c);
      const result = rows.map((row) => toResult(row, say));

      return whole ? answerCsv(c, writeResults(result), `batch-${id}.csv`) : c.json({ ok: true, total, result });
    })

    .post("/:id/cancel", inForce, noInput, async (c) => {
      const { row, cancelled } = await cancelBatch(operatorOf(c, deps), idOf(c));
      // Whoever waits for the same key in another process finds it by looking.
      for (const issuanceId of cancelled) deps.settlements.announced(issuanceId);

      return answerRow(c, row);
    });
};

const answerCsv = (c: Context, csv: string, fileName: string) =>
  c.body(csv, 200, asFile("text/csv; charset=utf-8; header=present", fileName));

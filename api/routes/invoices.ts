import { type Context, Hono } from "hono";
import { findPrint } from "../../shared/db/delivery/pdfs.js";
import { voucherFields } from "../../shared/db/listing/listed-fields.js";
import { findVoucher, listVouchers } from "../../shared/db/listing/vouchers.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import type { NoteKind } from "../../shared/domain/voucher-types.js";
import { failpoint } from "../../shared/failpoints/failpoint.js";
import { localize } from "../http/answer-language.js";
import type { ApiEnv } from "../http/env.js";
import { invalidBody } from "../http/errors.js";
import { createFilePlaces } from "../http/file-places.js";
import { ignore } from "../http/handling.js";
import { asksForPreview } from "../http/in-process-call.js";
import { noVoucher } from "../http/refusals.js";
import { answerIssuance } from "../issuing/answer-issuance.js";
import { completeAssociations } from "../issuing/complete-association.js";
import type { Remark } from "../issuing/foresee.js";
import { getOriginal } from "../issuing/get-original.js";
import { issueVoucher } from "../issuing/issue-voucher.js";
import { issuerOf } from "../issuing/issuer-of.js";
import type { IssuingRequest } from "../issuing/issuing-request.js";
import type { PreviewedRequest } from "../issuing/preview-hash.js";
import { type IssuancePreview, previewIssuance } from "../issuing/preview-issuance.js";
import { findUnlisted } from "../issuing/unlisted.js";
import { requireSubscription } from "../middleware/require-subscription.js";
import { reportAgain } from "../operations/contingency.js";
import { regeneratePdf } from "../operations/regenerate-pdf.js";
import { scheduleEmails } from "../operations/schedule-emails.js";
import { ignoredInListing } from "../parsing/ignored-in-listing.js";
import { noInput } from "../parsing/no-input.js";
import { readBody, readJsonBody } from "../parsing/read-body.js";
import { readId } from "../parsing/read-id.js";
import { readListing } from "../parsing/read-listing.js";
import { readQuery } from "../parsing/read-query.js";
import { emailSchedule } from "../schemas/email-schedule.js";
import { acceptIssuance, acceptNote } from "./accept-issuance.js";
import { answerListing, answerRow } from "./answer-listing.js";
import type { ApiDeps } from "./deps.js";
import { operatorOf } from "./operator-of.js";
import { servePdf } from "./serve-pdf.js";

/** `/{company_id}/invoices`. Source: api/README.md, "Endpoints". */
export function invoices(deps: ApiDeps) {
  const takeFilePlace = createFilePlaces();
  return new Hono<ApiEnv>()
    .post("/", async (c) => {
      const given = await readJsonBody(c);
      failpoint("before_check");
      await warnOfUnlisted(c, deps, given);
      return issue(c, deps, await acceptIssuance(c, given, await issuerIn(c, deps, given)));
    })

    .post("/:id/credit-notes", (c) => issueNote(c, deps, "credit"))

    .post("/:id/debit-notes", (c) => issueNote(c, deps, "debit"))

    .post("/preview", async (c) => {
      const given = await readJsonBody(c);
      await c.get("countMore")?.(c, Math.ceil(linesOf(given) / linesOfOne) - 1);
      await warnOfUnlisted(c, deps, given);
      const { amounts, ...accepted } = await acceptIssuance(c, given, await issuerIn(c, deps, given));
      const body = await complete(c, deps, accepted.body);
      const requestId = c.get("requestId");
      const result = await previewIssuance(deps, c.get("caller"), c.get("handling"), { body, amounts, requestId });

      return answerPreview(c, deps, result, { body: withKey(given, body) });
    })

    .get("/", async (c) => {
      const caller = c.get("caller");
      const listing = readListing(readQuery(c, ignoredInListing(voucherFields)), voucherFields);
      const found = await deps.read(caller, ({ reading, pages }) =>
        listVouchers({ reading: reading.of(caller), pages: pages.of(caller) }, caller, listing),
      );

      return answerListing(c, found);
    })

    .get("/:id", noInput, async (c) => {
      const voucher = await findVoucher(deps.pages.of(c.get("caller")), c.get("caller"), idOf(c));
      if (!voucher) throw noVoucher();

      return answerRow(c, voucher);
    })

    .get("/:id/pdf", async (c) => {
      const voucher = await findPrint(deps.pages.of(c.get("caller")), c.get("caller"), idOf(c));
      if (!voucher) throw noVoucher();

      return servePdf(c, { ...deps, takeFilePlace }, voucher);
    })

    .post("/:id/pdf", requireSubscription(deps), noInput, async (c) => {
      const id = idOf(c);
      const { remaining } = await regeneratePdf(operatorOf(c, deps), id, (voucherId, form, attempt) =>
        deps.printAnew(voucherId, form, attempt, c.get("requestId"), c.get("caller")),
      );

      return c.json({ ok: true, result: { id, remaining } }, 202);
    })

    .post("/:id/report", requireSubscription(deps), noInput, async (c) => {
      const id = idOf(c);
      const { state, reportedAtMs, errors: reportErrors } = await reportAgain(operatorOf(c, deps), id);
      const reported = reportedAtMs === null ? null : new Date(reportedAtMs).toISOString();

      return c.json({ ok: true, result: { id, state, reported, reportErrors } });
    })

    .post("/:id/emails", requireSubscription(deps), async (c) => {
      const id = idOf(c);
      const { emails } = await readBody(c, emailSchedule);
      const recipientIds = await scheduleEmails(operatorOf(c, deps), id, emails);
      await Promise.all(
        recipientIds.map((recipientId) => deps.requestMail(recipientId, c.get("requestId"), c.get("caller"))),
      );

      return c.json({ ok: true, result: { id, emails } }, 202);
    });
}

/** The one way to issue: every route that issues ends here. */
async function issue(
  c: Context<ApiEnv>,
  deps: ApiDeps,
  { body: given, amounts, noteOf }: Pick<IssuingRequest, "body" | "amounts" | "noteOf">,
): Promise<Response> {
  const body = await complete(c, deps, given);
  const ending = await issueVoucher(deps, {
    caller: c.get("caller"),
    requestId: c.get("requestId"),
    body,
    amounts,
    noteOf,
    handling: c.get("handling"),
  });
  failpoint("before_response");
  return answerIssuance(c, deps, { body, noteOf }, ending);
}

/** Issues a note of the voucher in the path, or answers its preview. */
async function issueNote(c: Context<ApiEnv, "/:id/credit-notes">, deps: ApiDeps, kind: NoteKind): Promise<Response> {
  const id = idOf(c);
  const given = await readJsonBody(c);
  const original = await getOriginal(deps, c.get("caller"), kind, id);
  const today = toFiscalDate(argentineDay(deps.now()));

  await warnOfUnlisted(c, deps, given);
  const accepted = await acceptNote(c, given, { ...original, today });
  if (!asksForPreview(c)) return issue(c, deps, accepted);
  const body = await complete(c, deps, accepted.body);
  const { amounts, noteOf } = accepted;
  const asked = { body, amounts, noteOf, requestId: c.get("requestId") };
  const result = await previewIssuance(deps, c.get("caller"), c.get("handling"), asked);

  return answerPreview(c, deps, result, { noteOf: { kind, id }, body: withKey(given, body) });
}

async function answerPreview(
  c: Context<ApiEnv>,
  deps: ApiDeps,
  { problems, notes, perceptions, ...preview }: IssuancePreview,
  previewed: PreviewedRequest,
): Promise<Response> {
  const previewHash = await deps.previews.of(c.get("caller"), previewed, deps.now());
  const translate = localize(c);
  const told = (remarks: Remark[]) => remarks.map((remark) => ({ ...remark, message: translate(remark.message) }));
  const explained = perceptions && {
    ...perceptions,
    lines: perceptions.lines.map(({ why, ...line }) => ({ ...line, why: translate(why) })),
  };
  const remarks = { problems: told(problems), notes: told(notes) };
  return c.json({ ok: true, result: { ...preview, perceptions: explained, ...remarks, previewHash } });
}

/** A preview of up to so many lines counts as one request, of up to twice as many as two, and so on. Source: api/README.md, "Limits". */
const linesOfOne = 20;

function linesOf(given: unknown): number {
  const { items } = Object(given) as { items?: unknown };
  return Array.isArray(items) ? items.length : 0;
}

/** Body that was asked for, with its key also when that came in the header. */
const withKey = (given: unknown, { idempotency }: IssuanceRequest) => ({ ...Object(given), idempotency });

const issuerIn = (c: Context<ApiEnv>, deps: ApiDeps, given: unknown) =>
  issuerOf(deps, c.get("caller"), (Object(given) as { voucherType?: unknown }).voucherType);

/** Says which optional fields and activities of a body no table has. */
async function warnOfUnlisted(c: Context<ApiEnv>, deps: ApiDeps, given: unknown): Promise<void> {
  const find = await findUnlisted(deps, c.get("caller"), c.get("requestId"), [given]);
  ignore(c.get("handling"), find(given));
}

/** @throws ApiError 400 when what a note modifies is not known */
async function complete(c: Context<ApiEnv>, { issuing }: ApiDeps, given: IssuanceRequest): Promise<IssuanceRequest> {
  const caller = c.get("caller");
  const completed = (await completeAssociations(issuing.of(caller), caller, [given]))(given);
  if ("fault" in completed) throw invalidBody([completed.fault]);
  return completed.body;
}

const idOf = (c: Context) => readId(c.req.param("id"), "id", "voucher");

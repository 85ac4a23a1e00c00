import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "hono";
import { findPdf, type Print } from "../../shared/db/delivery/pdfs.js";
import { findPrintTrouble } from "../../shared/db/delivery/print-tries.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { original, type PdfForm, type PdfLayout, pdfFormKey, pdfLayouts } from "../../shared/domain/pdf-form.js";
import { type Tenant, tenantKey } from "../../shared/domain/tenant.js";
import { pdfFileName } from "../../shared/domain/voucher-words.js";
import type { ApiEnv } from "../http/env.js";
import { ApiError, notFound } from "../http/errors.js";
import type { FilePlaces } from "../http/file-places.js";
import { noPdf } from "../http/refusals.js";
import { streamFile } from "../http/stream-file.js";
import { type FindIgnored, ignoredParameter, readQuery, unknownBut } from "../parsing/read-query.js";
import type { DeliveringDeps } from "./deps.js";

const noCopies: LocalizedText = {
  en: "must list copies: 1, 2, 3",
  es: "Elegí las copias: original (1), duplicado (2) o triplicado (3).",
};
const noLayout: LocalizedText = {
  en: "must be a4, ticket80 or ticket58",
  es: "Tiene que ser a4, ticket80 o ticket58.",
  app: "Elegí hoja A4, ticket de 80 mm o ticket de 58 mm.",
};

/** How long a download waits for a PDF that must be printed first: other copies than the original, or a lost file. */
const waitMs = 5_000;
/** The first pause between two looks, and the longest. Each is half as long again as the one before: dozens may wait at once. */
const [firstPauseMs, longestPauseMs] = [100, 1_000];

interface PdfDeps extends DeliveringDeps {
  takeFilePlace: FilePlaces;
}

/**
 * The voucher's PDF in the requested layout and copies, as an attachment.
 * Source: api/README.md, "GET /{company_id}/invoices/{voucher_id}/pdf"; "Further paths".
 */
export async function servePdf(c: Context<ApiEnv>, deps: PdfDeps, voucher: Print): Promise<Response> {
  const query = readQuery(c, ignoredInDownload);
  const versions = readVersions(query.get("versions") ?? "1");
  const form = { layout: readLayout(query.get("layout")) ?? voucher.layout, versions };
  if (voucher.source === "rcel") throw notFound(noPdf);
  const ask = (asked: PdfForm) => deps.requestPdf(voucher.id, asked, c.get("requestId"), c.get("caller"));
  if (!voucher.hasPdf) {
    ask(original).catch(() => undefined); // a sweep looks after it in any case; this brings it forward
    throw await whyNotReady(deps, c.get("caller"), voucher.id, original);
  }

  const find = () => findStored(deps, c.get("caller"), voucher.id, form);
  const storageKey =
    (await find()) ?? (await makeInTurn(deps, c.get("caller"), voucher.id, form, () => ask(form), find));
  const { signal } = c.req.raw;
  const { reading, gaveWay, leave } = await deps.takeFilePlace(c.get("caller"), signal);
  const file = await deps.storage.open(storageKey).catch((error) => {
    leave();
    throw error;
  });
  const source = { reading, signal: AbortSignal.any([signal, gaveWay]), end: leave };
  return streamFile(c, source, { name: pdfFileName(voucher), contentType: "application/pdf", ...file }, (error) =>
    deps.log.info({ error, requestId: c.get("requestId") }, "a PDF was cut off"),
  );
}

/** Invalid values fall back to the original. */
const readVersions = (text: string): number[] => parseVersions(text) ?? [1];

function parseVersions(text: string): number[] | undefined {
  const versions = text.split(",").map((each) => each.trim());
  return versions.every((each) => /^[123]$/.test(each)) ? [...new Set(versions.map(Number))] : undefined;
}

const readLayout = (text: string | null): PdfLayout | undefined => pdfLayouts.find((layout) => layout === text);

const ignoredInDownload: FindIgnored = (query) => [
  ...unknownBut("versions", "layout")(query),
  ...(query.getAll("versions").every(parseVersions) ? [] : [ignoredParameter("versions", noCopies)]),
  ...(query.getAll("layout").every(readLayout) ? [] : [ignoredParameter("layout", noLayout)]),
];

/** The storage key of the PDF; undefined when it was not printed yet, or its file was lost. */
async function findStored({ pages, storage }: DeliveringDeps, tenant: Tenant, voucherId: number, form: PdfForm) {
  const storageKey = await findPdf(pages.of(tenant), voucherId, pdfFormKey(form));
  return storageKey !== undefined && (await storage.exists(storageKey)) ? storageKey : undefined;
}

/** A company's downloads wait in its line: a thousand of them ask for no more prints at once than its turns allow. */
function makeInTurn(
  deps: DeliveringDeps,
  tenant: Tenant,
  voucherId: number,
  form: PdfForm,
  ask: () => Promise<void>,
  find: () => Promise<string | undefined>,
): Promise<string> {
  const giveUpAtMs = performance.now() + waitMs;
  return deps.printWaits(tenantKey(tenant), async () => {
    if (performance.now() >= giveUpAtMs) throw notReady();
    const made = await makeNow(deps, voucherId, ask, find, giveUpAtMs);
    if (made === undefined) throw await whyNotReady(deps, tenant, voucherId, form);
    return made;
  });
}

async function makeNow(
  deps: DeliveringDeps,
  voucherId: number,
  ask: () => Promise<void>,
  find: () => Promise<string | undefined>,
  giveUpAtMs: number,
): Promise<string | undefined> {
  await ask().catch((error) => {
    deps.log.warn({ error, voucherId }, "the job of a PDF could not be added");
    throw notReady();
  });
  for (let pauseMs = firstPauseMs; performance.now() < giveUpAtMs; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const storageKey = await find();
    if (storageKey) return storageKey;
    await delay(pauseMs);
  }
  return undefined;
}

/** Explains why a PDF is not ready. A reason that keeps it away for longer is told by the renderer, which sees it. */
async function whyNotReady({ pages }: DeliveringDeps, tenant: Tenant, voucherId: number, form: PdfForm) {
  const trouble = await findPrintTrouble(pages.of(tenant), voucherId, pdfFormKey(form));
  return trouble === undefined ? notReady() : keptAway(trouble);
}

export const notReady = () => new ApiError(409, beingMade, { code: "PDF_NOT_READY", headers: { "Retry-After": "2" } });

/** Until a person has mended it, or somebody asks in vain once more. */
const keptAway = (trouble: keyof typeof troubles) =>
  new ApiError(409, troubles[trouble], { code: "PDF_NOT_READY", headers: { "Retry-After": "60" } });

const troubles = {
  refused: {
    en: "The PDF cannot be stored: the service's storage is full, or refuses it. Whoever operates the service must mend that; then the PDF is made by itself. The voucher is issued and valid.",
    es: "El PDF no se puede guardar: el almacenamiento del servicio está lleno o lo rechaza. Lo tiene que arreglar quien opera el servicio; después el PDF se hace solo. El comprobante está emitido y es válido.",
  },
  aside: {
    en: "The PDF could not be made, although it was tried several times. Whoever operates the service must look into it. The voucher is issued and valid.",
    es: "El PDF no se pudo hacer, después de varios intentos. Lo tiene que revisar quien opera el servicio. El comprobante está emitido y es válido.",
  },
} satisfies Record<string, LocalizedText>;

export const beingMade: LocalizedText = {
  en: "The PDF is still being made; ask again in a few seconds.",
  es: "El PDF todavía se está haciendo: volvé a intentar en unos segundos.",
};

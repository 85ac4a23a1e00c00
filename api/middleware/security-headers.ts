import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import { overTls } from "../http/minimal-headers.js";

/** The HTML pages load files from this host only. swagger-ui and the board need inline styles. */
const ofPages = secureHeaders({
  strictTransportSecurity: overTls,
  xFrameOptions: "DENY",
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", "data:"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
});

/**
 * The web application's pages load nothing but their own files, which the browser may keep.
 * @param kind a voucher's PDF is shown within a page of ours, and so is the page that says why there is none
 */
const ofApp = (kind: "page" | "framed page" | "PDF") =>
  secureHeaders({
    strictTransportSecurity: overTls,
    xFrameOptions: kind === "page" ? "DENY" : "SAMEORIGIN",
    // The address of a page may hold the secret of a link. With "no-referrer" a browser would not say either where a form comes from.
    referrerPolicy: "strict-origin",
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // Chromium shows a PDF as a plug-in within a page of its own, with inline styles; these headers are that page's too.
      styleSrc: kind === "PDF" ? ["'self'", "'unsafe-inline'"] : ["'self'"],
      objectSrc: kind === "PDF" ? ["'self'"] : ["'none'"],
      imgSrc: ["'self'", "data:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      frameSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: kind === "page" ? ["'none'"] : ["'self'"],
    },
  });
const [ofAppPage, ofFramedPage, ofPdf] = [ofApp("page"), ofApp("framed page"), ofApp("PDF")];
const nothingNext = async () => undefined;

/** An answer that is no page loads nothing. */
const ofData = secureHeaders({
  strictTransportSecurity: overTls,
  xFrameOptions: "DENY",
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

/** The pages and their own files. What the board fetches about the queues is data. */
const pages = /^\/(docs|board(?!\/api\/))(\/|$)/;

/** Headers with which a browser is careful with an answer. No cache keeps data, unless it is the same for everybody and says so. */
export const securityHeaders = createMiddleware(async (c, next) => {
  const { path } = c.req;
  if (pages.test(path)) return ofPages(c, next);
  if (/^\/app\/static\//.test(path)) return ofAppPage(c, next);
  if (/^\/app(\/|$)/.test(path)) {
    await next();
    const isPdf = c.res.headers.get("content-type") === "application/pdf";
    const headers = /\/invoices\/\d+\/pdf$/.test(path) ? (isPdf ? ofPdf : ofFramedPage) : ofAppPage;
    await headers(c, nothingNext);
    c.res.headers.set("Cache-Control", "no-store");
    return;
  }
  await ofData(c, next);
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
});

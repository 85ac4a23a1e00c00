import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";

/** The HTML pages load files from this host only. swagger-ui and the board need inline styles. */
const ofPages = secureHeaders({
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

/** An answer that is no page loads nothing. */
const ofData = secureHeaders({
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

/** Headers with which a browser is careful with an answer. Data is kept by no cache. */
export const securityHeaders = createMiddleware(async (c, next) => {
  if (pages.test(c.req.path)) return ofPages(c, next);
  await ofData(c, next);
  c.res.headers.set("Cache-Control", "no-store");
});

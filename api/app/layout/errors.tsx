import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Log } from "../../../shared/logging/log.js";
import { ApiError } from "../../http/errors.js";
import { explainUnavailable } from "../../http/explain-unavailable.js";
import { isClientClosed } from "../../http/is-client-closed.js";
import { unavailableResponses, unexpectedErrors } from "../../http/metrics.js";
import { routeOf } from "../../middleware/route-of.js";
import type { AppEnv } from "../frame/app-env.js";
import { show, showPartial, showPlain } from "./show.js";

/** Why a page is not shown. */
export class PageError extends HTTPException {
  readonly title: string;
  readonly advice: string;
  /** Beside the advice, for who reads no Spanish. */
  readonly inEnglish: string | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: 400 | 403 | 404 | 408 | 413 | 429 | 500 | 503 | 504,
    title: string,
    advice: string,
    { headers = {}, inEnglish }: { headers?: Record<string, string>; inEnglish?: string } = {},
  ) {
    super(status, { message: title });
    this.title = title;
    this.advice = advice;
    this.inEnglish = inEnglish;
    this.headers = headers;
  }
}

export const noPage = () =>
  new PageError(
    404,
    "Esta página no existe",
    "Puede que la dirección esté mal escrita, o que no tengas acceso a esa empresa.",
  );

export const notAllowed = () =>
  new PageError(
    403,
    "Tu rol no permite hacer esto",
    "Si lo necesitás, pedile a quien administra la empresa que cambie tu rol.",
  );

export const strangeForm = () =>
  new PageError(
    403,
    "No pudimos comprobar de dónde vino este formulario",
    "Volvé a la página anterior, cargala de nuevo y envialo otra vez. No se guardó ni se emitió nada.",
  );

const broken = new PageError(
  500,
  "Algo falló de nuestro lado",
  "Probá de nuevo en un momento. Si estabas emitiendo, mirá primero la lista de comprobantes: lo que se emitió está ahí.",
);

const cutShort = new PageError(
  400,
  "El pedido se cortó",
  "No llegó entero. Cargá la página de nuevo y envialo otra vez.",
);

/** Answers an error with a page that says what to do. */
export function answerPageError(c: Context<AppEnv>, error: unknown, log: Log): Response | Promise<Response> {
  const page = error instanceof PageError ? error : isClientClosed(c) ? cutShort : asPageError(error);
  const away = page === broken ? explainUnavailable(error) : undefined;
  if (page === broken) {
    if (away) unavailableResponses.inc({ server: away.log.away });
    else unexpectedErrors.inc();
    log.error(
      { error, requestId: c.get("requestId"), route: routeOf(c, ""), ...away?.log },
      away ? "a server is away" : "a page failed",
    );
  }
  const children = (
    <section class="stack">
      <h1>{page.title}</h1>
      <p>{page.advice}</p>
      {page.inEnglish && <p lang="en">{page.inEnglish}</p>}
      {page.status === 404 && (
        <p>
          <a href={c.get("visit")?.base ?? "/app"}>Ir al inicio</a>
        </p>
      )}
      {page === broken && <p>Código del pedido: {c.get("requestId")}</p>}
    </section>
  );
  const status = page.status as ContentfulStatusCode;
  for (const [name, value] of Object.entries(page.headers)) c.header(name, value);
  if (c.req.header("hx-request")) return showPartial(c, children, status);
  return c.get("visit") ? show(c, { title: page.title }, children, status) : showPlain(c, page.title, children, status);
}

function asPageError(error: unknown): PageError {
  const status = error instanceof ApiError || error instanceof HTTPException ? error.status : 500;
  if (status === 404) return noPage();
  if (status === 413) return new PageError(413, "Es demasiado grande", "Lo que enviaste supera el tamaño permitido.");
  if (status === 429) {
    const retryAfter = error instanceof ApiError ? error.headers["Retry-After"] : undefined;
    const headers = retryAfter === undefined ? {} : { "Retry-After": retryAfter };
    return new PageError(429, "Demasiados pedidos juntos", "Esperá un minuto y probá de nuevo.", { headers });
  }
  if (status === 504)
    return new PageError(
      504,
      "Tardó demasiado",
      "Puede que se haya hecho igual: mirá primero, por ejemplo en la lista de comprobantes, y si no está probá de nuevo.",
    );
  return broken;
}

import type { Context } from "hono";
import { asLocalized } from "../../../shared/domain/localized-text.js";
import { ApiError } from "../../http/errors.js";
import type { AppEnv } from "./app-env.js";

/** A download of the API as the page's own answer. @throws ApiError with the API's status when it is none */
export async function passOn(c: Context<AppEnv>, answer: Response): Promise<Response> {
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new ApiError(answer.status as ApiError["status"], asLocalized("the API gave no download"));
  }
  const headers: Record<string, string> = {};
  for (const name of ["Content-Type", "Content-Disposition", "Content-Length"]) {
    const value = answer.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  return answer.body === null ? c.body(null, 200, headers) : c.body(answer.body, 200, headers);
}

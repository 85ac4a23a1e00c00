import { asLocalized } from "../../../shared/domain/localized-text.js";
import { ApiError } from "../../http/errors.js";
import type { ApiAnswer, ApiClient } from "./api-client.js";

/** Unwraps the API's answer, for a page that shows nothing without it. @throws ApiError with the API's own status */
export function resultOf<T>(answer: ApiAnswer<T>): T {
  if (!answer.ok) throw refusalOf(answer);
  return answer.result;
}

/** The rows of a list, and how many there are in all. @throws ApiError with the API's own status */
export function listOf<Row>(answer: ApiAnswer<Row[]>): { rows: Row[]; total: number } {
  const rows = resultOf(answer);
  return { rows, total: answer.total ?? rows.length };
}

/** All rows of a list, which comes in pages. @throws ApiError with the API's own status */
export async function listAll<Row>(api: ApiClient, path: string): Promise<Row[]> {
  const found: Row[] = [];
  for (;;) {
    const { rows, total } = listOf(await api.get<Row[]>(`${path}?limit=200&offset=${found.length}`));
    found.push(...rows);
    if (rows.length === 0 || found.length >= total) return found;
  }
}

const refusalOf = ({ status, error }: ApiAnswer<unknown> & { ok: false }): ApiError =>
  new ApiError(
    status as ApiError["status"],
    asLocalized(error.message),
    error.code === undefined ? {} : { code: error.code },
  );

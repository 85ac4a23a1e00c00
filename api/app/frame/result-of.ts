import { asSaid } from "../../../shared/domain/words.js";
import { ApiError } from "../../errors.js";
import type { ApiAnswer } from "./own-api.js";

/** What the API gave, for a page that shows nothing without it. @throws ApiError with the API's own status */
export function resultOf<T>(answer: ApiAnswer<T>): T {
  if (!answer.ok) throw refusalOf(answer);
  return answer.result;
}

/** The rows of a list, and how many there are in all. @throws ApiError with the API's own status */
export function listOf<Row>(answer: ApiAnswer<Row[]>): { rows: Row[]; total: number } {
  const rows = resultOf(answer);
  return { rows, total: answer.total ?? rows.length };
}

const refusalOf = ({ status, error }: ApiAnswer<unknown> & { ok: false }): ApiError =>
  new ApiError(
    status as ApiError["status"],
    asSaid(error.message),
    error.code === undefined ? {} : { code: error.code },
  );

import type { Context } from "hono";
import { type ApiFault, readAnswer } from "../frame/api-client.js";
import type { AppEnv } from "../frame/app-env.js";
import { passOn } from "../frame/pass-on.js";

export type DownloadResult = { file: Response } | { fault: ApiFault; status: number };

/** Passes a file of the API on as it comes, whatever its size; or gives why there is none. */
export async function download(c: Context<AppEnv>, path: string): Promise<DownloadResult> {
  const answer = await c.get("api").send("GET", path);
  if (answer.ok) return { file: await passOn(c, answer) };
  const { error, status } = await readAnswer<never>(answer);
  return { fault: error ?? { code: undefined, message: "", details: null }, status };
}

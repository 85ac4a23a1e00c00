import type { Language } from "../../shared/domain/localized-text.js";
import { type KeptAnswer, keepAnswer } from "../http/kept-answer.js";
import { createKeeper } from "./keeper.js";

/** Stands for the service's address in what is made once for all. */
const anyOrigin = "https://origin.invalid";

/** A stranger chooses the address by the header `Host`: for so many it is kept, and for others the address is only written into it. */
const maxOrigins = 8;

/** A document that names the service's address, kept for the first few addresses at which it is asked for. */
export function createAddressed(
  type: string,
  make: (language: Language, origin: string) => Promise<string>,
): (language: Language, origin: string) => Promise<KeptAnswer> {
  const texts = createKeeper<string>();
  const kept = createKeeper();
  const origins = new Set<string>();
  const isJson = type === "application/json";
  return async (language, origin) => {
    const written = async () => {
      const text = await texts(language, () => make(language, anyOrigin));
      return keepAnswer(
        text.replaceAll(anyOrigin, () => (isJson ? JSON.stringify(origin).slice(1, -1) : origin)),
        type,
      );
    };
    if (origins.size < maxOrigins) origins.add(origin);
    return origins.has(origin) ? kept(`${language} ${origin}`, written) : { ...(await written()), zipped: undefined };
  };
}

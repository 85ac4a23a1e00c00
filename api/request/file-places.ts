import { type Tenant, tenantKey } from "../../shared/domain/tenant.js";
import type { Words } from "../../shared/domain/words.js";
import { ApiError } from "../errors.js";
import { createPlaces } from "../middleware/places.js";

/** Of one company in one environment, in this process. Source: api/README.md, "Limits". */
const ofCompany = 8;
const inAll = 64;

/** Takes a place for a file, and gives how to leave it once the file was read. @throws ApiError 429 when there is none */
export type FilePlaces = (tenant: Tenant) => () => void;

export function createFilePlaces(): FilePlaces {
  const places = createPlaces(inAll, ofCompany);
  return (tenant) => {
    const leave = places.take(tenantKey(tenant));
    if (!leave) throw new ApiError(429, tooMany, { headers: { "Retry-After": "2" } });
    return leave;
  };
}

const tooMany: Words = {
  en: `Too many files at once: a company reads ${ofCompany}, and the service hands out ${inAll}. Read the others first.`,
  es: `Hay demasiadas descargas a la vez: la empresa puede tener ${ofCompany} en curso. Esperá unos segundos y volvé a intentar.`,
};

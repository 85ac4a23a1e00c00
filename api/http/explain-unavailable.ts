import { type DatabaseTrouble, troubleOf } from "../../shared/db/pool/database-trouble.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { RedisUnavailableError } from "../../shared/queues/call-redis.js";
import { StorageUnavailableError } from "../../shared/storage/storage-unavailable.js";

/** When to try again what failed because a server was away. */
export const retryAfterSeconds = "5";

interface Unavailability {
  /** Message that the caller is told. */
  message: LocalizedText;
  log: { away: "database"; trouble: DatabaseTrouble } | { away: "redis" | "storage" };
}

export const databaseTexts: Record<DatabaseTrouble, LocalizedText> = {
  away: {
    en: "The database does not answer. Try again in a moment with the same data.",
    es: "La base de datos no responde: volvé a intentar en un momento con los mismos datos.",
  },
  busy: {
    en: "The database is starting, stopping or recovering. Try again in a moment with the same data.",
    es: "La base de datos está arrancando: volvé a intentar en un momento con los mismos datos.",
  },
  slow: {
    en: "The database is slow, and took too long for this. Try again in a moment with the same data.",
    es: "La base de datos está lenta y tardó demasiado: volvé a intentar en un momento con los mismos datos.",
  },
  full: {
    en: "The disk or the memory of the database is full. Try again later with the same data.",
    es: "A la base de datos le falta espacio: volvé a intentar más tarde con los mismos datos.",
  },
  crowded: {
    en: "The database takes no more connections. Try again in a moment with the same data.",
    es: "La base de datos no admite más conexiones: volvé a intentar en un momento con los mismos datos.",
  },
  readOnly: {
    en: "The database takes no changes at present. Try again in a moment with the same data.",
    es: "La base de datos no admite cambios ahora: volvé a intentar en un momento con los mismos datos.",
  },
  refused: {
    en: "The database does not let this service in. Try again later with the same data.",
    es: "La base de datos no deja entrar al servicio: volvé a intentar más tarde con los mismos datos.",
  },
};

const storageAway: LocalizedText = {
  en: "The storage of PDFs and logos is away or full. Try again in a moment with the same data.",
  es: "El almacenamiento de PDF y logos no responde o está lleno: volvé a intentar en un momento con los mismos datos.",
};

const redisAway: LocalizedText = {
  en: "Redis, which brings this work to whoever does it, is away or full. Try again in a moment with the same data.",
  es: "Redis no responde o está lleno, y esto pasa por ahí: volvé a intentar en un momento con los mismos datos.",
};

/** The one place that tells which server is away when a request fails. Undefined for every other error. */
export function explainUnavailable(error: unknown): Unavailability | undefined {
  if (error instanceof RedisUnavailableError) return { message: redisAway, log: { away: "redis" } };
  if (error instanceof StorageUnavailableError) return { message: storageAway, log: { away: "storage" } };
  const trouble = troubleOf(error);
  return trouble && { message: databaseTexts[trouble], log: { away: "database", trouble } };
}

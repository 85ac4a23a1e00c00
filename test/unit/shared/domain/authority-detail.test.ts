import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { suggestionFor } from "../../../../api/taxauth/authority-suggestions.js";
import { projectFolder } from "../../../../shared/assets/assets.js";
import { sayDetail } from "../../../../shared/domain/authority-detail.js";
import { authorityProblemKinds } from "../../../../shared/domain/authority-problem.js";
import { isSpanish } from "../../../support/readers/said-texts.js";

test.each([
  ["it expired on 2026-11-28", "el 28/11/2026"],
  ["no answer within 15 s", "sin respuesta en 15 s"],
  ["no answer within 30000 ms", "sin respuesta en 30000 ms"],
  ["HTTP 503 without an answer that can be read", "HTTP 503 sin una respuesta legible"],
  ["ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:443", "rechaza la conexión, ECONNREFUSED 127.0.0.1:443"],
  ["getaddrinfo ENOTFOUND wsaa.afip.gov.ar", "no se encuentra wsaa.afip.gov.ar"],
  [
    "(600) ValidacionDeToken: No aparecio CUIT; no new ticket: another process is asking for a ticket",
    "(600) ValidacionDeToken: No aparecio CUIT; sin ticket nuevo: otro proceso lo está pidiendo",
  ],
  [
    "Token vencido (a new ticket was asked for less than a minute ago)",
    "Token vencido (hace menos de un minuto que se pidió un ticket)",
  ],
])("what this service found out is said in Spanish: %s", (detail, es) => {
  expect(sayDetail(detail)).toEqual({ en: detail, es });
});

test.each(["cms.cert.expired: Certificado expirado", "(10016) El numero o fecha del comprobante no se corresponde"])(
  "what the authority said stays as it was: %s",
  (detail) => {
    expect(sayDetail(detail)).toEqual({ en: detail, es: detail });
  },
);

/** What the files that ask the authority may say for themselves, each `${…}` as a number. */
function ownTexts(): string[] {
  const folder = path.join(projectFolder, "issuer/authority");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const saidBy =
    /(?:\b(?:cause:|cause =|detail:|detail =|tooSoon =)|\b(?:down|isDown|stop|fail|noTicket|withheldTicket|unusable|unknown)\()([^;{}]*?(?:\$\{[^}]*\}[^;{}]*?)*)(?:[;}]|$)/gm;
  return files.flatMap((file) =>
    [...readFileSync(path.join(folder, file), "utf8").matchAll(saidBy)].flatMap(([, args = ""]) =>
      [...args.matchAll(/"([^"]+)"|`([^`]+)`/g)]
        .map(([, plain = "", template = ""]) =>
          (plain || template).replaceAll(/\$\{[^}]*toISOString[^}]*\}/g, "2026-11-28").replaceAll(/\$\{[^}]*\}/g, "7"),
        )
        .filter((text) => / /.test(text.trim()) && /[a-z]{2}/.test(text)),
    ),
  );
}

test("everything that this service says for itself about the authority has its Spanish", () => {
  const texts = [...new Set(ownTexts())].filter((text) => !/^7/.test(text) && !/^fault/.test(text));
  expect(texts.length).toBeGreaterThan(12);
  expect(texts.filter((text) => sayDetail(text).es === text)).toEqual([]);
  for (const detail of texts)
    for (const kind of authorityProblemKinds) {
      const { es } = suggestionFor({ kind, services: ["wsfe"], detail, posNumbers: [3] });
      expect(es).toSatisfy(isSpanish);
    }
});

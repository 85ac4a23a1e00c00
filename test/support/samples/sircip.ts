import type { SircipStanding } from "../../../shared/domain/perceptions/sircip-lines.js";

/** An agent's sale in December 2026 in a province that has begun, to who is not in the padrón. */
export const standing = (over: Partial<SircipStanding> = {}): SircipStanding => ({
  agent: { from: "20261201", ownPerceptions: [] },
  isExempt: false,
  hasPeriod: true,
  entry: null,
  begins: "20261201",
  adhesion: "unknown",
  ...over,
});

export const perceivedReceiver = {
  docType: 80,
  docNumber: "30100100106",
  name: "Empresa de prueba",
  taxType: 1,
  address: null,
  stateId: 2,
};

export const padronHeader = "periodo,cuit,razon_social_contri,jurisdiccion_sede,crc,alicuota_unica_letra,campo7";

/** Digits that are 1 everywhere. */
const everywhere = `${"1".repeat(24)}0`;

interface PadronFields {
  period?: string;
  cuit: string;
  name?: string;
  seat?: string;
  crc?: string;
  letter?: string;
  digits?: string;
}

export const padronLine = ({
  period = "202612",
  cuit,
  name = "Empresa de prueba",
  seat = "901",
  crc = "34",
  letter = "C",
  digits = everywhere,
}: PadronFields): string => [period, cuit, name, seat, crc, letter, digits].join(",");

/** A padrón as it is published: with a header, and lines that end with CRLF. */
export const padronFile = (lines: string[]): string => [padronHeader, ...lines, ""].join("\r\n");

import { expect, test } from "vitest";
import { changesInWords } from "../../../../../api/app/audit-log/change-words.js";

test.each([
  { name: "nothing", before: null, after: null, expected: [] },
  {
    name: "a change of a field",
    before: { enabled: true, address: null },
    after: { enabled: false, address: "Av. Corrientes 1234" },
    expected: ["Habilitado: Sí → No", "Domicilio: — → Av. Corrientes 1234"],
  },
  {
    name: "something new",
    before: null,
    after: { number: 4, name: "Local", address: null, scopes: ["read", "issue"], since: "2026-11-01" },
    expected: ["Número: 4", "Nombre: Local", "Permisos: Consultar, Emitir", "Desde: 01/11/2026"],
  },
  {
    name: "something that is gone",
    before: { url: "https://example.com" },
    after: null,
    expected: ["Dirección: https://example.com"],
  },
  { name: "all fields", before: { name: "Local" }, after: {}, expected: ["Nombre: Local"] },
  {
    name: "a field that is gone",
    before: { name: "Local", number: 4 },
    after: { number: 5 },
    expected: ["Nombre: Local → —", "Número: 4 → 5"],
  },
  {
    name: "what only the audit log has",
    before: { active: false, role: "reader" },
    after: { active: true, role: "owner" },
    expected: ["Activo: No → Sí", "Rol: Consulta → Administra"],
  },
  { name: "a name that nobody knows", before: null, after: { strange: 1 }, expected: ["strange: 1"] },
  {
    name: "an instant and a part of its own",
    before: null,
    after: { expires: "2026-11-23T23:15:00.000Z", fce: { alias: "caja", cbu: null } },
    expected: ["Vencimiento: 23/11/2026 20:15", "Factura de crédito: Alias del CBU: caja; CBU: —"],
  },
])("a change in words: $name", ({ before, after, expected }) => {
  const told = changesInWords(before, after).map(({ term, detail }) => `${term}: ${detail}`);
  expect(told).toEqual(expected);
});

test("a long value is cut", () => {
  const [told] = changesInWords(null, { name: "x".repeat(1_000) });
  expect(told?.detail).toHaveLength(301);
});

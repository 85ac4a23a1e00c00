export type Person = {
  id: string;
  kind: "FISICA" | "JURIDICA";
  keyKind: "CUIT" | "CUIL";
  /** Company name, or surname and first name. */
  name: { company: string } | { surname: string; first: string };
  address: { street: string; city?: string; postalCode: string; stateId: number };
  active: boolean;
  /** Taxes of the general regime: 30 VAT, 32 VAT exempt, 10 or 11 income. */
  taxes: number[];
  /** Category letter of a monotributista. */
  monotributo?: string;
  /** Only A13 knows this person; A5 does not. */
  onlyInA13?: true;
  /** A5 gives no address of this person; A13 does. */
  addressOnlyInA13?: true;
  /** The error that A5 gives instead of the data of the general regime. */
  generalRegimeError?: string;
};

const cordoba = { street: "AV COLON 1234", city: "CORDOBA", postalCode: "5000", stateId: 3 };
const capital = { street: "LARREA 1", postalCode: "1030", stateId: 0 };
const laPlata = { street: "CALLE 7 845", city: "LA PLATA", postalCode: "1900", stateId: 1 };

const company = (id: string, name: string, more: Partial<Person> = {}): Person => ({
  id,
  kind: "JURIDICA",
  keyKind: "CUIT",
  name: { company: name },
  address: capital,
  active: true,
  taxes: [10, 30],
  ...more,
});

const individual = (id: string, surname: string, first: string, more: Partial<Person> = {}): Person => ({
  id,
  kind: "FISICA",
  keyKind: "CUIT",
  name: { surname, first },
  address: laPlata,
  active: true,
  taxes: [11, 30],
  ...more,
});

const officialIndividuals = [
  "20002307554",
  "20002460123",
  "20188192514",
  "20221062583",
  "20200083394",
  "20220707513",
  "20221124643",
  "20221064233",
  "20201731594",
];

const officialCompanies = [
  "30202020204",
  "30558515305",
  "30558521135",
  "30558525025",
  "30558525645",
  "30558529535",
  "30558535365",
  "30558535985",
  "30558539565",
  "30558564675",
];

/**
 * An invented registry: the sandbox's companies and the authority's test identities.
 * Source: issuer/authority/README.md, section 6.7.
 */
const persons: Person[] = [
  company("30712345671", "EMPRESA DEMO SA", { address: cordoba }),
  individual("20111111112", "MONO", "MARIA", { taxes: [], monotributo: "D", address: cordoba }),
  company("33693450239", "ADMINISTRACION FEDERAL DE INGRESOS PUBLICOS", { taxes: [32] }),
  individual("20201797064", "VICTORIA CAROLINA", "DARIO", { address: capital }),
  individual("20000000516", "SIN IMPUESTOS", "PRUEBA", {
    taxes: [],
    generalRegimeError: "No cumple con las condiciones para enviar datos del regimen general",
  }),
  company("30500010912", "GRAN EMPRESA DE PRUEBA SA"),
  company("30710151543", "COOPERATIVA DE PRUEBA LTDA", { taxes: [32] }),
  company("30000000007", "ORGANISMO DE PRUEBA"),
  individual("20222222223", "CONSUMIDOR", "CARLA", { keyKind: "CUIL", taxes: [] }),
  company("30700000008", "EMPRESA INACTIVA SA", { active: false, taxes: [] }),
  individual("27999999994", "SIN INSCRIPCION", "ANA", { keyKind: "CUIL", taxes: [], onlyInA13: true }),
  individual("27333333339", "DOMICILIO", "INES", { addressOnlyInA13: true }),
  ...officialIndividuals.map((id) => individual(id, "PRUEBA", `PERSONA ${id.slice(2, 10)}`)),
  ...officialCompanies.map((id) => company(id, `EMPRESA DE PRUEBA ${id.slice(2, 10)} SA`)),
];

const byId = new Map(persons.map((person) => [person.id, person]));

export const findPerson = (id: string): Person | undefined => byId.get(id);

/** People by the number of their national document (DNI), which is part of their CUIT or CUIL. */
export const findPersonsByDocument = (document: string): Person[] =>
  persons.filter(({ id, kind }) => kind === "FISICA" && String(Number(id.slice(2, 10))) === document);

const valueAddedTax = 30;
export const isVatRegistered = (id: string): boolean => byId.get(id)?.taxes.includes(valueAddedTax) ?? false;

const exemption = 32;
export const isExempt = (id: string): boolean => byId.get(id)?.taxes.includes(exemption) ?? false;

export const isMonotributista = (id: string): boolean => byId.get(id)?.monotributo !== undefined;

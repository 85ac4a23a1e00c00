import type { Tree } from "./padron-envelope.js";
import type { Person } from "./registry.js";
import { provinceName } from "./tables.js";

const taxNames: Record<number, string> = {
  10: "GANANCIAS SOCIEDADES",
  11: "GANANCIAS PERSONAS FISICAS",
  20: "MONOTRIBUTO",
  30: "IVA",
  32: "IVA EXENTO",
};

const tax = (id: number): Tree => ({
  descripcionImpuesto: taxNames[id] ?? `IMPUESTO ${id}`,
  estadoImpuesto: "AC",
  idImpuesto: id,
  periodo: 201101,
});

const names = ({ name }: Person): Tree =>
  "company" in name ? { razonSocial: name.company } : { apellido: name.surname, nombre: name.first };

function generalData(person: Person): Tree {
  const { address } = person;
  return {
    ...names(person),
    domicilioFiscal: person.addressOnlyInA13
      ? undefined
      : {
          codPostal: address.postalCode,
          descripcionProvincia: provinceName(address.stateId),
          direccion: address.street,
          idProvincia: address.stateId,
          localidad: address.city,
          tipoDomicilio: "FISCAL",
        },
    estadoClave: person.active ? "ACTIVO" : "INACTIVO",
    idPersona: person.id,
    mesCierre: 12,
    tipoClave: person.keyKind,
    tipoPersona: person.kind,
  };
}

const activity: Tree = {
  descripcionActividad: "SERVICIOS DE CONSULTORES EN INFORMATICA",
  idActividad: 620100,
  nomenclador: 883,
  orden: 1,
  periodo: 201311,
};

const monotributoData = (category: string): Tree => ({
  actividadMonotributista: {
    descripcionActividad: "SERVICIOS DE PRUEBA",
    idActividad: 620100,
    orden: 1,
    periodo: 202001,
  },
  categoriaMonotributo: {
    descripcionCategoria: `${category} LOCACIONES DE SERVICIOS`,
    idCategoria: category.charCodeAt(0) - 45,
    idImpuesto: 20,
    periodo: 202401,
  },
  impuesto: [tax(20)],
});

/**
 * The content of A5's personaReturn, which can have data and error blocks together.
 * Source: issuer/authority/README.md, section 6.3.
 */
export function personA5(person: Person): Tree {
  const hasTaxes = person.taxes.length > 0 || person.monotributo !== undefined;
  if (!hasTaxes && person.generalRegimeError === undefined) {
    const given: Tree = "company" in person.name ? {} : names(person);
    const error = person.active
      ? "La clave ingresada no registra impuestos activos"
      : "La clave ingresada se encuentra inactiva";
    return { errorConstancia: { ...given, error: [error], idPersona: person.id } };
  }
  return {
    datosGenerales: generalData(person),
    datosMonotributo: person.monotributo === undefined ? undefined : monotributoData(person.monotributo),
    datosRegimenGeneral:
      person.taxes.length === 0 ? undefined : { actividad: [activity], impuesto: person.taxes.map(tax) },
    errorMonotributo:
      person.monotributo === undefined && person.kind === "FISICA" && person.generalRegimeError === undefined
        ? {
            error: ["Datos de monotributo incompletos- no posee categoría"],
            mensaje: "No cumple con las condiciones para enviar datos monotributo",
          }
        : undefined,
    errorRegimenGeneral:
      person.generalRegimeError === undefined
        ? undefined
        : { error: ["La clave no registra impuestos activos"], mensaje: person.generalRegimeError },
  };
}

import type { Tree } from "./padron-envelope.js";
import type { Person } from "./registry.js";
import { provinceName } from "./tables.js";

function addressOf({ address }: Person, kind: string): Tree {
  const [, street, number] = /^(.*\S)\s+(\d{1,6})$/.exec(address.street) ?? [];
  return {
    ...(street && { calle: street }),
    codigoPostal: address.postalCode,
    descripcionProvincia: provinceName(address.stateId),
    direccion: address.street,
    estadoDomicilio: "CONFIRMADO",
    idProvincia: address.stateId,
    localidad: address.city,
    ...(number && { numero: Number(number) }),
    tipoDomicilio: kind,
  };
}

/** The content of A13's persona: identity and addresses, no taxes. Source: issuer/authority/README.md, section 6.3. */
export function personA13(person: Person): Tree {
  const { name } = person;
  const identity: Tree =
    "company" in name
      ? { razonSocial: name.company, formaJuridica: "SOC. ANONIMA" }
      : { apellido: name.surname, nombre: name.first, tipoDocumento: "DNI", numeroDocumento: person.id.slice(2, 10) };
  return {
    ...identity,
    domicilio: [addressOf(person, "FISCAL"), addressOf(person, "LEGAL/REAL")],
    estadoClave: person.active ? "ACTIVO" : "INACTIVO",
    idPersona: person.id,
    ...(person.taxes.length > 0
      ? {
          descripcionActividadPrincipal: "SERVICIOS DE CONSULTORES EN INFORMATICA",
          idActividadPrincipal: 620100,
          periodoActividadPrincipal: 201311,
        }
      : {}),
    mesCierre: 12,
    tipoClave: person.keyKind,
    tipoPersona: person.kind,
  };
}

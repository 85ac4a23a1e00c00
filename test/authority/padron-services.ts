import type { PadronOperation, PadronService } from "./padron.js";
import type { Tree } from "./padron-envelope.js";
import { personA5 } from "./persona-a5.js";
import { personA13 } from "./persona-a13.js";
import { findPerson, findPersonsByDocument } from "./registry.js";

const unknownToA5 = "No existe persona con ese Id";
/** The most ids in one request for a list. */
const maxIds = 250;

const findInA5 = (id: string): Tree | undefined => {
  const person = findPerson(id);
  return person && !person.onlyInA13 ? personA5(person) : undefined;
};

const oneOfA5: PadronOperation = {
  element: "personaReturn",
  find: ({ ids: [id = ""] }) => findInA5(id) ?? { fault: unknownToA5 },
};

const listOfA5: PadronOperation = {
  element: "personaListReturn",
  find: ({ ids }) =>
    ids.length > maxIds
      ? { fault: `La cantidad de Ids no puede superar ${maxIds}` }
      : { persona: ids.map((id) => findInA5(id) ?? { errorConstancia: { error: [unknownToA5], idPersona: id } }) },
};

const oneOfA13 = (answersInactive: boolean): PadronOperation => ({
  element: "personaReturn",
  find({ ids: [id = ""] }) {
    if (id.length > 11) return { fault: "El Id de la persona no es valido" };
    const person = findPerson(id);
    if (!person) return { fault: "La Clave (CUIT/CUIL) consultada es inexistente" };
    if (!person.active && !answersInactive) return { fault: "La clave (CUIT/CUIL) consultada se encuentra INACTIVA" };
    return { persona: personA13(person) };
  },
});

const idsByDocument: PadronOperation = {
  element: "idPersonaListReturn",
  find: ({ document }) =>
    /^[1-9]\d*$/.test(document)
      ? { idPersona: findPersonsByDocument(document).map(({ id }) => id) }
      : { fault: "El número de documento consultado es inválido." },
};

/** Registry A5: taxes and addresses. Source: issuer/authority/README.md, sections 6.2 to 6.4. */
export const padronA5: PadronService = {
  namespace: "http://a5.soap.ws.server.puc.sr/",
  tickets: ["ws_sr_padron_a5", "ws_sr_constancia_inscripcion"],
  operations: {
    getPersona: oneOfA5,
    getPersona_v2: oneOfA5,
    getPersonaList: listOfA5,
    getPersonaList_v2: listOfA5,
  },
};

/** Registry A13: identities and addresses. */
export const padronA13: PadronService = {
  namespace: "http://a13.soap.ws.server.puc.sr/",
  tickets: ["ws_sr_padron_a13"],
  operations: {
    getPersona: oneOfA13(false),
    getPersonaV2: oneOfA13(true),
    getIdPersonaListByDocumento: idsByDocument,
  },
};

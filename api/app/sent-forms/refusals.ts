import { PageError } from "../layout/errors.js";

export const tooLarge = () =>
  new PageError(
    413,
    "Es demasiado grande",
    "Lo que enviaste supera el tamaño permitido. No se guardó ni se emitió nada.",
  );

export const lostSession = () =>
  new PageError(
    413,
    "Tu sesión terminó",
    "Lo que enviaste es demasiado grande para guardarlo sin sesión. Volvé a la página anterior, iniciá sesión en otra pestaña y envialo otra vez. No se guardó ni se emitió nada.",
  );

export const tooSlow = () =>
  new PageError(
    408,
    "Tardó demasiado en llegar",
    "Tu conexión está lenta o se cortó. Probá de nuevo. No se guardó ni se emitió nada.",
  );

export const tooManyForms = () =>
  new PageError(
    429,
    "Demasiados pedidos juntos",
    "No se guardó ni se emitió nada. Esperá unos segundos y recargá esta página: lo que completaste se envía otra vez.",
    {
      inEnglish:
        "Nothing was saved or issued. Wait a few seconds and reload this page: what you filled in is sent again.",
      headers: { "Retry-After": "5" },
    },
  );

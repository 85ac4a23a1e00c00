import { leastPasswordLength, maxPasswordLength, type PasswordFault } from "../../../shared/domain/password-rule.js";

export const passwordHint = `Entre ${leastPasswordLength} y ${maxPasswordLength} caracteres. Una frase corta que recuerdes sirve mejor que una palabra rara.`;

/** Faults of a new password, and what to do. */
export const passwordFaults: Record<PasswordFault, string> = {
  short: `Es muy corta: usá por lo menos ${leastPasswordLength} caracteres.`,
  long: `Es muy larga: usá ${maxPasswordLength} caracteres como mucho.`,
  email: "No puede llevar tu correo: elegí otra.",
  name: "No puede llevar tu nombre, el de tu empresa ni el del servicio: elegí otra.",
  common: "Es una de las más usadas, y la adivinarían enseguida: elegí otra.",
};

export const unequal = "Las dos no son iguales: escribila de nuevo.";

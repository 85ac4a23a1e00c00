import { readAsset } from "../../assets/assets.js";

/** Words that people here try and use: the list knows English. */
const ours = `
  contraseña contrasena micontraseña micontrasena clave miclave administrador administracion bienvenido bienvenida argentina
  buenosaires bocajuniors riverplate racingclub independiente sanlorenzo teamo teamomucho teamomuchisimo facturacion facturas
  factura facturador comprobante comprobantes monotributo estrellita cambiame cambiar password passw0rd changeme letmein welcome
  superman iloveyou administrator 0987654321 9876543210 qwertyuiopñ asdfghjklñ 1qaz2wsx3edc abcdefghij 1234512345`;

let known: ReadonlySet<string> | undefined;

/** Whether a word, in lower case, is one of the passwords that are tried first. The list is read once it is needed. */
export function isCommonPassword(word: string): boolean {
  known ??= new Set([...ours.trim().split(/\s+/), ...listedPasswords(), ...listedPasswords().map(wordOf)]);
  return known.has(word);
}

/** The published list, the most used first. Source: shared/db/people/common-passwords.txt, first line. */
export const listedPasswords = (): string[] =>
  readAsset("shared/db/people/common-passwords.txt")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("# "));

/** Without digits and signs at its end; shorter ones stand in too many good passwords. */
function wordOf(password: string): string {
  const word = password.replace(/[\d\p{P}\p{S}]+$/u, "");
  return word.length >= 5 ? word : password;
}

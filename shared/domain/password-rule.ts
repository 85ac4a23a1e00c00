/** Why a password cannot be chosen. */
export type PasswordFault = "short" | "long" | "email" | "common";

export const leastPasswordLength = 10;
export const mostPasswordLength = 200;

/** What is wrong with a password that somebody wants to have. Its length is counted in characters, as people count them. */
export function passwordFault(password: string, email: string): PasswordFault | undefined {
  const typed = password.normalize("NFKC");
  const characters = [...typed];
  if (characters.length < leastPasswordLength) return "short";
  if (characters.length > mostPasswordLength) return "long";
  const plain = typed.toLowerCase().trim();
  if (plain === email.toLowerCase()) return "email";
  if (common.has(plain) || new Set(characters).size === 1) return "common";
  return undefined;
}

/** The first ones that anybody tries, of those that are long enough. */
const common = new Set(
  `0123456789 1234567890 1234567891 12345678910 123456789a 12345678901 123456789012 1234512345 0987654321 9876543210 1122334455
  1q2w3e4r5t 1qaz2wsx3edc qwertyuiop qwerty1234 qwerty12345 qwerty123456 qwertyuiop123 asdfghjkl1 asdfghjklñ zxcvbnm123 abcdefghij
  abc1234567 abcd123456 a123456789 aa12345678 password12 password123 password1234 password12345 passw0rd123 contraseña contrasena
  contraseña1 contrasena1 contraseña12 contrasena12 contraseña123 contrasena123 micontraseña micontrasena administrador
  administrador1 administracion admin12345 admin123456 administrator bienvenido1 bienvenido123 argentina1 argentina10 argentina12
  argentina123 argentina2022 buenosaires bocajuniors riverplate racingclub independiente sanlorenzo iloveyou12 iloveyou123
  teamomucho teamo12345 facturacion facturacion1 facturacion123 facturas123 factura123 factura1234 talonario1 talonario12 talonario123
  changeme123 letmein123 welcome123 welcome1234 superman123 estrellita`.split(/\s+/),
);

/** An e-mail address as it is stored and counted. PostgreSQL has no NUL, and no stored one is longer than 254 characters. */
export const toSignInName = (email: string): string => email.replaceAll("\0", "").trim().toLowerCase().slice(0, 255);

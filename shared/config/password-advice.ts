/** So many characters of `openssl rand -hex` are 96 bits: nobody finds them by trying. */
const leastLength = 24;

/** Advice against a short password of the database, or undefined. Without a password there is another way in, such as a certificate. */
export const passwordAdvice = (password: string): string | undefined =>
  password === "" || password.length >= leastLength
    ? undefined
    : `has fewer than ${leastLength} characters; make one with: openssl rand -hex 24`;

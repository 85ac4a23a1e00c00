/** So many characters of `openssl rand -hex` are 96 bits: nobody finds them by trying. */
const leastLength = 24;

/** What is wrong with a password of the database, or undefined. One without a password has another way in, such as a certificate. */
export const passwordAdvice = (password: string): string | undefined =>
  password === "" || password.length >= leastLength
    ? undefined
    : `has fewer than ${leastLength} characters; make one with: openssl rand -hex 24`;

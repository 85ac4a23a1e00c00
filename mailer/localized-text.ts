/** Texts of a warning, in Spanish. */
export interface MailWords {
  title: string;
  what: string;
  /** One line each. */
  details?: string;
  advice: string;
}

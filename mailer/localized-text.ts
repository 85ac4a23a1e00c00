/** What a warning says, in Spanish. */
export interface MailWords {
  title: string;
  what: string;
  /** One line each. */
  details?: string;
  advice: string;
}

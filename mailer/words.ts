/** What a warning says, in Spanish. */
export interface Words {
  title: string;
  what: string;
  /** One line each. */
  details?: string;
  advice: string;
}

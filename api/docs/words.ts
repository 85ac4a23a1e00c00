/** What a field means, with an example where its type does not say enough. */
export interface FieldWords {
  description: string;
  example?: unknown;
}

export const words = (description: string, example?: unknown): FieldWords =>
  example === undefined ? { description } : { description, example };

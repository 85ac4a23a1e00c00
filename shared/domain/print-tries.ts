/** After this many failed tries the service leaves a PDF alone, until somebody asks for it. */
export const maxPrintTries = 8;

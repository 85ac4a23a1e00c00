export const runHosts = async (_args: string[]) => 1;

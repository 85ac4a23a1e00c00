/** The headers of an answer that a browser saves under this name. */
export const asFile = (contentType: string, name: string) => ({
  "Content-Type": contentType,
  "Content-Disposition": `attachment; filename="${name}"`,
});

// The part of mjml that we use.
declare module "mjml" {
  interface CompileOptions {
    validationLevel?: "strict";
    fonts?: Record<string, string>;
    keepComments?: boolean;
  }

  /** Compiles MJML to HTML. */
  export default function compile(mjml: string, options: CompileOptions): Promise<{ html: string }>;
}

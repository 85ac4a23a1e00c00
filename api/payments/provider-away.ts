/** The provider gave no answer that can be used. It is asked again later, whatever the reason. Its words are in no message: nor is the token. */
export class ProviderAway extends Error {
  override name = "ProviderAway";
  readonly status: number | undefined;
  constructor(what: string, status?: number, options?: ErrorOptions) {
    super(`the payment provider ${what}`, options);
    this.status = status;
  }
}

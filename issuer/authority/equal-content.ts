/** A field on which two vouchers differ; a side without the field has none. */
export interface FieldDifference {
  field: string;
  sent?: string;
  found?: string;
}

/** Answers from before these fields existed do not carry them. */
const maybeUnreported = new Set(["CanMisMonExt", "CondicionIVAReceptorId"]);

/** What the authority may state where the request said nothing, meaning the same. Source: PROTOCOL.md, section 4.7. */
const defaults: Record<string, string> = { MonId: "PES", MonCotiz: "1", CanMisMonExt: "N" };

/** What the authority may add to a row of ours without making it another row. */
const maybeCompleted = /^(?:CbtesAsoc\.CbteAsoc\.\d+\.(?:Cuit|CbteFch)|Tributos\.Tributo\.\d+\.Desc)$/;

const freeText = /^Tributos\.Tributo\.\d+\.Desc$/;

/** What people wrote: what comes back in other words says nothing of whose voucher it is. */
export const isFreeText = (field: string): boolean => freeText.test(field);

/** Letters without their accents; and those alone of which every encoding makes the same. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const ascii = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** A text that was kept in another encoding, without accents or in capitals is the same text. */
const isSameText = (ours: string, theirs: string): boolean =>
  plain(ours) === plain(theirs) || ascii(ours) === ascii(theirs);

/** Every field that was sent and every field that came back, but for those whose absence says nothing. */
export function differingFields(sent: Record<string, string>, found: Record<string, string>): FieldDifference[] {
  const fields = [...new Set([...Object.keys(sent), ...Object.keys(found)])].sort();
  return fields.flatMap((field) => {
    const [ours, theirs] = [sent[field], found[field]];
    if (ours === theirs) return [];
    if (isFreeText(field) && ours !== undefined && theirs !== undefined && isSameText(ours, theirs)) return [];
    if (theirs === undefined && (maybeUnreported.has(field) || ours === defaults[field])) return [];
    if (ours === undefined && (theirs === defaults[field] || maybeCompleted.test(field))) return [];
    return [
      { field, ...(ours === undefined ? {} : { sent: ours }), ...(theirs === undefined ? {} : { found: theirs }) },
    ];
  });
}

/** Whether the voucher that the authority holds declares what was sent. Source: DESIGN.md, section 3. */
export const equalContent = (sent: Record<string, string>, found: Record<string, string>): boolean =>
  differingFields(sent, found).length === 0;

import * as asn1js from "asn1js";
import * as pkijs from "pkijs";

// Extensions of certificates. Source: RFC 5280, section 4.2.1.

const extension = (extnID: string, critical: boolean, value: { toSchema(): asn1js.BaseBlock }): pkijs.Extension =>
  new pkijs.Extension({ extnID, critical, extnValue: value.toSchema().toBER() });

/** Signs certificates, and none of another authority. */
export const ofAuthority = (): pkijs.Extension =>
  extension("2.5.29.19", true, new pkijs.BasicConstraints({ cA: true, pathLenConstraint: 0 }));

/** Signs no certificate. */
export const ofNoAuthority = (): pkijs.Extension => extension("2.5.29.19", true, new pkijs.BasicConstraints());

const usages = { keyCertSign: 0x04, cRLSign: 0x02 };

/** Restricts the key to these uses. */
export function ofUsages(...allowed: (keyof typeof usages)[]): pkijs.Extension {
  const bits = allowed.reduce((all, usage) => all | usages[usage], 0);
  const unusedBits = Math.log2(bits & -bits);
  return extension("2.5.29.15", true, {
    toSchema: () => new asn1js.BitString({ valueHex: Uint8Array.of(bits), unusedBits }),
  });
}

export const ofServer = (): pkijs.Extension =>
  extension("2.5.29.37", false, new pkijs.ExtKeyUsage({ keyPurposes: ["1.3.6.1.5.5.7.3.1"] }));

const dnsName = (value: string) => new pkijs.GeneralName({ type: 2, value });

export const ofHost = (host: string): pkijs.Extension =>
  extension("2.5.29.17", false, new pkijs.GeneralNames({ names: [dnsName(host)] }));

export const ofAddress = (...address: [number, number, number, number]): pkijs.Extension =>
  extension(
    "2.5.29.17",
    false,
    new pkijs.GeneralNames({
      names: [
        new pkijs.GeneralName({ type: 7, value: new asn1js.OctetString({ valueHex: Uint8Array.from(address) }) }),
      ],
    }),
  );

/** Signs for this host alone. */
export const ofOnlyHost = (host: string): pkijs.Extension =>
  extension(
    "2.5.29.30",
    true,
    new pkijs.NameConstraints({ permittedSubtrees: [new pkijs.GeneralSubtree({ base: dnsName(host) })] }),
  );

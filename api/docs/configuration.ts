import { companyLimits } from "../operations/company-limits.js";
import { list, quota, success } from "../schemas/answers.js";
import {
  certificate,
  certificateInstallation,
  certificateRequest,
  certificateRequested,
} from "../schemas/certificate.js";
import { fiscalData, fiscalDataChanges } from "../schemas/company.js";
import { describe } from "./describe.js";
import { pageQuery } from "./listing-query.js";
import { numberInPath } from "./number-in-path.js";

const tag = "Configuration";
const id = numberInPath("id", "The certificate's id.");

/** The operations under `/fiscal-data`, `/certificates` and `/quota`, as the OpenAPI document describes them. */
export const configurationDocs = [
  describe({
    method: "get",
    path: "/fiscal-data",
    tag,
    summary: "The company's fiscal data",
    description: "What is printed and decides what the company issues. Both environments share it.",
    answers: { 200: { description: "The same in both environments.", schema: success(fiscalData) } },
    failures: [],
  }),
  describe({
    method: "patch",
    path: "/fiscal-data",
    tag,
    summary: "Change the company's fiscal data",
    description:
      "Changes what the body names, for both environments: homologation and production share it. `cuit` and `certificate` are read only.",
    body: fiscalDataChanges,
    answers: { 200: { description: "The fiscal data.", schema: success(fiscalData) } },
    failures: [402],
  }),
  describe({
    method: "get",
    path: "/certificates",
    tag,
    summary: "List certificates",
    description:
      "Those of the environment, with requests that nothing was installed for yet and those that others replaced, the oldest first.",
    query: pageQuery(),
    answers: {
      200: {
        description: "Certificates of the key's environment, the oldest first. `total` counts all.",
        schema: list(certificate),
      },
    },
    failures: [],
  }),
  describe({
    method: "post",
    path: "/certificates",
    tag,
    summary: "Request a certificate",
    description: `Creates a private key, which never leaves the service, and the signing request to upload in the tax authority's portal. A company may have at most ${companyLimits.certificates} certificates in one environment that are active or not installed yet.`,
    body: certificateRequest,
    answers: { 201: { description: "The signing request.", schema: success(certificateRequested) } },
    failures: [402],
  }),
  describe({
    method: "put",
    path: "/certificates/{id}",
    tag,
    summary: "Install a certificate",
    description:
      "Takes the certificate that the authority signed, in PEM. It replaces the active certificate of its environment.",
    params: id,
    body: certificateInstallation,
    answers: { 200: { description: "The certificate, now active.", schema: success(certificate) } },
    failures: [402, 404],
  }),
  describe({
    method: "get",
    path: "/quota",
    tag,
    summary: "The current period's quota",
    description:
      "How many vouchers the company may issue until the quota renews, and how many it has issued in each environment. Null without a subscription.",
    answers: {
      200: {
        description: "Shared by both environments; null without a subscription.",
        schema: success(quota.nullable()),
      },
    },
    failures: [],
  }),
];

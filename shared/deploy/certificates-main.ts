// node dist/shared/deploy/certificates-main.js HOST SERVER_FOLDER CLIENT_FOLDER [--renew]
// Makes the server's key and certificate, and for its clients the certificate of the authority. Does nothing if they are there.
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeCertificates } from "./certificates.js";

const [host = "", serverFolder = "", clientFolder = "", renew] = process.argv.slice(2);
const serverFile = (extension: string) => path.join(serverFolder, `${host}.${extension}`);
const clientFile = path.join(clientFolder, "ca.crt");

if (renew !== "--renew" && [serverFile("key"), serverFile("crt"), clientFile].every((file) => existsSync(file))) {
  console.log(`${host} has its certificate`);
} else {
  const { caPem, certificatePem, keyPem } = await makeCertificates(host);
  writeFileSync(serverFile("key"), keyPem, { mode: 0o600 });
  writeFileSync(serverFile("crt"), certificatePem);
  for (const folder of [serverFolder, clientFolder]) writeFileSync(path.join(folder, "ca.crt"), caPem);
  console.log(`made a certificate for ${host}`);
}

import { createSocket } from "node:dgram";
import { once } from "node:events";
import ipaddr from "ipaddr.js";

export interface DnsServer extends AsyncDisposable {
  /** For `setServers` of a resolver. */
  address: string;
  /** Every question so far: "A name". */
  questions: string[];
}

const types = { A: 1, AAAA: 28 };
const noSuchName = 3;

/**
 * A name server on this machine, over UDP. `addressesOf` gives the addresses of a name, of both kinds and anew for every question,
 * or undefined when there is no such name.
 */
export async function startDnsServer(addressesOf: (name: string) => string[] | undefined): Promise<DnsServer> {
  const questions: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    questions.push(`${type} ${name}`);
    const found = addressesOf(name);
    const family = type === "A" ? "ipv4" : "ipv6";
    const records = (found ?? [])
      .map((text) => ipaddr.parse(text))
      .filter((each) => each.kind() === family)
      .map((each) => toRecord(types[type], each.toByteArray()));
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (found ? 0 : noSuchName), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(resolve)),
  };
}

/** The only question of a query. Source: RFC 1035, section 4.1.2. */
function readQuestion(query: Buffer): { name: string; type: keyof typeof types; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    name: labels.join(".").toLowerCase(),
    type: query.readUInt16BE(at + 1) === types.AAAA ? "AAAA" : "A",
    end: at + 5,
  };
}

/** An answer about the name of the question, which nobody may keep. Source: RFC 1035, section 4.1.3. */
function toRecord(type: number, bytes: number[]): Buffer {
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
  return Buffer.concat([head, Buffer.from(bytes)]);
}

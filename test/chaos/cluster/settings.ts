import { type HostPlace, hostNames } from "./network.js";

/** The ports of a host. The proxy's are on its loopback. */
export const ports = { etcd: 2379, etcdPeers: 2380, postgres: 5432, patroni: 8008, primary: 5000, entrance: 8080 };

const databasePassword = "drill-of-three-hosts";

/** The primary, as every host reaches it: by the proxy on its loopback. */
export const primaryUrl = `postgresql://postgres:${databasePassword}@127.0.0.1:${ports.primary}/postgres`;

export const directUrl = ({ address }: HostPlace) =>
  `postgresql://postgres:${databasePassword}@${address}:${ports.postgres}/postgres`;

/** The defaults of etcd elect anew whenever two busy cores stand still for a second. */
export const etcdArguments = ({ name, address }: HostPlace, hosts: HostPlace[], folder: string): string[] =>
  Object.entries({
    name,
    "data-dir": folder,
    "heartbeat-interval": "500",
    "election-timeout": "5000",
    "listen-client-urls": `http://${address}:${ports.etcd}`,
    "advertise-client-urls": `http://${address}:${ports.etcd}`,
    "listen-peer-urls": `http://${address}:${ports.etcdPeers}`,
    "initial-advertise-peer-urls": `http://${address}:${ports.etcdPeers}`,
    "initial-cluster": hosts.map((one) => `${one.name}=http://${one.address}:${ports.etcdPeers}`).join(","),
    "initial-cluster-state": "new",
    "enable-v2": "true",
  }).map(([name_, value]) => `--${name_}=${value}`);

interface PatroniParts {
  hosts: HostPlace[];
  /** The folder of PostgreSQL's programs. */
  programs: string;
  folder: string;
  synchronous: boolean;
}

/**
 * JSON is YAML. Patroni speaks etcd's second API: over the third one, Patroni 3.0 of Debian 12 writes the leader's key without comparing. After a
 * partition the old primary reads from an etcd that is behind that it leads still, and overwrites the new one: two primaries. Seen in this drill.
 */
export function patroniSettings(
  { name, address }: HostPlace,
  { hosts, programs, folder, synchronous }: PatroniParts,
): string {
  const login = (username: string) => ({ username, password: databasePassword });
  return JSON.stringify({
    scope: "talonario",
    name,
    restapi: { listen: `${address}:${ports.patroni}`, connect_address: `${address}:${ports.patroni}` },
    etcd: { hosts: hosts.map((one) => `${one.address}:${ports.etcd}`) },
    bootstrap: {
      dcs: {
        ttl: 30,
        loop_wait: 10,
        retry_timeout: 10,
        synchronous_mode: synchronous,
        synchronous_mode_strict: synchronous,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 300,
            wal_keep_size: "1GB",
            // A standby that is gone is noticed before Patroni's next round but one.
            wal_sender_timeout: "10s",
            wal_receiver_timeout: "10s",
            timezone: "UTC",
            log_timezone: "UTC",
          },
        },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: `${address}:${ports.postgres}`,
      connect_address: `${address}:${ports.postgres}`,
      data_dir: `${folder}/data`,
      bin_dir: programs,
      pgpass: `${folder}/pgpass`,
      authentication: { superuser: login("postgres"), replication: login("replicator"), rewind: login("rewinder") },
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        "local all all scram-sha-256",
        ...["all", "replication"].map((of) => `host ${of} all 10.78.0.0/24 scram-sha-256`),
      ],
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  });
}

const common = `
global
  maxconn 1000
defaults
  timeout connect 2s
  timeout check 2s
  timeout client 1h
  timeout server 1h
  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
`;

/** Whoever is the primary, by what each Patroni says of itself. */
export const primaryProxy = (hosts: HostPlace[]): string => `${common}
listen primary
  mode tcp
  bind 127.0.0.1:${ports.primary}
  option httpchk OPTIONS /primary
  http-check expect status 200
${hosts.map(({ name, address }) => `  server ${name} ${address}:${ports.postgres} check port ${ports.patroni}`).join("\n")}
`;

/** In front of the APIs of all hosts. What it has not sent to one that is gone, it sends to another. */
export const entranceProxy = (origins: string[]): string => `${common}
listen entrance
  mode http
  bind 127.0.0.1:${ports.entrance}
  option httpchk
  http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host entrance
  option redispatch 1
  retries 3
${origins.map((origin, at) => `  server ${hostNames[at]} ${new URL(origin).host} check`).join("\n")}
`;

/** So long a caller waits for an answer. The service answers before. */
export const timeoutMs = 30_000;

export const entrance = { origin: `http://127.0.0.1:${ports.entrance}` };

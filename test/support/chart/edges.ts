import { type ChartObject, type Labels, ofKind, podsOf, type Selector, selects } from "./objects.js";

interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string };
}
interface Rule {
  from?: Peer[];
  to?: Peer[];
  ports?: { protocol: string; port: number }[];
}
interface Policy {
  podSelector: Selector;
  policyTypes: string[];
  ingress?: Rule[];
  egress?: Rule[];
}

/** Who may reach whom by the NetworkPolicies, as `api>postgres:5432`. Who is no pod of these objects has the name that `nameOf` gives. */
export function edgesOf(objects: ChartObject[], nameOf: (peer: Peer) => string): Set<string> {
  const policies = ofKind(objects, "NetworkPolicy").map(({ spec }) => spec as Policy);
  const pods = podsOf(objects);
  const edges = new Set<string>();
  const rulesOf = (labels: Labels, side: "ingress" | "egress") =>
    policies.filter(({ podSelector }) => selects(podSelector, labels)).flatMap((policy) => policy[side] ?? []);
  /** A selector of pods alone means this namespace. */
  const isPod = (peer: Peer, labels: Labels) =>
    peer.podSelector !== undefined && peer.namespaceSelector === undefined && selects(peer.podSelector, labels);
  const isOurs = (peer: Peer) => pods.some(({ labels }) => isPod(peer, labels));
  const portsOf = ({ ports }: Rule) => ports?.map(({ port }) => String(port)) ?? ["any"];

  for (const { component, labels } of pods) {
    for (const rule of rulesOf(labels, "egress")) {
      for (const peer of rule.to ?? [])
        if (!isOurs(peer)) for (const port of portsOf(rule)) edges.add(`${component}>${nameOf(peer)}:${port}`);
      for (const server of pods) {
        if (!rule.to?.some((peer) => isPod(peer, server.labels))) continue;
        const admitted = rulesOf(server.labels, "ingress").filter((one) =>
          one.from?.some((peer) => isPod(peer, labels)),
        );
        const both = portsOf(rule).filter((port) => admitted.some((one) => portsOf(one).includes(port)));
        for (const port of both) edges.add(`${component}>${server.component}:${port}`);
      }
    }
    for (const rule of rulesOf(labels, "ingress"))
      for (const peer of rule.from ?? [])
        if (!isOurs(peer)) for (const port of portsOf(rule)) edges.add(`${nameOf(peer)}>${component}:${port}`);
  }
  return edges;
}

/** The pods that no policy closes in both directions. */
export function openPods(objects: ChartObject[]): string[] {
  const closing = ofKind(objects, "NetworkPolicy")
    .map(({ spec }) => spec as Policy)
    .filter(({ policyTypes }) => ["Ingress", "Egress"].every((type) => policyTypes.includes(type)));
  return podsOf(objects)
    .filter(({ labels }) => !closing.some(({ podSelector }) => selects(podSelector, labels)))
    .map(({ component }) => component);
}
